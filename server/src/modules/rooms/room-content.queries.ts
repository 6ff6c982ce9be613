import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Weighed } from '../../platform/lots.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { RoomContentTable } from './rooms.tables.ts';
import { removeAllEnded, versionBytesOf } from '../history/versions.queries.ts';
import {
  addText,
  changeText,
  findTexts,
  holds,
  removeText,
  type TextKey,
} from '../search/search.queries.ts';
import { idsOf } from '../../platform/ids.ts';

const allContent = (db: Db) =>
  db
    .selectFrom('room_content as item')
    .innerJoin('users as user', 'user.id', 'item.user_id')
    .select([
      'item.id',
      'item.type',
      'item.content',
      'item.version',
      'item.created_at',
      'item.updated_at',
      'item.user_id',
      'item.author_email',
      'item.deleted_at',
      'item.deleted_by',
      'user.name',
    ]);

export type FoundContent = NonNullable<Awaited<ReturnType<typeof findContent>>>;

/** An item that is not deleted. */
export const findContent = (db: Db, roomId: string, contentId: string) =>
  allContent(db)
    .where('item.room_id', '=', roomId)
    .where('item.id', '=', contentId)
    .where('item.deleted_at', 'is', null)
    .executeTakeFirst();

export const findDeletedContent = (
  db: Db,
  roomId: string,
  contentId: string,
  deletedSince: number,
) =>
  allContent(db)
    .where('item.room_id', '=', roomId)
    .where('item.id', '=', contentId)
    .where('item.deleted_at', '>=', deletedSince)
    .executeTakeFirst();

/** A word of a search, and the addresses of the authors whom it names. */
interface SearchedWord {
  readonly word: string;
  readonly authors: readonly string[];
}

export interface ContentFilter {
  /**
   * Each must occur in the text or file name, or the author must be one of its `authors`. Folded.
   */
  readonly words: readonly SearchedWord[];
  readonly type: 'text' | 'file' | undefined;
  /** Addresses; undefined for everybody. */
  readonly authors: readonly string[] | undefined;
  readonly since: number | undefined;
}

export interface ContentWindow {
  readonly sort: 'date' | 'type' | 'user';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

const columnOf = { date: 'item.created_at', type: 'item.type', user: 'item.author_email' } as const;

type Items = ExpressionBuilder<{ item: RoomContentTable }, 'item'>;
const items: Items = expressionBuilder();

/** Words aside. */
const conditions = (
  eb: Items,
  roomId: string,
  { type, since, authors }: ContentFilter,
): Expression<SqlBool>[] => [
  eb('item.room_id', '=', roomId),
  eb('item.deleted_at', 'is', null),
  ...(type ? [eb('item.type', '=', type)] : []),
  ...(since === undefined ? [] : [eb('item.created_at', '>=', since)]),
  ...(authors === undefined ? [] : [among(eb, authors)]),
];

const among = (eb: Items, authors: readonly string[]): Expression<SqlBool> =>
  authors.length > 0 ? eb('item.author_email', 'in', authors) : sql<SqlBool>`1 = 0`;

const inOrder = <O>(
  query: SelectQueryBuilder<Schema & { item: RoomContentTable }, 'item', O>,
  { sort, order }: ContentWindow,
) =>
  (sort === 'date' ? query : query.orderBy(columnOf[sort], order)).orderBy(
    'item.created_at',
    order,
  );

/** An item of a page, and how long its text is. */
export type ContentHead = Weighed;
const bytes = sql<number>`octet_length(content)`.as('bytes');

/** The ids of a page, chosen by an index alone. */
const pageIds = (db: Db, roomId: string, filter: ContentFilter, window: ContentWindow) =>
  inOrder(
    db
      .selectFrom('room_content as item')
      .select('item.id')
      .where((eb) => eb.and(conditions(eb, roomId, filter))),
    window,
  )
    .limit(window.limit)
    .offset(window.offset);

/** Texts may have half a megabyte each: first is asked how long they are. */
const pageHeads = (db: Db, roomId: string, filter: ContentFilter, window: ContentWindow) =>
  inOrder(
    db
      .selectFrom('room_content as item')
      .select(['item.id', bytes])
      .where('item.id', 'in', pageIds(db, roomId, filter, window)),
    window,
  );

const inTheirOrder = <T extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly T[],
): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** The items of these ids, in their order. One that was deleted since is left out. */
export async function listContentInOrder(db: Db, ids: readonly string[]): Promise<FoundContent[]> {
  const rows = await allContent(db)
    .where('item.id', 'in', ids)
    .where('item.deleted_at', 'is', null)
    .execute();
  return inTheirOrder(ids, rows);
}

