import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { useUndoableDelete } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { toast, undoable } from '../../../ui/toast.ts';
import { withItem, withoutItem } from '../desktop-state.ts';
import { DELETION, desktopKey, headersOf, patchDesktop, type Source } from '../desktop.api.ts';
import { type Block, isPicture, readItem } from '../../../things/content.ts';
import { open } from '../../../things/overlays.ts';
import { shortTitle } from '../../../things/secret.tsx';
import { inReadingOrder } from '../board/rect.ts';

/**
 * What can be done with an item; the same object for all of a desktop, so that its blocks need not
 * render again.
 */
export interface ItemTools {
  readonly open: (item: Block) => void;
  readonly download: (item: Block) => Promise<void>;
  readonly renew: () => void;
  readonly remove?: (item: Block) => void;
  readonly edit?: (item: Block) => void;
}

export const filesOf = (items: readonly Block[]): StoredFile[] =>
  items.flatMap(({ files }) => files);

interface Pictures {
  readonly items: readonly Block[];
  readonly first: Block;
  readonly save: (item: Block) => unknown;
  readonly reread?: (item: Block) => Promise<Block | undefined>;
}

/** What a desktop has of pictures, with this one in front. */
export function openPicture({
  items,
  first: {
    files: [first],
  },
  save,
  reread,
}: Pictures): void {
  const blocks = inReadingOrder(items);
  const of = ({ id }: StoredFile) => blocks.find((block) => block.id === id)!;
  if (!first) return;
  open('lightbox', {
    files: blocks.flatMap(({ files }) => files.filter(({ type }) => isPicture(type))),
    first,
    onDownload: (file) => save(of(file)),
    ...(reread && { reread: async (file) => (await reread(of(file)))?.files[0] }),
  });
}

export const copyItem = (item: Block): Promise<void> =>
  copyAndTell(item.content, m.desktop_copied());

export function useDeleteItem(source: Source): (item: Block) => void {
  const client = useQueryClient();
  const show = (item: Block) => patchDesktop(client, source, (known) => withItem(known, item));
  const optionsOf = ({ id }: Block) => ({ params: { id }, ...headersOf(source) });
  return useUndoableDelete<Block>({
    mutationKey: DELETION,
    reads: desktopKey(source),
    hide(item) {
      patchDesktop(client, source, (known) => withoutItem(known, item.id));
      return () => show(item);
    },
    remove: (item) => call('DELETE /virtual-desktop/items/{id}', optionsOf(item)),
    isGone: (error) => error instanceof ApiError && error.code === 'ITEM_NOT_FOUND',
    restore: async (item) =>
      show(readItem(await call('POST /virtual-desktop/items/{id}/restore', optionsOf(item)))),
    texts: {
      deleted: (item, undo) =>
        toast.success(m.desktop_item_deleted(), shortTitle(item), undoable(undo)),
      deletedMany: (count) => m.desktop_items_deleted({ count }),
      deleteFailed: m.desktop_item_delete_failed(),
      restored: m.desktop_item_restored(),
      restoreFailed: m.desktop_item_restore_failed(),
    },
  });
}
