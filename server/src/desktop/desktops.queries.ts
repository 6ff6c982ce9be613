import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';

export type DesktopRow = Selectable<Schema['desktops']>;

const findBy =
  (column: 'id' | 'user_id' | 'browser_hash' | 'share_token' | 'network_id') =>
  (db: Db, value: string): Promise<DesktopRow | undefined> =>
    db.selectFrom('desktops').selectAll().where(column, '=', value).executeTakeFirst();

export const findDesktop = findBy('id');
export const findDesktopOfUser = findBy('user_id');
export const findDesktopOfBrowser = findBy('browser_hash');
export const findDesktopByShareToken = findBy('share_token');
export const findDesktopByNetwork = findBy('network_id');

export const insertDesktop = (db: Db, desktop: Insertable<Schema['desktops']>) =>
  db.insertInto('desktops').values(desktop).execute();

/** Makes the desktop of a browser that of a user, under new secrets. */
export const giveDesktopToUser = (
  db: Db,
  browserHash: string,
  owned: Pick<DesktopRow, 'share_token' | 'network_id'> & { readonly user_id: string },
) =>
  db
    .updateTable('desktops')
    .set({ ...owned, is_shared: 0, browser_hash: null, network_hash: null })
    .where('browser_hash', '=', browserHash)
    .execute();

export const markDesktopUsed = (db: Db, desktopId: string, now: number) =>
  db.updateTable('desktops').set({ used_at: now }).where('id', '=', desktopId).execute();

export const saveSharing = (
  db: Db,
  desktopId: string,
  sharing: Partial<Pick<DesktopRow, 'share_token' | 'is_shared'>>,
) => db.updateTable('desktops').set(sharing).where('id', '=', desktopId).execute();

/** Nothing where the token was renewed meanwhile. */
export const noteSharedBy = (db: Db, shareToken: string) =>
  db.updateTable('desktops').set({ is_shared: 1 }).where('share_token', '=', shareToken).execute();

export interface Growth {
  readonly items: number;
  readonly bytes: number;
  readonly textBytes: number;
}

/** Begins a change of what is on a desktop; returns it as it then stands. */
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

/** Desktops of browsers that were not seen since. */
export const listIdleDesktops = (
  db: Db,
  usedBefore: number,
  limit: number,
): Promise<{ id: string }[]> =>
  db
    .selectFrom('desktops')
    .select('id')
    .where('user_id', 'is', null)
    .where('used_at', '<', usedBefore)
    .limit(limit)
    .execute();

/** Removes it with its items, unless its browser came back or it became a user's; false then. */
export const removeIdleDesktop = async (
  db: Db,
  desktopId: string,
  usedBefore: number,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('desktops')
    .where('id', '=', desktopId)
    .where('user_id', 'is', null)
    .where('used_at', '<', usedBefore)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
