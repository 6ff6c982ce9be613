import type { Desktop, DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { Db } from '../../database/database.ts';
import type { Files } from '../files/files.ts';
import type { DesktopRole } from './desktop.access.ts';
import { findItems } from './desktop-items.queries.ts';
import type { DesktopRow } from './desktops.queries.ts';
import { presentDesktop, presentItem, readerOf, withFiles } from './present-desktop.ts';

/** Everything on a desktop, each file with a link that rests on `reader`. */
export async function readItems(
  db: Db,
  files: Pick<Files, 'links'>,
  desktopId: string,
  reader: string,
): Promise<DesktopItem[]> {
  const items = await withFiles(db, await findItems(db, desktopId));
  return items.map((item) => presentItem(item, files, reader));
}

/** The whole desktop as its owner or a holder of its share token sees it. */
export async function readDesktop(
  db: Db,
  files: Pick<Files, 'links'>,
  desktop: DesktopRow,
  role: DesktopRole,
): Promise<{ desktop: Desktop; items: DesktopItem[] }> {
  return {
    desktop: presentDesktop(desktop, role),
    items: await readItems(db, files, desktop.id, readerOf(role, desktop)),
  };
}
