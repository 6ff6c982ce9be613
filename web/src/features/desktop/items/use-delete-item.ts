import { excerpt } from '../../../lib/excerpt.ts';
import { m } from '../../../paraglide/messages.js';
import { toast, undoable } from '../../../ui/toast.ts';
import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { useUndoableDelete } from '../../../live/undoable-delete.ts';
import { withItem, withoutItem } from '../desktop-state.ts';
import { DELETION, desktopKey, headersOf, patchDesktop, type Source } from '../desktop.api.ts';

const nameOf = (item: DesktopItem) =>
  item.type === 'file' ? (item.file_name ?? '') : item.content;

/** Off the screen at once, with a way back. */
export function useDeleteItem(source: Source): (item: DesktopItem) => void {
  const client = useQueryClient();
  const show = (item: DesktopItem) =>
    patchDesktop(client, source, (known) => withItem(known, item));
  const optionsOf = ({ id }: DesktopItem) => ({ params: { id }, ...headersOf(source) });
  return useUndoableDelete<DesktopItem>({
    mutationKey: DELETION,
    reads: desktopKey(source),
    hide(item) {
      patchDesktop(client, source, (known) => withoutItem(known, item.id));
      return () => show(item);
    },
    remove: (item) => call('DELETE /virtual-desktop/items/{id}', optionsOf(item)),
    isGone: (error) => error instanceof ApiError && error.code === 'ITEM_NOT_FOUND',
    restore: async (item) =>
      show(await call('POST /virtual-desktop/items/{id}/restore', optionsOf(item))),
    texts: {
      deleted: (item, undo) =>
        toast.success(m.desktop_item_deleted(), excerpt(nameOf(item)), undoable(undo)),
      deletedMany: (count) => m.desktop_items_deleted({ count }),
      deleteFailed: m.desktop_item_delete_failed(),
      restored: m.desktop_item_restored(),
      restoreFailed: m.desktop_item_restore_failed(),
    },
  });
}
