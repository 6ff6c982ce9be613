import type { Position } from '@clipline/contract/schemas/desktop.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Composer, useComposer } from '../../editing/use-composer.ts';
import { randomId } from '../../lib/random-id.ts';
import { excerpt } from '../../lib/text.ts';
import { toastFailure } from '../../live/failures.ts';
import { namesOrCount, type Uploads, useUploads } from '../../things/uploads.ts';
import { m } from '../../paraglide/messages.js';
import { toast, undoable } from '../../ui/toast.ts';
import { type LiveDesktop, withItem } from './desktop-state.ts';
import { addFile, addText, desktopKey, patchDesktop, type Source } from './desktop.api.ts';
import { useDeleteItem } from './items/item-tools.ts';

export interface Adding {
  readonly composer: Composer;
  readonly paste: (text: string, position?: Position) => Promise<void>;
  readonly uploads: Uploads;
  /** Uploads files; `position`: where the first of them was dropped. */
  readonly addFiles: (files: readonly File[], position?: Position) => void;
}

/** Side by side from where they were dropped. */
const BESIDE = 216;
const dropped = new WeakMap<File, Position>();

const keyOf = ({ token }: Source) => `desktop:${token ?? 'own'}`;

const idOf = (client: QueryClient, source: Source) =>
  client.getQueryData<LiveDesktop>(desktopKey(source))?.desktop?.id;

type OnAdded = (itemId: string) => void;

export function useAddText(source: Source, onAdded?: OnAdded): Pick<Adding, 'composer' | 'paste'> {
  const client = useQueryClient();
  const remove = useDeleteItem(source);
  async function add(content: string, idempotencyKey: string, position?: Position) {
    const desktopId = idOf(client, source);
    const item = await addText(source, content, { desktopId, position, idempotencyKey });
    patchDesktop(client, source, (known) => withItem(known, item));
    onAdded?.(item.id);
    return item;
  }
  const composer = useComposer(keyOf(source), async (text, idempotencyKey) => {
    try {
      await add(text, idempotencyKey);
      toast.success(m.desktop_text_added(), excerpt(text));
      return true;
    } catch (error) {
      toastFailure(m.desktop_text_add_failed(), error);
      return false;
    }
  });
  return {
    composer,
    async paste(text, position) {
      if (text.trim() === '') return;
      try {
        const item = await add(text, randomId(), position);
        toast.success(
          m.desktop_text_added(),
          excerpt(text),
          undoable(() => remove(item)),
        );
      } catch (error) {
        toastFailure(m.desktop_text_add_failed(), error);
      }
    },
  };
}

export function useAdding(source: Source, onAdded?: OnAdded): Adding {
  const client = useQueryClient();
  const texts = useAddText(source, onAdded);
  const uploads = useUploads(
    keyOf(source),
    async (file, options) => {
      const position = dropped.get(file);
      const item = await addFile(source, file, {
        ...options,
        desktopId: idOf(client, source),
        position,
      });
      patchDesktop(client, source, (known) => withItem(known, item));
      onAdded?.(item.id);
      return item;
    },
    (names) => toast.success(m.desktop_file_added(), namesOrCount(names)),
  );

  return {
    ...texts,
    uploads,
    addFiles(files, position) {
      if (position)
        files.forEach((file, index) =>
          dropped.set(file, { x: position.x + index * BESIDE, y: position.y }),
        );
      uploads.add(files);
    },
  };
}
