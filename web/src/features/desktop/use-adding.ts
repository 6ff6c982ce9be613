import type { Position } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useComposer, type Composer } from '../../editing/use-composer.ts';
import { randomId } from '../../lib/random-id.ts';
import { useUploads, type Uploads } from '../../live/uploads.ts';
import { withItem, type LiveDesktop } from './desktop-state.ts';
import { addFile, addText, desktopKey, patchDesktop, type Source } from './desktop.api.ts';
import { notify } from './desktop.messages.ts';
import { useDeleteItem } from './items/use-delete-item.ts';

export interface Adding {
  /** The text that is being written. */
  readonly composer: Composer;
  /** Adds a text that was pasted or dropped, as it is. */
  readonly paste: (text: string, position?: Position) => Promise<void>;
  readonly uploads: Uploads;
  /** Uploads files; `position`: where the first of them was dropped. */
  readonly addFiles: (files: readonly File[], position?: Position) => void;
}

/** Side by side from where they were dropped. */
const BESIDE = 216;
const dropped = new WeakMap<File, Position>();

/** Adds texts and files to a desktop. */
export function useAdding(source: Source, onAdded?: (itemId: string) => void): Adding {
  const client = useQueryClient();
  const remove = useDeleteItem(source);
  const key = `desktop:${source.token ?? 'own'}`;
  const idOf = () => client.getQueryData<LiveDesktop>(desktopKey(source))?.desktop?.id;

  async function add(content: string, idempotencyKey: string, position?: Position) {
    const item = await addText(source, content, { desktopId: idOf(), position, idempotencyKey });
    patchDesktop(client, source, (known) => withItem(known, item));
    onAdded?.(item.id);
    return item;
  }
  const composer = useComposer(key, async (text, idempotencyKey) => {
    try {
      await add(text, idempotencyKey);
      notify.textAdded(text);
      return true;
    } catch (error) {
      notify.textAddFailed(error);
      return false;
    }
  });
  const uploads = useUploads(
    key,
    async (file, options) => {
      const position = dropped.get(file);
      const item = await addFile(source, file, { ...options, desktopId: idOf(), position });
      patchDesktop(client, source, (known) => withItem(known, item));
      onAdded?.(item.id);
      return item;
    },
    notify.filesAdded,
  );

  return {
    composer,
    uploads,
    async paste(text, position) {
      if (text.trim() === '') return;
      try {
        const item = await add(text, randomId(), position);
        notify.textAdded(text, () => remove(item));
      } catch (error) {
        notify.textAddFailed(error);
      }
    },
    addFiles(files, position) {
      if (position)
        files.forEach((file, index) =>
          dropped.set(file, { x: position.x + index * BESIDE, y: position.y }),
        );
      uploads.add(files);
    },
  };
}
