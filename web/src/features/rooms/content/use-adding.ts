import { useQueryClient } from '@tanstack/react-query';
import { type Adding, useComposer } from '../../../editing/composer.tsx';
import { randomId } from '../../../lib/random-id.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { namesOrCount, useUploads } from '../../../things/uploads.ts';
import { toast } from '../../../ui/toast.ts';
import { refreshRoom } from '../rooms.api.ts';
import { addFile, addText, showItem, takeItem } from './room-content.api.ts';

export interface RoomAdding extends Adding {
  readonly addText: (text: string) => Promise<boolean>;
}

export function useRoomAdding(roomId: string): RoomAdding {
  const client = useQueryClient();
  const key = `room:${roomId}`;
  const add = async (text: string, idempotencyKey = randomId()): Promise<boolean> => {
    try {
      takeItem(client, roomId, await addText(roomId, text, idempotencyKey));
      toast.success(m.rooms_content_added());
      return true;
    } catch (error) {
      toastFailure(m.rooms_content_add_failed(), error);
      return false;
    }
  };
  const uploads = useUploads(
    key,
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
  return { composer: useComposer(key, add), uploads, addText: (text) => add(text) };
}
