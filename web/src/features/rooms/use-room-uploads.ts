import { MAX_FILE_BYTES } from '@clipline/contract/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { addPending, pendingIn, removePending, subscribeToPending, uploadPending, type PendingFile } from '../../lib/pending-files.ts';
import { showItem } from './content-cache.ts';
import { addFile } from './room-content.api.ts';
import { refreshRoom } from './rooms.api.ts';
import { say } from './rooms.messages.ts';

export interface RoomUploads {
  /** On their way, waiting, or failed. */
  readonly files: readonly PendingFile[];
  readonly add: (files: readonly File[]) => void;
  /** Cancels what is under way. */
  readonly remove: (id: string) => void;
  /** Tries again what failed. */
  readonly retry: () => void;
}

/** Files on their way into a room: at once when they are chosen, one after the other. */
export function useRoomUploads(roomId: string): RoomUploads {
  const client = useQueryClient();
  const place = `room:${roomId}`;
  const files = useSyncExternalStore(subscribeToPending, () => pendingIn(place));

  async function send(again: boolean): Promise<void> {
    const { uploaded, failed } = await uploadPending(
      place,
      async (pending, options) => {
        const item = await addFile(roomId, pending.file, { ...options, idempotencyKey: pending.id });
        showItem(client, roomId, item);
        return item;
      },
      { again },
    );
    if (uploaded.length > 0) {
      say.filesUploaded(uploaded.map((item) => item.file_name ?? ''));
      void refreshRoom(client, roomId);
    }
    const [first] = failed;
    if (first && !endedSession(first.error))
      say.uploadFailed(
        failed.map(({ name }) => name),
        first.error,
      );
  }

  return {
    files,
    add(chosen) {
      for (const { name, size } of chosen) if (size > MAX_FILE_BYTES) say.fileTooLarge(name);
      addPending(place, chosen);
      void send(false);
    },
    remove: (id) => removePending(place, id),
    retry: () => void send(true),
  };
}
