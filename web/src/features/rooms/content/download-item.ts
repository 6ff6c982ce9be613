import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { download, downloadStarted } from '../../../live/downloads.ts';
import { m } from '../../../paraglide/messages.js';
import { readItem } from './room-content.api.ts';

/** Saves a file of a room. A link that has outlived itself is renewed by reading the item again. */
export function downloadItem(roomId: string, item: RoomContent): Promise<void> {
  const name = item.file_name ?? m.rooms_file_download_name();
  return download({
    name,
    url: item.file_url,
    started: downloadStarted(name),
    renew: async () => (await readItem(roomId, item.id)).file_url ?? undefined,
  });
}
