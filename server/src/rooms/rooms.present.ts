import { ROOM_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type {
  Activity,
  ActivityType,
  Room,
  RoomContent,
  RoomContentQuery,
  RoomMember,
  RoomSummary,
} from '@clipline/contract/schemas/rooms.ts';
import { can } from '@clipline/contract/room-roles.ts';
import { fold, searchWords } from '@clipline/contract/folding.ts';
import type { App } from '../core/app.ts';
import { allOf, bytesOf, chunksOf } from '../core/chunks.ts';
import type { Db } from '../core/db/database.ts';
import { type CurrentUser, hasScope } from '../core/http/current-user.ts';
import { idsOf } from '../core/ids.ts';
import { isoTime } from '../core/time.ts';
import { localPart } from '../auth/registrations.ts';
import { startOfRange, withMatches } from '../texts/search.ts';
import { listFiles } from '../files/files.queries.ts';
import * as queries from './room-content.queries.ts';
import type {
  ContentFilter,
  ContentHead,
  ContentWindow,
  FoundContent,
} from './room-content.queries.ts';
import { listMembers } from './room-members.queries.ts';
import { type MyRoom, requireRoom } from './require-room.ts';
import { findUnread } from './unread.queries.ts';
import { type listActivity, listFirstMembers, listMyRooms } from './rooms.queries.ts';

type Row<F extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

/** What a user who may not see addresses reads instead: a•••@example.com. */
export const maskEmail = (email: string): string =>
  `${[...email][0] ?? ''}•••${email.slice(email.lastIndexOf('@'))}`;
const shownEmail = (email: string, seesEmails: boolean) => (seesEmails ? email : maskEmail(email));

const seesEmailsIn = (room: Pick<MyRoom, 'as'>): boolean => can(room.as, 'seeAddresses');

/** Until a user has opened the room themselves, their name says no more than the address does. */
const nameOf = (
  row: { name: string | null; email: string; opened_at: number | null },
  seesEmails: boolean,
) =>
  row.name !== null && row.opened_at !== null
    ? row.name
    : localPart(shownEmail(row.email, seesEmails));

export const presentMember = (row: Row<typeof listMembers>, seesEmails: boolean): RoomMember => ({
  id: row.member_id,
  email: shownEmail(row.email, seesEmails),
  name: nameOf(row, seesEmails),
  role: row.role,
  avatar: null,
});

async function presentItems(
  app: App,
  db: Db,
  items: FoundContent[],
  readerId: string,
  seesEmails: boolean,
): Promise<RoomContent[]> {
  const withFile = items.filter((item) => item.type === 'file');
  const rows = withFile.length === 0 ? [] : await listFiles(db, queries.ROOM, idsOf(withFile));
  const { links } = app.files;
  const fileOf = new Map(rows.map((row) => [row.holder_id, links.present(row, readerId)]));
  return items.map((item) => {
    const file = fileOf.get(item.id);
    const createdAt = isoTime(item.created_at);
    return {
      id: item.id,
      type: item.type,
      content: item.content,
      file_name: file?.name ?? null,
      file_type: file?.type ?? null,
      file_size: file?.size ?? null,
      file_url: file?.url ?? null,
      file_preview: file?.preview ?? null,
      created_at: createdAt,
      // Most are never changed, and telling a time takes long in a list.
      updated_at: item.updated_at === item.created_at ? createdAt : isoTime(item.updated_at),
      user: {
        id: item.user_id,
        name: item.name,
        email: shownEmail(item.author_email, seesEmails),
      },
      version: item.version,
    };
  });
}

export async function presentItem(
  app: App,
  db: Db,
  item: FoundContent,
  readerId: string,
  room?: MyRoom,
): Promise<RoomContent> {
  const seesEmails = room === undefined || seesEmailsIn(room);
  const [presented] = await presentItems(app, db, [item], readerId, seesEmails);
  return presented as RoomContent;
}

export const presentActivity = (entry: Row<typeof listActivity>): Activity => ({
  id: entry.id,
  type: entry.type as ActivityType,
  details: entry.details,
  user: {
    id: entry.user_id,
    name: entry.member_id === null ? entry.name : nameOf(entry, true),
    email: entry.email,
  },
  timestamp: isoTime(entry.created_at),
  item: entry.item_id === null ? null : { id: entry.item_id, beginning: entry.beginning ?? '' },
});

const presentHead = (
  room: Pick<MyRoom, 'id' | 'name' | 'is_private' | 'updated_at' | 'member_count' | 'role'>,
  mine: Pick<RoomSummary, 'unread' | 'notifications'> | undefined,
) => ({
  id: room.id,
  name: room.name,
  is_private: room.is_private === 1,
  isPrivate: room.is_private === 1,
  updated_at: isoTime(room.updated_at),
  memberCount: room.member_count,
  role: room.role,
  unread: mine?.unread ?? null,
  notifications: mine?.notifications ?? null,
});

/** So many at a time are read and presented, fewer where texts are long. */
const CHUNK = 100;

async function* readItems(
  app: App,
  db: Db,
  heads: readonly ContentHead[],
  readerId: string,
  seesEmails: boolean,
): AsyncGenerator<RoomContent[], void> {
  for (const chunk of chunksOf(heads, CHUNK, bytesOf)) {
    const rows = await queries.listContentInOrder(db, idsOf(chunk));
    yield presentItems(app, db, rows, readerId, seesEmails);
  }
}

/** A room whose newest content is still to be read: texts may come to 25 MB. */
export interface OpenedRoom {
  readonly head: Omit<Room, 'content'>;
  readonly content: () => AsyncGenerator<RoomContent[], void>;
}

type Reader = Pick<CurrentUser, 'id' | 'program'>;

export async function openRoomFor(
  app: App,
  db: Db,
  room: MyRoom,
  user: Reader,
): Promise<OpenedRoom> {
  const seesEmails = seesEmailsIn(room);
  const members = await listMembers(db, room.id);
  const heads = await queries.listNewestHeads(db, room.id, ROOM_PAGE_SIZE);
  const authors = await queries.listAuthorEmails(db, room.id);
  const mine = room.role === null ? undefined : await findUnread(db, room.id, user.id);
  return {
    head: {
      ...presentHead(room, mine),
      members: members.map((member) => presentMember(member, seesEmails)),
      contentTotal: room.content_count,
      authors: [...new Set(authors.map((email) => shownEmail(email, seesEmails)))],
      // It lets others in: a program that only reads is not told.
      shareToken:
        can(room.as, 'seeShareToken') && hasScope(user, 'rooms:write') ? room.share_token : null,
    },
    content: () => readItems(app, app.db, heads, user.id, seesEmails),
  };
}

export const readOpened = async ({ head, content }: OpenedRoom): Promise<Room> => ({
  ...head,
  content: await allOf(content()),
});

export async function readRoom(app: App, db: Db, roomId: string, user: Reader): Promise<Room> {
  const room = await requireRoom(db, roomId, user.id, 'read');
  return readOpened(await openRoomFor(app, db, room, user));
}

export async function* readMyRooms(db: Db, userId: string): AsyncGenerator<RoomSummary[], void> {
  for (const chunk of chunksOf(await listMyRooms(db, userId), CHUNK)) {
    const members = Map.groupBy(
      await listFirstMembers(db, userId, idsOf(chunk)),
      (member) => member.room_id,
    );
    yield chunk.map((room) => ({
      ...presentHead(room, room),
      members: (members.get(room.id) ?? []).map((member) => presentMember(member, true)),
    }));
  }
}

/**
 * A search finds people by name and address too. A caller who may not see addresses finds them by
 * what they see of them, or the search would tell the rest letter by letter.
 */
async function filterFor(db: Db, room: MyRoom, query: RoomContentQuery): Promise<ContentFilter> {
  const words = searchWords(query.search ?? '');
  const user = query.user === 'all' || query.user === '' ? undefined : query.user;
  const seesEmails = seesEmailsIn(room);
  const authors =
    words.length > 0 || user !== undefined
      ? (await queries.listAuthors(db, room.id)).map(({ email, name }) => ({
          email,
          shown: shownEmail(email, seesEmails),
          name,
        }))
      : [];
  return {
    words: words.map((word) => ({
      word,
      authors: authors
        .filter(({ shown, name }) => fold(`${shown} ${name}`).includes(word))
        .map(({ email }) => email),
    })),
    type: query.type === 'all' ? undefined : query.type,
    authors:
      user === undefined
        ? undefined
        : authors
            .filter(({ shown }) => shown.toLowerCase() === user.toLowerCase())
            .map(({ email }) => email),
    since: startOfRange(query.dateRange ?? 'all', Date.now(), query.timeZone),
  };
}

export async function readContent(
  app: App,
  room: MyRoom,
  userId: string,
  query: RoomContentQuery,
  gone: AbortSignal,
): Promise<{ content: AsyncGenerator<RoomContent[], void>; total: number }> {
  const filter = await filterFor(app.db, room, query);
  const limit = query.pageSize ?? ROOM_PAGE_SIZE;
  const window: ContentWindow = {
    sort: query.sort ?? 'date',
    order: query.order ?? 'desc',
    limit,
    offset: ((query.page ?? 1) - 1) * limit,
  };
  const { heads, total } =
    filter.words.length > 0
      ? await app.longReads.run(userId, gone, (db) =>
          queries.searchContent(db, room.id, filter, window),
        )
      : await queries.findContentPage(app.db, room.id, filter, window);
  const words = filter.words.map(({ word }) => word);
  async function* content(): AsyncGenerator<RoomContent[], void> {
    for await (const items of readItems(app, app.db, heads, userId, seesEmailsIn(room)))
      yield withMatches(items, words, (item) => ({
        text: item.content,
        names: item.file_name === null ? [] : [item.file_name],
      }));
  }
  return { content: content(), total };
}
