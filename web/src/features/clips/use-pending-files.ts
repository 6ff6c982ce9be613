import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { withFile } from './clip-shape.ts';
import { patchClip, rereadClip, uploadFile } from './clips.api.ts';
import { say } from './clips.messages.ts';
import {
  addPending,
  pendingIn,
  removePending,
  subscribeToPending,
  uploadPending,
  type PendingFile,
} from '../../lib/pending-files.ts';

export interface PendingFiles {
  readonly waiting: readonly PendingFile[];
  /** Tried without success: no longer pending, kept for another try. */
  readonly failed: readonly PendingFile[];
  readonly uploading: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
}

export function usePendingFiles(place: string): PendingFiles {
  const files = useSyncExternalStore(subscribeToPending, () => pendingIn(place));
  const uploading = files.some(({ state }) => state === 'uploading');
  return {
    waiting: files.filter(({ state }) => state !== 'failed'),
    failed: files.filter(({ state }) => state === 'failed'),
    uploading,
    add(chosen) {
      const tooLarge = addPending(place, chosen);
      if (tooLarge.length > 0) say.filesTooLarge(tooLarge);
    },
    remove: (id) => removePending(place, id),
  };
}

/**
 * Uploads what waits in a place to a clip, and shows each file as it arrives.
 */
export function useUpload() {
  const client = useQueryClient();
  return async (
    place: string,
    clipId: string,
  ): Promise<{ uploaded: StoredFile[]; complete: boolean }> => {
    const { uploaded, failed } = await uploadPending(place, async (pending, options) => {
      const file = await uploadFile(clipId, pending.file, {
        ...options,
        idempotencyKey: pending.id,
      });
      patchClip(client, clipId, (clip) => withFile(clip, file));
      return file;
    });
    if (uploaded.length > 0) await rereadClip(client, clipId).catch(() => undefined);
    const [first] = failed;
    if (first && !endedSession(first.error))
      say.uploadFailed(
        failed.map(({ name }) => name),
        first.error,
      );
    return { uploaded, complete: failed.length === 0 };
  };
}
