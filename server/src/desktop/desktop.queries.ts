import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, isAny } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';
import { isOver } from './desktop.access.ts';

export type DesktopRow = Selectable<Schema['desktops']>;
export type ItemRow = Selectable<Schema['desktop_items']>;

/** What is over is not found, whatever is still to be removed of it. */
const findBy =
  (column: 'id' | 'user_id' | 'browser_hash' | 'share_token' | 'network_id') =>
  async (db: Db, value: string): Promise<DesktopRow | undefined> => {
    const query = db.selectFrom('desktops').selectAll().where(column, '=', value);
    const desktop = await query.executeTakeFirst();
    return desktop && isOver(desktop) ? undefined : desktop;
  };

export const findDesktop = findBy('id');
export const findDesktopOfUser = findBy('user_id');
export const findDesktopOfBrowser = findBy('browser_hash');
export const findDesktopByShareToken = findBy('share_token');
export const findDesktopByNetwork = findBy('network_id');

export const insertDesktop = (db: Db, desktop: Insertable<Schema['desktops']>) =>
  db.insertInto('desktops').values(desktop).execute();

export const giveDesktopToUser = (
  db: Db,
  browserHash: string,
  owned: Pick<DesktopRow, 'share_token' | 'network_id'> & { readonly user_id: string },
) =>
  db
    .updateTable('desktops')
    .set({ ...owned, is_shared: 0, browser_hash: null })
    .where('browser_hash', '=', browserHash)
    .execute();

export const markDesktopUsed = (db: Db, desktopId: string, now: number) =>
  db.updateTable('desktops').set({ used_at: now }).where('id', '=', desktopId).execute();

export const saveSharing = (
  db: Db,
  desktopId: string,
  sharing: Partial<Pick<DesktopRow, 'share_token' | 'is_shared'>>,
) => db.updateTable('desktops').set(sharing).where('id', '=', desktopId).execute();

export const noteSharedBy = (db: Db, shareToken: string) =>
  db.updateTable('desktops').set({ is_shared: 1 }).where('share_token', '=', shareToken).execute();

export interface Growth {
  readonly items: number;
  readonly bytes: number;
  readonly textBytes: number;
}

export const touchDesktop = (
  db: Db,
  desktopId: string,
  now: number,
  { items, bytes, textBytes }: Growth,
): Promise<DesktopRow> =>
  db
    .updateTable('desktops')
    .set((set) => ({
      version: set('version', '+', 1),
      item_count: set('item_count', '+', items),
      byte_count: set('byte_count', '+', bytes),
      text_byte_count: set('text_byte_count', '+', textBytes),
      updated_at: now,
    }))
    .where('id', '=', desktopId)
    .returningAll()
    .executeTakeFirstOrThrow();

export const listPairedDesktops = (db: Db): Promise<DesktopRow[]> =>
  db.selectFrom('desktops').selectAll().where('paired_at', 'is not', null).execute();

/** False where it is gone already. */
export const removeDesktop = (db: Db, desktopId: string): Promise<boolean> =>
  isAny(db.deleteFrom('desktops').where('id', '=', desktopId));

export const listIdleDesktops = (db: Db, usedBefore: number, limit: number) =>
  db
    .selectFrom('desktops')
    .select('id')
    .where('user_id', 'is', null)
    .where('used_at', '<', usedBefore)
    .limit(limit)
    .execute();

/** False when its browser came back or it became a user's. */
export const removeIdleDesktop = (
  db: Db,
  desktopId: string,
  usedBefore: number,
): Promise<boolean> =>
  isAny(
    db
      .deleteFrom('desktops')
      .where('id', '=', desktopId)
      .where('user_id', 'is', null)
      .where('used_at', '<', usedBefore),
  );

const itemsOf = (db: Db, desktopId: string) =>
  db.selectFrom('desktop_items').where('desktop_id', '=', desktopId);

const presentItemsOf = (db: Db, desktopId: string) =>
  itemsOf(db, desktopId).where('deleted_at', 'is', null).orderBy('desktop_version');

export const listItems = (db: Db, desktopId: string) =>
  presentItemsOf(db, desktopId).selectAll().execute();

export const listItemHeads = (db: Db, desktopId: string) =>
  presentItemsOf(db, desktopId)
    .select(['id', sql<number>`octet_length(content)`.as('bytes')])
    .execute();

export const listRects = (db: Db, desktopId: string) =>
  presentItemsOf(db, desktopId).select(['position', 'size']).execute();

export const listItemsOf = (db: Db, itemIds: string[]) =>
  db
    .selectFrom('desktop_items')
    .selectAll()
    .where('id', 'in', itemIds)
    .where('deleted_at', 'is', null)
    .orderBy('desktop_version')
    .execute();

/** The deleted ones among them. */
export const listItemsChangedSince = (db: Db, desktopId: string, version: number) =>
  itemsOf(db, desktopId)
    .selectAll()
    .where('desktop_version', '>', version)
    .orderBy('desktop_version')
    .execute();

export const findItem = (db: Db, desktopId: string, itemId: string) =>
  itemsOf(db, desktopId).selectAll().where('id', '=', itemId).executeTakeFirst();

export const insertItem = (db: Db, item: Insertable<Schema['desktop_items']>) =>
  db.insertInto('desktop_items').values(item).execute();

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

export const findDesktopOfItem = (db: Db, itemId: string) =>
  db
    .selectFrom('desktop_items as item')
    .innerJoin('desktops as desktop', 'desktop.id', 'item.desktop_id')
    .select(['desktop.id', 'desktop.user_id', 'desktop.share_token', 'desktop.network_id'])
    .select(['desktop.paired_at', 'desktop.updated_at'])
    .where('item.id', '=', itemId)
    .where('item.deleted_at', 'is', null)
    .executeTakeFirst();

export const listItemIds = async (db: Db, desktopId: string): Promise<string[]> =>
  idsOf(await itemsOf(db, desktopId).select('id').execute());

export const listOldDeletedItems = (
  db: Db,
  deletedBefore: number,
  limit: number,
  of: 'users' | 'browsers',
) =>
  db
    .selectFrom('desktop_items as item')
    .innerJoin('desktops as desktop', 'desktop.id', 'item.desktop_id')
    .select('item.id')
    .where('item.deleted_at', 'is not', null)
    .where('item.deleted_at', '<', deletedBefore)
    .where('desktop.user_id', of === 'users' ? 'is not' : 'is', null)
    .limit(limit)
    .execute();

/** Except what was restored meanwhile. */
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
