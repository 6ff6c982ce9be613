import { m } from '../../../paraglide/messages.js';
import { toastFailure } from '../../../live/failures.ts';
import { toast } from '../../../ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useComposer, type Composer } from '../../../editing/use-composer.ts';
import { randomId } from '../../../lib/random-id.ts';
import { namesOrCount, useUploads, type Uploads } from '../../../live/uploads.ts';
import { showItem, takeItem, addFile, addText } from './room-content.api.ts';
import { refreshRoom } from '../rooms.api.ts';

/** Adds a text to a room, with a toast; false when it could not. */
export function useAddText(roomId: string) {
  const client = useQueryClient();
  return async (text: string, idempotencyKey = randomId()): Promise<boolean> => {
    try {
      takeItem(client, roomId, await addText(roomId, text, idempotencyKey));
      toast.success(m.rooms_content_added());
      return true;
    } catch (error) {
      toastFailure(m.rooms_content_add_failed(), error);
      return false;
    }
  };
}

/** The text that is being written for a room. */
export const useRoomComposer = (roomId: string): Composer =>
  useComposer(`room:${roomId}`, useAddText(roomId));

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
      toast.success(m.rooms_file_uploaded(), namesOrCount(names));
      void refreshRoom(client, roomId);
    },
  );
}
