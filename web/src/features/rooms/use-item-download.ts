import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { downloadFile } from '../../lib/download.ts';
import { m } from '../../paraglide/messages.js';
import { findItem } from './content-cache.ts';
import { roomKeys } from './rooms.api.ts';
import { say } from './rooms.messages.ts';

/** Saves a file of a room. A link that has outlived itself is renewed by reading the room again. */
export function useItemDownload(roomId: string) {
  const client = useQueryClient();
  return async (item: RoomContent): Promise<void> => {
    const name = item.file_name ?? m.rooms_file_download_name();
    if (!item.file_url) return void say.noFileUrl();
    say.downloadStarted(name);
    const freshUrl = async () => {
      await client.refetchQueries({ queryKey: roomKeys.content(roomId), type: 'active' });
      return findItem(client, roomId, item.id)?.file_url ?? undefined;
    };
    try {
      await downloadFile({ name, url: item.file_url }, freshUrl);
    } catch {
      say.downloadFailed();
    }
  };
}