const everything: ContentFilter = {
  words: [],
  type: undefined,
  authors: undefined,
  since: undefined,
};

const newestFirst = (limit: number): ContentWindow => ({
  sort: 'date',
  order: 'desc',
  limit,
  offset: 0,
});

/** What is newest in a room. */
export const listNewestHeads = prepared((db, roomId: string, limit: number) =>
  pageHeads(db, roomId, everything, newestFirst(limit)),
);
/** The same whole. */
export const listNewestContent = prepared((db, roomId: string, limit: number) =>
  allContent(db)
    .where('item.id', 'in', pageIds(db, roomId, everything, newestFirst(limit)))
    .orderBy('item.created_at', 'desc'),
);

/** What most readers look at: it costs the same in a room of any size. */
export const isNewest = (filter: ContentFilter, { sort, order, offset }: ContentWindow): boolean =>
  isEverything(filter) && sort === 'date' && order === 'desc' && offset === 0;

const isEverything = ({ words, type, authors, since }: ContentFilter) =>
  words.length === 0 && type === undefined && authors === undefined && since === undefined;

interface FoundPage {
  readonly heads: ContentHead[];
  readonly total: number;
}

/** A page of what passes the filter, without words, and how much does altogether. */
export async function findContentPage(
  db: Db,
  { id, content_count: size }: { readonly id: string; readonly content_count: number },
  filter: ContentFilter,
  window: ContentWindow,
): Promise<FoundPage> {
  const total = isEverything(filter) ? size : await countContent(db, id, filter);
  return {
    heads: window.offset < total ? await pageHeads(db, id, filter, window).execute() : [],
    total,
  };
}

/** By an index that holds all that a filter asks. */
async function countContent(db: Db, roomId: string, filter: ContentFilter): Promise<number> {
  const { count } = await db
    .selectFrom('room_content as item')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((eb) => eb.and(conditions(eb, roomId, filter)))
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of what holds the words or is by whom they name, and how much does altogether. */
export async function searchContent(
  scans: Db,
  roomId: string,
  filter: ContentFilter,
  { sort, order, limit, offset }: ContentWindow,
): Promise<FoundPage> {
  const { type, authors, since } = filter;
  const isNarrow = type !== undefined || authors !== undefined;
  const { ids, total } = await findTexts(scans, {
    holderId: roomId,
    conditions: (eb) => {
      const itemThat = (holdsFor: (item: Items) => Expression<SqlBool>[]) =>
        eb.exists(
          eb
            .selectFrom('room_content as item')
            .select('item.id')
            .whereRef('item.created_at', '=', 'search_texts.created_at')
            .whereRef('item.id', '=', 'search_texts.thing_id')
            .where(items.and(holdsFor(items))),
        );
      return [
        ...(since === undefined ? [] : [eb('search_texts.created_at', '>=', since)]),
        ...filter.words.map(({ word, authors: named }) =>
          named.length === 0
            ? holds(eb, word)
            : eb.or([
                holds(eb, word),
                itemThat((item) => [...conditions(item, roomId, everything), among(item, named)]),
              ]),
        ),
        ...(isNarrow ? [itemThat((item) => conditions(item, roomId, filter))] : []),
      ];
    },
    first:
      sort === 'date'
        ? undefined
        : (eb) =>
            sql<string>`${eb
              .selectFrom('room_content as item')
              .select(columnOf[sort] as 'item.type')
              .whereRef('item.id', '=', 'search_texts.thing_id')}`,
    order,
    limit,
    offset,
  });
  if (ids.length === 0) return { heads: [], total };
  const rows = await scans
    .selectFrom('room_content')
    .select(['id', bytes])
    .where('id', 'in', ids)
    .execute();
  return { heads: inTheirOrder(ids, rows), total };
}

/** The addresses of all who added something that is still there: one look for each. */
export async function listAuthorEmails(db: Db, roomId: string): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`select min(author_email) from room_content
      where room_id = ${roomId} and deleted_at is null and ${after}`;
  const { rows } = await sql<{ email: string }>`
    with recursive authors (email) as (
      ${next(sql`1 = 1`)}
      union all
      select (${next(sql`author_email > authors.email`)}) from authors where email is not null
    )
    select email from authors where email is not null`.execute(db);
  return rows.map(({ email }) => email);
}

