import { ROOM_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type {
  Room,
  RoomContent,
  RoomContentQuery,
  RoomSummary,
} from '@clipline/contract/schemas/rooms.ts';
import { can } from '@clipline/contract/room-roles.ts';
import { fold, searchWords } from '@clipline/contract/folding.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '../core/db/database.ts';
import { type CurrentUser, hasScope } from '../core/http/current-user.ts';
import { bytesOf, CHUNK_BYTES, chunksOf } from '../core/chunks.ts';
import { streamList } from '../core/http/stream.ts';
import { readWhole } from '../core/live/whole-state.ts';
import { isoTime } from '../core/time.ts';
import { startOfRange } from '../texts/date-range.ts';
import { withMatches } from '../texts/matches.ts';
import type { Files } from '../files/files.ts';
import { findRoomFor, type MyRoom } from './find-room.ts';
import { type Eyes, eyesIn, eyesOf, presentItems, presentMember } from './rooms.present.ts';
import {
  type ContentFilter,
  type ContentHead,
  type ContentWindow,
  listAuthorEmails,
  listAuthors,
  listContentInOrder,
  findContentPage,
  listNewestContent,
  listNewestHeads,
  isNewest,
  searchContent,
} from './room-content-lists.queries.ts';
import { listMembers } from './room-members.queries.ts';
import type { Rooms } from './rooms.ts';
import { listFirstMembers, listMyRooms } from './rooms.queries.ts';
import { idsOf } from '../core/ids.ts';

const head = (
  room: Pick<MyRoom, 'id' | 'name' | 'is_private' | 'updated_at' | 'member_count' | 'role'>,
) => ({
  id: room.id,
  name: room.name,
  is_private: room.is_private === 1,
  isPrivate: room.is_private === 1,
  updated_at: isoTime(room.updated_at),
  memberCount: room.member_count,
  role: room.role,
});

/** So many at a time are read and presented, fewer where texts are long. */
const ITEMS_CHUNK = 100;

/** Items in chunks that hold the event loop for a moment each. */
async function* readItems(
  db: Db,
  files: Files,
  heads: readonly ContentHead[],
  readerId: string,
  eyes: Eyes,
): AsyncGenerator<RoomContent[], void> {
  for (const chunk of chunksOf(heads, ITEMS_CHUNK, bytesOf)) {
    const rows = await listContentInOrder(db, idsOf(chunk));
    yield presentItems(db, files, rows, readerId, eyes);
  }
}

/** A room whose newest content, if it is long, is still to be read: texts may come to 25 MB. */
interface OpenedRoom {
  readonly head: Omit<Room, 'content'>;
  readonly bytes: number;
  readonly content: () => AsyncGenerator<RoomContent[], void>;
}

type Reader = Pick<CurrentUser, 'id' | 'program'>;

/**
 * The room as a user sees it who may read it: its people, its newest content. In a transaction
 * nearly always all of it is read there; what is long is read from `later`, when that is over.
 */
export async function openRoomFor(
  db: Db,
  { db: later, files }: Pick<Rooms, 'db' | 'files'>,
  roomId: string,
  user: Reader,
): Promise<OpenedRoom> {
  const { id: userId } = user;
  const room = await findRoomFor(db, roomId, userId, 'read');
  const eyes = eyesIn(room);
  const members = await listMembers(db, roomId);
  const heads = await listNewestHeads(db, roomId, ROOM_PAGE_SIZE);
  const bytes = heads.reduce((sum, each) => sum + each.bytes, 0);
  const authors = await listAuthorEmails(db, roomId);
  const isLong = bytes > CHUNK_BYTES;
  const items = isLong
    ? []
    : await presentItems(
        db,
        files,
        await listNewestContent(db, roomId, ROOM_PAGE_SIZE),
        userId,
        eyes,
      );
  async function* content(): AsyncGenerator<RoomContent[], void> {
    if (isLong) yield* readItems(later, files, heads, userId, eyes);
    else yield items;
  }
  return {
    head: {
      ...head(room),
      members: members.map((member) => presentMember(member, eyes)),
      contentTotal: room.content_count,
      authors: [...new Set(authors.map(eyes))],
      // It lets others in: a program that only reads is not told.
      shareToken:
        can(room.as, 'seeShareToken') && hasScope(user, 'rooms:write') ? room.share_token : null,
    },
    bytes,
    content,
  };
}

/** All of it at once. */
export const readOpened = async ({ head: about, bytes, content }: OpenedRoom): Promise<Room> => ({
  ...about,
  content: await readWhole(bytes, content),
});

/** The whole room at once, as a socket is told of it. */
export const readRoom = async (db: Db, files: Files, roomId: string, user: Reader): Promise<Room> =>
  readOpened(await openRoomFor(db, { db, files }, roomId, user));

/** The answer to a call for the room. */
export async function sendRoom(reply: FastifyReply, room: OpenedRoom): Promise<Room> {
  return streamList(reply, room.head, 'content', room.content());
}

/** Rooms whose first members are read together. */
const ROOMS_CHUNK = 100;

/** Latest change first. */
export async function* readMyRooms(db: Db, userId: string): AsyncGenerator<RoomSummary[], void> {
  const rooms = await listMyRooms(db, userId);
  const eyes = eyesOf(true);
  for (const chunk of chunksOf(rooms, ROOMS_CHUNK)) {
    const members = Map.groupBy(
      await listFirstMembers(db, userId, idsOf(chunk)),
      (member) => member.room_id,
    );
    yield chunk.map((room) => ({
      ...head(room),
      members: (members.get(room.id) ?? []).map((member) => presentMember(member, eyes)),
    }));
  }
}

/**
 * A search finds people by name and address too. A caller who may not see addresses finds them by
 * what they see of them, or the search would tell the rest letter by letter.
 */
async function filterFor(
  db: Db,
  room: MyRoom,
  query: RoomContentQuery,
  now: number,
): Promise<ContentFilter> {
  const words = searchWords(query.search ?? '');
  const user =
    query.user === undefined || query.user === 'all' || query.user === '' ? undefined : query.user;
  const eyes = eyesIn(room);
  const authors = words.length > 0 || user !== undefined ? await listAuthors(db, room.id) : [];
  const emailsOf = (matches: (author: { email: string; name: string }) => boolean) =>
    authors.filter(matches).map(({ email }) => email);
  return {
    words: words.map((word) => ({
      word,
      authors: emailsOf(({ email, name }) => fold(`${eyes(email)} ${name}`).includes(word)),
    })),
    type: query.type === 'all' ? undefined : query.type,
    authors:
      user === undefined
        ? undefined
        : emailsOf(({ email }) => eyes(email).toLowerCase() === user.toLowerCase()),
    since: startOfRange(query.dateRange ?? 'all', now, query.timeZone),
  };
}

interface ContentPage {
  readonly content: AsyncGenerator<RoomContent[], void>;
  readonly total: number;
}

/** Of a room that holds more, all but the newest items are read beside the event loop. */
const MANY_ITEMS = 5000;

/** One page of what is in a room, as a user sees it who may read it. */
export async function readContent(
  { db, files, longReads }: Pick<Rooms, 'db' | 'files' | 'longReads'>,
  room: MyRoom,
  userId: string,
  query: RoomContentQuery,
  gone: AbortSignal,
): Promise<ContentPage> {
  const filter = await filterFor(db, room, query, Date.now());
  const limit = query.pageSize ?? ROOM_PAGE_SIZE;
  const window: ContentWindow = {
    sort: query.sort ?? 'date',
    order: query.order ?? 'desc',
    limit,
    offset: ((query.page ?? 1) - 1) * limit,
  };
  const read = (on: Db) =>
    filter.words.length > 0
      ? searchContent(on, room.id, filter, window)
      : findContentPage(on, room, filter, window);
  const isLong =
    filter.words.length > 0 || (room.content_count > MANY_ITEMS && !isNewest(filter, window));
  const { heads, total } = await (isLong ? longReads.run(userId, gone, read) : read(db));
  const words = filter.words.map(({ word }) => word);
  async function* content(): AsyncGenerator<RoomContent[], void> {
    for await (const items of readItems(db, files, heads, userId, eyesIn(room)))
      yield withMatches(items, words, (item) => ({
        text: item.content,
        names: item.file_name === null ? [] : [item.file_name],
      }));
  }
  return { content: content(), total };
}
