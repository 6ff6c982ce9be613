import { useQueryClient } from '@tanstack/react-query';
import { useComposer, type Composer } from '../../../editing/use-composer.ts';
import { useUploads, type Uploads } from '../../../live/uploads.ts';
import { showItem } from './content-cache.ts';
import { takeItem } from './content-mutations.api.ts';
import { addFile, addText } from './room-content.api.ts';
import { refreshRoom } from '../rooms.api.ts';
import { notify } from '../rooms.messages.ts';

/** The text that is being written for a room. */
export function useRoomComposer(roomId: string): Composer {
  const client = useQueryClient();
  return useComposer(`room:${roomId}`, async (text, idempotencyKey) => {
    try {
      takeItem(client, roomId, await addText(roomId, text, idempotencyKey));
      notify.contentAdded();
      return true;
    } catch (error) {
      notify.contentAddFailed(error);
      return false;
    }
  });
}

/** Files on their way to a room. */
export function useRoomUploads(roomId: string): Uploads {
  const client = useQueryClient();
  return useUploads(
    `room:${roomId}`,
    async (file, options) => {
      const item = await addFile(roomId, file, options);
      showItem(client, roomId, item);
      return item;
    },
    (names) => {
      notify.filesUploaded(names);
      void refreshRoom(client, roomId);
    },
  );
}
