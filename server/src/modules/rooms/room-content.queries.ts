import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import type { Schema } from '../../database/schema.ts';
import { anywhere } from '../../database/search-text.ts';
import { MAX_CANDIDATES } from '../../database/trigrams.ts';
import {
  countByAuthors,
  countFromDay,
  countItem,
  dayOf,
  startOfDay,
} from './room-counts.queries.ts';
import { findCandidates, indexItem, type SearchedWord } from './room-search.queries.ts';

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

/** Among `candidates` alone, when there are any. */
const matching = (
  db: Db,
  roomId: string,
  filter: ContentFilter,
  candidates?: readonly string[],
) => {
  let query = db.selectFrom('room_content as item').where('item.deleted_at', 'is', null);
  // Without the sign SQLite would rather go through the whole room than straight to these.
  query = candidates
    ? query.where(
        sql<boolean>`+item.room_id = ${roomId} and item.id in (select value from json_each(${JSON.stringify(candidates)}))`,
      )
    : query.where('item.room_id', '=', roomId);
  if (filter.type) query = query.where('item.type', '=', filter.type);
  if (filter.since !== undefined) query = query.where('item.created_at', '>=', filter.since);
  if (filter.authors?.length === 0) query = query.where(sql<boolean>`1 = 0`);
  else if (filter.authors) query = query.where('item.author_email', 'in', filter.authors);
  for (const { word, authors } of filter.words) {
    query = query.where((where) => {
      const inText = sql<boolean>`${where.ref('item.search_text')} like ${anywhere(word)} escape '\\'`;
      return authors.length > 0
        ? where.or([inText, where('item.author_email', 'in', authors)])
        : inText;
    });
  }
  return query;
};

/** The page is chosen by narrow columns alone; only its own rows are then read whole. */
const pageQuery = (
  db: Db,
  roomId: string,
  filter: ContentFilter,
  { sort, order, limit, offset }: ContentWindow,
  candidates?: readonly string[],
) =>
  allContent(db)
    .where('item.id', 'in', () => {
      const page = matching(db, roomId, filter, candidates)
        .select('item.id')
        .orderBy(columnOf[sort], order);
      return (sort === 'date' ? page : page.orderBy('item.created_at', order))
        .limit(limit)
        .offset(offset);
    })
    .orderBy(columnOf[sort], order)
    .orderBy('item.created_at', order);

const everything: ContentFilter = {
  words: [],
  type: undefined,
  authors: undefined,
  since: undefined,
};

/** What is newest in a room. */
export const findNewestContent = prepared((db, roomId: string, limit: number) =>
  pageQuery(db, roomId, everything, { sort: 'date', order: 'desc', limit, offset: 0 }),
);

const countMatching = async (
  db: Db,
  roomId: string,
  filter: ContentFilter,
  candidates?: readonly string[],
): Promise<number> => {
  const { count } = await matching(db, roomId, filter, candidates)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Without looking for words. From the counts that are kept, wherever they tell. */
async function countContent(db: Db, roomId: string, filter: ContentFilter): Promise<number> {
  const { type, authors, since } = filter;
  if (since === undefined) return countByAuthors(db, roomId, type, authors);
  if (authors !== undefined) return countMatching(db, roomId, filter);
  const nextDay = dayOf(since - 1) + 1;
  const whole = await countFromDay(db, roomId, type, nextDay);
  if (since === startOfDay(nextDay)) return whole;
  const { count } = await matching(db, roomId, filter)
    .where('item.created_at', '<', startOfDay(nextDay))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return whole + count;
}

interface FoundPage {
  readonly items: FoundContent[];
  readonly total: number;
}

/** A page of what passes the filter, and how much does altogether. */
export async function findContentPage(
  db: Db,
  { id, content_count: size }: { readonly id: string; readonly content_count: number },
  filter: ContentFilter,
  window: ContentWindow,
): Promise<FoundPage> {
  const isSearch = filter.words.length > 0;
  // Few items are looked through faster than trigrams are looked up among those of all rooms.
  const candidates =
    isSearch && size > MAX_CANDIDATES ? await findCandidates(db, id, filter.words) : undefined;
  const total = isSearch
    ? await countMatching(db, id, filter, candidates)
    : await countContent(db, id, filter);
  return {
    items:
      window.offset < total ? await pageQuery(db, id, filter, window, candidates).execute() : [],
    total,
  };
}

export async function insertContent(
  db: Db,
  item: Insertable<Schema['room_content']>,
): Promise<void> {
  await db.insertInto('room_content').values(item).execute();
  await indexItem(db, item.room_id, item.id);
  await countItem(db, item, 1);
}

export const saveContent = (
  db: Db,
  contentId: string,
  saved: { content: string; search_text: string; updated_at: number; version: number },
) => db.updateTable('room_content').set(saved).where('id', '=', contentId).execute();

const setDeleted = (db: Db, contentId: string, deletedAt: number | null) =>
  db
    .updateTable('room_content')
    .set({ deleted_at: deletedAt })
    .where('id', '=', contentId)
    .execute();

export async function markContentDeleted(
  db: Db,
  roomId: string,
  item: FoundContent,
  deletedAt: number,
): Promise<void> {
  await setDeleted(db, item.id, deletedAt);
  await countItem(db, { ...item, room_id: roomId }, -1);
}

export async function markContentRestored(
  db: Db,
  roomId: string,
  item: FoundContent,
): Promise<void> {
  await setDeleted(db, item.id, null);
  await countItem(db, { ...item, room_id: roomId }, 1);
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

/** Items whose time to undo is over. */
export const findOldDeletedContent = (
  db: Db,
  deletedBefore: number,
  limit: number,
): Promise<{ id: string }[]> =>
  db
    .selectFrom('room_content')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', deletedBefore)
    .limit(limit)
    .execute();

/** What is left in rooms that were deleted. */
export const findContentOfDeletedRooms = (db: Db, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('rooms as room')
    .innerJoin('room_content as item', 'item.room_id', 'room.id')
    .select('item.id')
    .where('room.deleted_at', 'is not', null)
    .where('item.deleted_at', 'is', null)
    .limit(limit)
    .execute();

/** Removes items for good, except what was restored meanwhile; answers those removed. */
export const removeContent = async (
  db: Db,
  contentIds: string[],
  deletedBefore: number,
): Promise<string[]> => {
  const removed = await db
    .deleteFrom('room_content')
    .where('id', 'in', contentIds)
    .where((where) =>
      where.or([
        where('deleted_at', '<', deletedBefore),
        where(
          'room_id',
          'in',
          where.selectFrom('rooms').select('rooms.id').where('rooms.deleted_at', 'is not', null),
        ),
      ]),
    )
    .returning('id')
    .execute();
  return removed.map((each) => each.id);
};
