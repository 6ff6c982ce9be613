import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { anywhere } from '../../database/search-text.ts';

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

export const findDeletedContent = (db: Db, roomId: string, contentId: string, deletedSince: number) =>
  allContent(db)
    .where('item.room_id', '=', roomId)
    .where('item.id', '=', contentId)
    .where('item.deleted_at', '>=', deletedSince)
    .executeTakeFirst();

export interface ContentFilter {
  /** Each must occur in the text or file name, or the author must be one of its `authors`. Folded. */
  readonly words: readonly { readonly word: string; readonly authors: readonly string[] }[];
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

const matching = (db: Db, roomId: string, filter: ContentFilter) => {
  let query = db.selectFrom('room_content as item').where('item.room_id', '=', roomId).where('item.deleted_at', 'is', null);
  if (filter.type) query = query.where('item.type', '=', filter.type);
  if (filter.since !== undefined) query = query.where('item.created_at', '>=', filter.since);
  if (filter.authors?.length === 0) query = query.where(sql<boolean>`1 = 0`);
  else if (filter.authors) query = query.where('item.author_email', 'in', filter.authors);
  for (const { word, authors } of filter.words) {
    query = query.where((where) => {
      const inText = sql<boolean>`${where.ref('item.search_text')} like ${anywhere(word)} escape '\\'`;
      return authors.length > 0 ? where.or([inText, where('item.author_email', 'in', authors)]) : inText;
    });
  }
  return query;
};

/** The page is chosen by narrow columns alone; only its own rows are then read whole. */
export const findContentPage = (db: Db, roomId: string, filter: ContentFilter, { sort, order, limit, offset }: ContentWindow) =>
  allContent(db)
    .where('item.id', 'in', () => {
      const page = matching(db, roomId, filter).select('item.id').orderBy(columnOf[sort], order);
      return (sort === 'date' ? page : page.orderBy('item.created_at', order)).limit(limit).offset(offset);
    })
    .orderBy(columnOf[sort], order)
    .orderBy('item.created_at', order)
    .execute();

export const countContent = async (db: Db, roomId: string, filter: ContentFilter): Promise<number> => {
  const { count } = await matching(db, roomId, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Everybody who added something that is still there; steps from address to address, however many items there are. */
export const findAuthors = async (db: Db, roomId: string): Promise<{ email: string; name: string }[]> => {
  const { rows } = await sql<{ email: string; name: string }>`
    with recursive author(email) as (
      select min(author_email) from room_content where room_id = ${roomId} and deleted_at is null
      union all
      select (select min(item.author_email) from room_content as item
              where item.room_id = ${roomId} and item.deleted_at is null and item.author_email > author.email)
      from author where author.email is not null
    )
    select users.email, users.name from author join users on users.email = author.email order by author.email`.execute(db);
  return rows;
};

export const insertContent = (db: Db, item: Insertable<Schema['room_content']>) => db.insertInto('room_content').values(item).execute();

export const saveContent = (
  db: Db,
  contentId: string,
  saved: { content: string; search_text: string; updated_at: number; version: number },
) => db.updateTable('room_content').set(saved).where('id', '=', contentId).execute();

export const markContentDeleted = (db: Db, contentId: string, deletedAt: number | null) =>
  db.updateTable('room_content').set({ deleted_at: deletedAt }).where('id', '=', contentId).execute();

/** Whether a reader of files may read those of an item: it is there, and its room is theirs or public. */
export const isContentReadableBy = async (db: Db, contentId: string, userId: string): Promise<boolean> => {
  const readable = await db
    .selectFrom('room_content as item')
    .innerJoin('rooms as room', 'room.id', 'item.room_id')
    .leftJoin('room_members as mine', (join) => join.onRef('mine.room_id', '=', 'room.id').on('mine.user_id', '=', userId))
    .select('item.id')
    .where('item.id', '=', contentId)
    .where('item.deleted_at', 'is', null)
    .where('room.deleted_at', 'is', null)
    .where((where) => where.or([where('room.is_private', '=', 0), where('mine.member_id', 'is not', null)]))
    .executeTakeFirst();
  return readable !== undefined;
};

/** Items whose time to undo is over. */
export const findOldDeletedContent = (db: Db, deletedBefore: number, limit: number): Promise<{ id: string }[]> =>
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
export const removeContent = async (db: Db, contentIds: string[], deletedBefore: number): Promise<string[]> => {
  const removed = await db
    .deleteFrom('room_content')
    .where('id', 'in', contentIds)
    .where((where) =>
      where.or([
        where('deleted_at', '<', deletedBefore),
        where('room_id', 'in', where.selectFrom('rooms').select('rooms.id').where('rooms.deleted_at', 'is not', null)),
      ]),
    )
    .returning('id')
    .execute();
  return removed.map((each) => each.id);
};
