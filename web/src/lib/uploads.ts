import { useSyncExternalStore } from 'react';
import { endedSession } from './api-error.ts';
import {
  addPending,
  pendingIn,
  removePending,
  subscribeToPending,
  uploadPending,
  type PendingFile,
} from './pending-files.ts';

export interface Uploads {
  /** On their way, waiting, or failed. */
  readonly files: readonly PendingFile[];
  readonly running: boolean;
  readonly add: (files: readonly File[]) => void;
  /** Cancels what is under way. */
  readonly remove: (id: string) => void;
  /** Tries again what failed. */
  readonly retry: () => void;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
  readonly idempotencyKey: string;
}

export interface UploadsOptions {
  /** Uploads one file and shows what became of it. */
  readonly send: (
    file: File,
    options: SendOptions,
  ) => Promise<{ readonly file_name: string | null }>;
  readonly onUploaded: (names: readonly string[]) => void;
  readonly say: {
    readonly fileTooLarge: (name: string) => void;
    readonly uploadFailed: (names: readonly string[], error: unknown) => void;
  };
}

/** Files on their way to a place: at once when they are chosen, one after the other. */
export function useUploads(place: string, { send, onUploaded, say }: UploadsOptions): Uploads {
  const files = useSyncExternalStore(subscribeToPending, () => pendingIn(place));

  async function upload(again: boolean): Promise<void> {
    const { uploaded, failed } = await uploadPending(
      place,
      (pending, options) => send(pending.file, { ...options, idempotencyKey: pending.id }),
      { again },
    );
    if (uploaded.length > 0) onUploaded(uploaded.map((item) => item.file_name ?? ''));
    const [first] = failed;
    if (first && !endedSession(first.error))
      say.uploadFailed(
        failed.map(({ name }) => name),
        first.error,
      );
  }

  return {
    files,
    running: files.some(({ state }) => state === 'uploading'),
    add(chosen) {
      for (const name of addPending(place, chosen)) say.fileTooLarge(name);
      void upload(false);
    },
    remove: (id) => removePending(place, id),
    retry: () => void upload(true),
  };
}