/** The same people with their names. */
export async function listAuthors(
  db: Db,
  roomId: string,
): Promise<{ email: string; name: string }[]> {
  const emails = await listAuthorEmails(db, roomId);
  if (emails.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('email', 'in', emails)
    .orderBy('email')
    .execute();
}

const textKeyOf = (roomId: string, item: Pick<RoomContentTable, 'id' | 'created_at'>): TextKey => ({
  holderId: roomId,
  createdAt: item.created_at,
  thingId: item.id,
});

/** With the names of its files. */
export async function insertContent(
  db: Db,
  item: Insertable<Schema['room_content']>,
  names: readonly string[] = [],
): Promise<void> {
  await db.insertInto('room_content').values(item).execute();
  await addText(db, textKeyOf(item.room_id, item), item.content, names);
}

export async function saveContent(
  db: Db,
  roomId: string,
  item: FoundContent,
  saved: { content: string; updated_at: number; version: number },
): Promise<void> {
  await db.updateTable('room_content').set(saved).where('id', '=', item.id).execute();
  await changeText(db, textKeyOf(roomId, item), saved.content);
}

const setDeleted = (
  db: Db,
  contentId: string,
  deleted: { readonly deleted_at: number; readonly deleted_by: string } | undefined,
) =>
  db
    .updateTable('room_content')
    .set(deleted ?? { deleted_at: null, deleted_by: null })
    .where('id', '=', contentId)
    .execute();

export async function markContentDeleted(
  db: Db,
  roomId: string,
  item: FoundContent,
  deleted: { readonly deleted_at: number; readonly deleted_by: string },
): Promise<void> {
  await setDeleted(db, item.id, deleted);
  await removeText(db, textKeyOf(roomId, item));
}

export async function markContentRestored(
  db: Db,
  roomId: string,
  item: FoundContent,
  names: readonly string[],
): Promise<void> {
  await setDeleted(db, item.id, undefined);
  await addText(db, textKeyOf(roomId, item), item.content, names);
}

/**
 * Whether a reader of files may read those of an item: it is there, and its room is theirs or
 * public.
 */
export const isContentReadableBy = async (
  db: Db,
  contentId: string,
  userId: string,
): Promise<boolean> => {
  const readable = await db
    .selectFrom('room_content as item')
    .innerJoin('rooms as room', 'room.id', 'item.room_id')
    .leftJoin('room_members as mine', (join) =>
      join.onRef('mine.room_id', '=', 'room.id').on('mine.user_id', '=', userId),
    )
    .select('item.id')
    .where('item.id', '=', contentId)
    .where('item.deleted_at', 'is', null)
    .where('room.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('room.is_private', '=', 0), where('mine.member_id', 'is not', null)]),
    )
    .executeTakeFirst();
  return readable !== undefined;
};

/** About what is written when an item and its versions go: its text is in the search as well. */
export const weightOf = (id: Expression<string>) =>
  sql<number>`cast(2 * octet_length(content) + ${versionBytesOf('content_versions', id)} as bigint)`;

/** Items whose time in the trash is over. */
export const listOldDeletedContent = (
  db: Db,
  deletedBefore: number,
  limit: number,
): Promise<Weighed[]> =>
  db
    .selectFrom('room_content')
    .select(({ ref }) => ['id', weightOf(ref('room_content.id')).as('bytes')])
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', deletedBefore)
    .limit(limit)
    .execute();

/** What is left in rooms that cannot be brought back, or in one of them. */
export async function listContentOfPurgedRooms(
  db: Db,
  limit: number,
  roomId?: string,
): Promise<Weighed[]> {
  // Each of the two has an index of its own.
  const find = (state: 'is' | 'is not') =>
    db
      .selectFrom('rooms as room')
      .innerJoin('room_content as item', 'item.room_id', 'room.id')
      .select(({ ref }) => ['item.id', weightOf(ref('item.id')).as('bytes')])
      .where('room.purged_at', 'is not', null)
      .$if(roomId !== undefined, (q) => q.where('room.id', '=', roomId ?? ''))
      .where('item.deleted_at', state, null)
      .limit(limit)
      .execute();
  const shown = await find('is');
  return shown.length > 0 ? shown : find('is not');
}

/** Removes items for good, except what was restored meanwhile; returns those removed. */
export const removeContent = async (
  tx: Tx,
  contentIds: string[],
  deletedBefore: number,
): Promise<string[]> => {
  // One that has more than a lot of versions is alone; they go before it, bit by bit.
  if (contentIds.length === 1) await removeAllEnded(tx, 'content_versions', contentIds);
  const removed = await tx
    .deleteFrom('room_content')
    .where('id', 'in', contentIds)
    .where((where) =>
      where.or([
        where('deleted_at', '<', deletedBefore),
        where(
          'room_id',
          'in',
          where.selectFrom('rooms').select('rooms.id').where('rooms.purged_at', 'is not', null),
        ),
      ]),
    )
    .returning(['id', 'room_id', 'created_at'])
    .execute();
  // Those of a room that was deleted whole are still among the texts.
  for (const each of removed) await removeText(tx, textKeyOf(each.room_id, each));
  return idsOf(removed);
};
