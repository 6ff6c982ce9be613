import type { Position } from '@clipline/contract/desktop-layout.ts';
import { MAX_FILE_BYTES } from '@clipline/contract/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { addPending, pendingIn, removePending, subscribeToPending, uploadPending, type PendingFile } from '../../lib/pending-files.ts';
import { withItem, type LiveDesktop } from './desktop-state.ts';
import { addFile, desktopKey, patchDesktop, type Source } from './desktop.api.ts';
import { say } from './desktop.messages.ts';
import type { Announce } from './use-live-desktop.ts';

export interface Uploads {
  /** On their way, waiting, or failed. */
  readonly files: readonly PendingFile[];
  readonly running: boolean;
  /** `position`: where the first of them was dropped. */
  readonly add: (files: readonly File[], position?: Position) => void;
  /** Cancels what is under way. */
  readonly remove: (id: string) => void;
  /** Tries again what failed. */
  readonly retry: () => void;
}

/** Side by side from where they were dropped. */
const BESIDE = 216;
const dropped = new WeakMap<File, Position>();

/** Files on their way to a desktop: at once when they are chosen, one after the other. */
export function useDesktopUploads(source: Source, announce: Announce): Uploads {
  const client = useQueryClient();
  const place = `desktop:${source.token ?? 'own'}`;
  const files = useSyncExternalStore(subscribeToPending, () => pendingIn(place));

  async function send(again: boolean): Promise<void> {
    const { uploaded, failed } = await uploadPending(
      place,
      async (pending, options) => {
        const desktopId = client.getQueryData<LiveDesktop>(desktopKey(source))?.desktop?.id;
        const position = dropped.get(pending.file);
        const item = await addFile(source, pending.file, { ...options, desktopId, position, idempotencyKey: pending.id });
        patchDesktop(client, source, (known) => withItem(known, item));
        announce.created(item);
        return item;
      },
      { again },
    );
    if (uploaded.length > 0) say.filesAdded(uploaded.map((item) => item.file_name ?? ''));
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
    add(chosen, position) {
      for (const { name, size } of chosen) if (size > MAX_FILE_BYTES) say.fileTooLarge(name);
      if (position) chosen.forEach((file, index) => dropped.set(file, { x: position.x + index * BESIDE, y: position.y }));
      addPending(place, chosen);
      void send(false);
    },
    remove: (id) => removePending(place, id),
    retry: () => void send(true),
  };
}
