import { useQueryClient } from '@tanstack/react-query';
import { type Composer, useComposer } from '../../../editing/use-composer.ts';
import { randomId } from '../../../lib/random-id.ts';
import { toastFailure } from '../../../live/failures.ts';
import { namesOrCount, type Uploads, useUploads } from '../../../things/uploads.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import { refreshRoom } from '../rooms.api.ts';
import { addFile, addText, showItem, takeItem } from './room-content.api.ts';

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

export const useRoomComposer = (roomId: string): Composer =>
  useComposer(`room:${roomId}`, useAddText(roomId));

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
