import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { useUndoableDelete } from '../../../live/undoable-delete.ts';
import { withItem, withoutItem } from '../desktop-state.ts';
import { DELETION, desktopKey, headersOf, patchDesktop, type Source } from '../desktop.api.ts';
import { notify } from '../desktop.messages.ts';

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
    notify,
  });
}
