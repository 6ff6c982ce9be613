import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import type { Weighed } from '../core/chunks.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';

export type ItemRow = Selectable<Schema['desktop_items']>;

/** Everything on a desktop, what lies on top last. */
export const listItems = (db: Db, desktopId: string): Promise<ItemRow[]> =>
  db
    .selectFrom('desktop_items')
    .selectAll()
    .where('desktop_id', '=', desktopId)
    .where('deleted_at', 'is', null)
    .orderBy('desktop_version')
    .execute();

/** What there is to read, in the same order, and how many bytes each comes to. */
export const listItemHeads = (
  db: Db,
  desktopId: string,
): Promise<{ id: string; bytes: number }[]> =>
  db
    .selectFrom('desktop_items')
    .select(['id', sql<number>`octet_length(content)`.as('bytes')])
    .where('desktop_id', '=', desktopId)
    .where('deleted_at', 'is', null)
    .orderBy('desktop_version')
    .execute();

/** Some of those on a desktop, unless they were deleted since. */
export const listItemsOf = (db: Db, itemIds: string[]): Promise<ItemRow[]> =>
  db
    .selectFrom('desktop_items')
    .selectAll()
    .where('id', 'in', itemIds)
    .where('deleted_at', 'is', null)
    .orderBy('desktop_version')
    .execute();

/** What was changed, deleted or restored after that version of the desktop, the last one last. */
export const listItemsChangedSince = (
  db: Db,
  desktopId: string,
  version: number,
): Promise<ItemRow[]> =>
  db
    .selectFrom('desktop_items')
    .selectAll()
    .where('desktop_id', '=', desktopId)
    .where('desktop_version', '>', version)
    .orderBy('desktop_version')
    .execute();

export const listRects = (
  db: Db,
  desktopId: string,
): Promise<Pick<ItemRow, 'position' | 'size'>[]> =>
  db
    .selectFrom('desktop_items')
    .select(['position', 'size'])
    .where('desktop_id', '=', desktopId)
    .where('deleted_at', 'is', null)
    .execute();

/** Deleted or not. */
export const findItem = (db: Db, desktopId: string, itemId: string): Promise<ItemRow | undefined> =>
  db
    .selectFrom('desktop_items')
    .selectAll()
    .where('desktop_id', '=', desktopId)
    .where('id', '=', itemId)
    .executeTakeFirst();

export const insertItem = (db: Db, item: Insertable<Schema['desktop_items']>) =>
  db.insertInto('desktop_items').values(item).execute();

/** Returns the item as it then stands. */
export const saveItem = (
  db: Db,
  itemId: string,
  change: Partial<
    Pick<ItemRow, 'position' | 'size' | 'content' | 'bytes' | 'desktop_version' | 'deleted_at'>
  >,
): Promise<ItemRow> =>
  db
    .updateTable('desktop_items')
    .set((set) => ({ ...change, version: set('version', '+', 1) }))
    .where('id', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** What decides over a link to the file of an item; undefined when it is deleted. */
type DesktopOfItem = Pick<
  Selectable<Schema['desktops']>,
  'id' | 'user_id' | 'share_token' | 'network_id'
>;
export const findDesktopOfItem = (db: Db, itemId: string): Promise<DesktopOfItem | undefined> =>
  db
    .selectFrom('desktop_items as item')
    .innerJoin('desktops as desktop', 'desktop.id', 'item.desktop_id')
    .select(['desktop.id', 'desktop.user_id', 'desktop.share_token', 'desktop.network_id'])
    .where('item.id', '=', itemId)
    .where('item.deleted_at', 'is', null)
    .executeTakeFirst();

export const listItemIds = async (db: Db, desktopId: string): Promise<string[]> => {
  const items = await db
    .selectFrom('desktop_items')
    .select('id')
    .where('desktop_id', '=', desktopId)
    .execute();
  return idsOf(items);
};

/** Items whose time in the trash is over; on desktops of people who are signed out another time. */
export const listOldDeletedItems = (
  db: Db,
  deletedBefore: number,
  limit: number,
  of: 'users' | 'browsers',
): Promise<Weighed[]> =>
  db
    .selectFrom('desktop_items as item')
    .innerJoin('desktops as desktop', 'desktop.id', 'item.desktop_id')
    .select(['item.id', sql<number>`octet_length(item.content)`.as('bytes')])
    .where('item.deleted_at', 'is not', null)
    .where('item.deleted_at', '<', deletedBefore)
    .where('desktop.user_id', of === 'users' ? 'is not' : 'is', null)
    .limit(limit)
    .execute();

/** Removes items for good, except what was restored meanwhile; returns those removed. */
export const removeItems = async (
  db: Db,
  itemIds: string[],
  deletedBefore: number,
): Promise<string[]> => {
  const removed = await db
    .deleteFrom('desktop_items')
    .where('id', 'in', itemIds)
    .where('deleted_at', '<', deletedBefore)
    .returning('id')
    .execute();
  return idsOf(removed);
};
