import { ROOM_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type {
  Room,
  RoomContent,
  RoomContentQuery,
  RoomSummary,
} from '@clipline/contract/schemas/rooms.ts';
import { can } from '@clipline/contract/room-roles.ts';
import { fold, searchWords } from '@clipline/contract/folding.ts';
import type { Db } from '../../platform/database/database.ts';
import { startOfRange } from '../search/date-range.ts';
import { withMatches } from '../search/matches.ts';
import type { Files } from '../files/files.ts';
import { listFiles } from '../files/files.queries.ts';
import { findRoomFor, type MyRoom } from './find-room.ts';
import { type Eyes, eyesOf, isoTime, presentContent, presentMember } from './present-room.ts';
import {
  type ContentFilter,
  type ContentWindow,
  findAuthorEmails,
  findAuthors,
  findContentPage,
  findNewestContent,
  isNewest,
  searchContent,
  type FoundContent,
} from './room-content.queries.ts';
import { findMembers } from './room-members.queries.ts';
import type { Rooms } from './rooms.ts';
import { findFirstMembers, findMyRooms } from './rooms.queries.ts';

/** The kind under which the files module keeps the files of room content. */
export const HOLDER_KIND = 'room';

/** Addresses in a room, as somebody who stands to it like this sees them. */
export const eyesIn = (room: Pick<MyRoom, 'as'>): Eyes => eyesOf(can(room.as, 'seeAddresses'));

/** Items as one reader sees them, each with a link of its own to its file. */
async function presentItems(
  db: Db,
  files: Files,
  items: FoundContent[],
  readerId: string,
  eyes: Eyes,
): Promise<RoomContent[]> {
  const holders = items.filter((item) => item.type === 'file').map((item) => item.id);
  const rows = await listFiles(db, HOLDER_KIND, holders);
  const fileOf = new Map(rows.map((row) => [row.holder_id, files.links.present(row, readerId)]));
  return items.map((item) => presentContent(item, fileOf.get(item.id), eyes));
}

export async function presentItem(
  db: Db,
  files: Files,
  item: FoundContent,
  readerId: string,
  eyes: Eyes,
): Promise<RoomContent> {
  const [presented] = await presentItems(db, files, [item], readerId, eyes);
  return presented as RoomContent;
}

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

/** The whole room as somebody sees it who may read it: its people, its newest content. */
export async function readRoom(
  db: Db,
  files: Files,
  roomId: string,
  userId: string,
): Promise<Room> {
  const room = await findRoomFor(db, roomId, userId, 'read');
  const eyes = eyesIn(room);
  const members = await findMembers(db, roomId);
  const items = await findNewestContent(db, roomId, ROOM_PAGE_SIZE);
  const authors = await findAuthorEmails(db, roomId);
  return {
    ...head(room),
    members: members.map((member) => presentMember(member, eyes)),
    content: await presentItems(db, files, items, userId, eyes),
    contentTotal: room.content_count,
    authors: [...new Set(authors.map(eyes))],
    shareToken: can(room.as, 'seeShareToken') ? room.share_token : null,
  };
}

/** Rooms whose first members are read together. */
const ROOMS_CHUNK = 100;

/** Latest change first. */
export async function* readMyRooms(db: Db, userId: string): AsyncGenerator<RoomSummary[], void> {
  const rooms = await findMyRooms(db, userId);
  const eyes = eyesOf(true);
  for (let from = 0; from < rooms.length; from += ROOMS_CHUNK) {
    const chunk = rooms.slice(from, from + ROOMS_CHUNK);
    const members = Map.groupBy(
      await findFirstMembers(
        db,
        userId,
        chunk.map(({ id }) => id),
      ),
      (member) => member.room_id,
    );
    yield chunk.map((room) => ({
      ...head(room),
      members: (members.get(room.id) ?? []).map((member) => presentMember(member, eyes)),
    }));
  }
}

/**
 * A search finds people by name and address too. Whoever may not see addresses finds them by what
 * they see of them, or the search would tell the rest letter by letter.
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
  const authors = words.length > 0 || user !== undefined ? await findAuthors(db, room.id) : [];
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
  readonly content: RoomContent[];
  readonly total: number;
}

/** Of a room that holds more, all but the newest items are read beside the event loop. */
const MANY_ITEMS = 5000;

/** One page of what is in a room, as somebody sees it who may read it. */
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
  const { items, total } = await (isLong ? longReads.run(userId, gone, read) : read(db));
  const presented = await presentItems(db, files, items, userId, eyesIn(room));
  const words = filter.words.map(({ word }) => word);
  const content = await withMatches(presented, words, (item) => ({
    text: item.content,
    names: item.file_name === null ? [] : [item.file_name],
  }));
  return { content, total };
}
