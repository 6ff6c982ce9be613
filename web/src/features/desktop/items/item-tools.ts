import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { excerpt } from '../../../lib/text.ts';
import { download, downloadStarted } from '../../../live/downloads.ts';
import { useUndoableDelete } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { toast, undoable } from '../../../ui/toast.ts';
import { withItem, withoutItem } from '../desktop-state.ts';
import { DELETION, desktopKey, headersOf, patchDesktop, type Source } from '../desktop.api.ts';

/**
 * What can be done with an item; the same object for all of a desktop, so that its blocks need not
 * render again.
 */
export interface ItemTools {
  readonly open: (item: DesktopItem) => void;
  readonly download: (item: DesktopItem) => Promise<void>;
  /** The picture's link is dead. */
  readonly renew: (item: DesktopItem) => void;
  readonly remove?: (item: DesktopItem) => void;
  readonly edit?: (item: DesktopItem) => void;
}

export const copyItem = (item: DesktopItem): Promise<void> =>
  copyAndTell(item.content, m.desktop_copied());

/** `renew`: asks once more for a link that has outlived itself. */
export function downloadItem(
  item: DesktopItem,
  renew?: () => Promise<string | undefined>,
): Promise<void> {
  const name = item.file_name ?? m.desktop_file_unnamed();
  return download({ name, url: item.file_url, started: downloadStarted(name), renew });
}

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
