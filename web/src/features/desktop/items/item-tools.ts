import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { useUndoableDelete } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { toast, undoable } from '../../../ui/toast.ts';
import { withItem, withoutItem } from '../desktop-state.ts';
import { DELETION, desktopKey, headersOf, patchDesktop, type Source } from '../desktop.api.ts';
import { type Block, readItem } from '../../../things/content.ts';
import { shortTitle } from '../../../things/secret.tsx';

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
