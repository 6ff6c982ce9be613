import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
  type Updateable,
} from 'kysely';
import { type Db, type Tx, countOf } from '../core/db/database.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf, rowsInOrder } from '../core/ids.ts';
import { addText, findTexts, holds, removeTexts, type TextKey } from '../texts/search.queries.ts';
import type { RoomContentTable } from './rooms.tables.ts';

export const ROOM = 'room';

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

/** Deleted or not. */
export const findContent = (db: Db, roomId: string, contentId: string) =>
  allContent(db)
    .where('item.room_id', '=', roomId)
    .where('item.id', '=', contentId)
    .executeTakeFirst();

export const textKeyOf = (
  roomId: string,
  item: Pick<RoomContentTable, 'id' | 'created_at'>,
): TextKey => ({
  holderId: roomId,
  createdAt: item.created_at,
  thingId: item.id,
});

export async function insertContent(
  db: Db,
  item: Insertable<Schema['room_content']>,
  names: readonly string[] = [],
): Promise<void> {
  await db.insertInto('room_content').values(item).execute();
  await addText(db, textKeyOf(item.room_id, item), item.content, names);
}

export const updateContent = (
  tx: Tx,
  contentId: string,
  change: Updateable<Schema['room_content']>,
) => tx.updateTable('room_content').set(change).where('id', '=', contentId).execute();

export const findHome = preparedOne((db, contentId: string) =>
  db.selectFrom('room_content').select(['room_id', 'deleted_at']).where('id', '=', contentId),
);

export const listOldDeletedContent = (db: Db, deletedBefore: number, limit: number) =>
  db
    .selectFrom('room_content')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', deletedBefore)
    .limit(limit)
    .execute();

export const listContentOfPurgedRooms = (db: Db, limit: number, roomId?: string) =>
  db
    .selectFrom('rooms as room')
    .innerJoin('room_content as item', 'item.room_id', 'room.id')
    .select('item.id')
    .where('room.deleted_at', 'is not', null)
    .where('room.purged_at', 'is not', null)
    .$if(roomId !== undefined, (q) => q.where('room.id', '=', roomId ?? ''))
    .limit(limit)
    .execute();

/** Except what was restored meanwhile. */
export const removeContent = async (
  tx: Tx,
  contentIds: string[],
  deletedBefore: number,
): Promise<string[]> => {
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
  for (const [roomId, each] of Map.groupBy(removed, (item) => item.room_id))
    await removeTexts(
      tx,
      each.map((item) => textKeyOf(roomId, item)),
    );
  return idsOf(removed);
};

interface SearchedWord {
  readonly word: string;
  readonly authors: readonly string[];
}

export interface ContentFilter {
  /** Folded. Each must occur, or the author be one of its `authors`. */
  readonly words: readonly SearchedWord[];
  readonly type: 'text' | 'file' | undefined;
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

export interface ContentHead {
  readonly id: string;
  readonly bytes: number;
}
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

export async function listContentInOrder(db: Db, ids: readonly string[]): Promise<FoundContent[]> {
  const rows = await allContent(db)
    .where('item.id', 'in', ids)
    .where('item.deleted_at', 'is', null)
    .execute();
  return rowsInOrder(ids, rows);
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

export const listNewestHeads = prepared((db, roomId: string, limit: number) =>
  pageHeads(db, roomId, everything, newestFirst(limit)),
);

interface FoundPage {
  readonly heads: ContentHead[];
  readonly total: number;
}

export async function findContentPage(
  db: Db,
  roomId: string,
  filter: ContentFilter,
  window: ContentWindow,
): Promise<FoundPage> {
  const total = await countContent(db, roomId, filter);
  return {
    heads: window.offset < total ? await pageHeads(db, roomId, filter, window).execute() : [],
    total,
  };
}

const countContent = (db: Db, roomId: string, filter: ContentFilter): Promise<number> =>
  countOf(
    db.selectFrom('room_content as item').where((eb) => eb.and(conditions(eb, roomId, filter))),
  );

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
  return { heads: rowsInOrder(ids, rows), total };
}

/** One look at the index for each author, however much they added. */
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
