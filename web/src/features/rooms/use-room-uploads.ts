import { useQueryClient } from '@tanstack/react-query';
import { useUploads, type Uploads } from '../../lib/uploads.ts';
import { showItem } from './content-cache.ts';
import { addFile } from './room-content.api.ts';
import { refreshRoom } from './rooms.api.ts';
import { say } from './rooms.messages.ts';

export function useRoomUploads(roomId: string): Uploads {
  const client = useQueryClient();
  return useUploads(`room:${roomId}`, {
    async send(file, options) {
      const item = await addFile(roomId, file, options);
      showItem(client, roomId, item);
      return item;
    },
    onUploaded(names) {
      say.filesUploaded(names);
      void refreshRoom(client, roomId);
    },
    say,
  });
}
