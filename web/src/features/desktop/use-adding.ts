import type { Position } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type Adding, useComposer } from '../../editing/composer.tsx';
import { randomId } from '../../lib/random-id.ts';
import { shortTitle } from '../../things/secret.tsx';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import type { Block } from '../../things/content.ts';
import { namesOrCount, useUploads } from '../../things/uploads.ts';
import { toast, undoable } from '../../ui/toast.ts';
import { type LiveDesktop, withItem } from './desktop-state.ts';
import { addFile, addText, desktopKey, patchDesktop, type Source } from './desktop.api.ts';
import { useDeleteItem } from './items/item-tools.ts';

export interface DesktopAdding extends Adding {
  readonly paste: (text: string, position?: Position) => void;
  /** `position`: where the first of them was dropped. */
  readonly addFiles: (files: readonly File[], position?: Position) => void;
}

/** Side by side from where they were dropped. */
const BESIDE = 216;
const dropped = new WeakMap<File, Position>();

export function useAdding(source: Source, onAdded?: (itemId: string) => void): DesktopAdding {
  const client = useQueryClient();
  const remove = useDeleteItem(source);
  const key = `desktop:${source.token ?? 'own'}`;
  const placed = (idempotencyKey: string, position?: Position) => ({
    desktopId: client.getQueryData<LiveDesktop>(desktopKey(source))?.desktop?.id,
    position,
    idempotencyKey,
  });
  const show = (item: Block): Block => {
    patchDesktop(client, source, (known) => withItem(known, item));
    onAdded?.(item.id);
    return item;
  };
  const add = async (
    text: string,
    { isPasted = false, ...at }: ReturnType<typeof placed> & { isPasted?: boolean },
  ): Promise<boolean> => {
    try {
      const item = show(await addText(source, text, at));
      const undo = isPasted ? () => remove(item) : undefined;
      toast.success(m.desktop_text_added(), shortTitle({ content: text }), undoable(undo));
      return true;
    } catch (error) {
      toastFailure(m.desktop_text_add_failed(), error);
      return false;
    }
  };
  const uploads = useUploads(
    key,
    async (file, { idempotencyKey, ...options }) => {
      const at = placed(idempotencyKey, dropped.get(file));
      return show(await addFile(source, file, { ...options, ...at }));
    },
    (names) => toast.success(m.desktop_file_added(), namesOrCount(names)),
  );
  return {
    composer: useComposer(key, (text, idempotencyKey) => add(text, placed(idempotencyKey))),
    uploads,
    paste(text, position) {
      if (text.trim() !== '') void add(text, { ...placed(randomId(), position), isPasted: true });
    },
    addFiles(files, position) {
      if (position)
        for (const [index, file] of files.entries())
          dropped.set(file, { x: position.x + index * BESIDE, y: position.y });
      uploads.add(files);
    },
  };
}
