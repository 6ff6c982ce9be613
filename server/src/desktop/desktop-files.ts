import type { Db } from '../core/db/database.ts';
import { hashToken } from '../core/ids.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { ANYONE } from '../files/links.ts';
import type { DesktopRole } from './desktop.access.ts';
import { findDesktopOfItem, type ItemRow } from './desktop-items.queries.ts';
import type { DesktopRow } from './desktops.queries.ts';

/** The kind under which the files module keeps the files of items. */
export const DESKTOP = 'desktop';

/** An item with its file. */
export interface FullItem {
  readonly row: ItemRow;
  readonly file: FileRow | undefined;
}

export async function withFiles(db: Db, rows: ItemRow[]): Promise<FullItem[]> {
  const holders = rows.filter((row) => row.type === 'file').map((row) => row.id);
  const fileOf = new Map(
    (await listFiles(db, DESKTOP, holders)).map((file) => [file.holder_id, file]),
  );
  return rows.map((row) => ({ row, file: fileOf.get(row.id) }));
}

/** What links to files rest on. They are signed for it, so that none can be turned into another. */
const OWNER = 'owner.';
const SHARED = 'shared.';
const LAN = 'lan.';
/** Another owner has another channel, so that links of the one before are dead. */
const ownersTagOf = (networkId: string) => OWNER + hashToken(networkId);
const tagOf = (shareToken: string) => SHARED + hashToken(shareToken);
export const lanReader = (guest: string): string => LAN + guest;
export const readerOf = (
  role: DesktopRole,
  desktop: Pick<DesktopRow, 'share_token' | 'network_id'>,
): string => (role === 'owner' ? ownersTagOf(desktop.network_id) : tagOf(desktop.share_token));

/**
 * Whose sharing such a link is: a deleted item, a renewed share token, another owner or a peer that
 * was disconnected ends it.
 */
export async function filesSharedBy(
  db: Db,
  itemId: string,
  reader: string,
  isLanGuest: (desktopId: string, guest: string) => Promise<boolean>,
): Promise<string | undefined> {
  const desktop = await findDesktopOfItem(db, itemId);
  if (!desktop) return undefined;
  const isOpen = reader.startsWith(LAN)
    ? await isLanGuest(desktop.id, reader.slice(LAN.length))
    : reader === ownersTagOf(desktop.network_id) || reader === tagOf(desktop.share_token);
  return isOpen ? (desktop.user_id ?? ANYONE) : undefined;
}
