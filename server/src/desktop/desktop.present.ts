import type { CurrentUser } from '../core/http/current-user.ts';
import type { Desktop, DesktopItem, Position, Size } from '@clipline/contract/schemas/desktop.ts';
import type { FullItem } from './desktop-files.ts';
import type { Files } from '../files/files.ts';
import type { DesktopRole } from './desktop.access.ts';
import type { ItemRow } from './desktop-items.queries.ts';
import type { DesktopRow } from './desktops.queries.ts';

export const positionOf = (row: Pick<ItemRow, 'position'>) => JSON.parse(row.position) as Position;
export const sizeOf = (row: Pick<ItemRow, 'size'>) => JSON.parse(row.size) as Size;

export function presentItem(
  { row, file }: FullItem,
  files: Pick<Files, 'links'>,
  reader: string,
): DesktopItem {
  const stored = file && files.links.present(file, reader);
  return {
    id: row.id,
    type: row.type,
    content: row.content,
    position: positionOf(row),
    size: sizeOf(row),
    file_name: stored?.name ?? null,
    file_size: stored?.size ?? null,
    file_type: stored?.type ?? null,
    file_url: stored?.url ?? null,
    version: row.version,
  };
}

export const presentDesktop = (
  { id, network_id, share_token, is_shared }: DesktopRow,
  role: DesktopRole,
  user: CurrentUser | null,
): Desktop => ({
  id,
  network_id,
  // Whoever has it has the desktop: no program is told.
  ...(role === 'owner'
    ? { share_token: user?.program ? null : share_token, shared: is_shared === 1 }
    : {}),
});
