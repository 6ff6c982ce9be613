import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, endedSession } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { DELETION } from './deletions.ts';
import { withItem, withoutItem } from './desktop-state.ts';
import { desktopKey, patchDesktop, type Source } from './desktop.api.ts';
import { say } from './desktop.messages.ts';

const nameOf = (item: DesktopItem) =>
  item.type === 'file' ? (item.file_name ?? '') : item.content;
const alreadyGone = (error: unknown) =>
  error instanceof ApiError && error.code === 'ITEM_NOT_FOUND';

/** Off the screen at once, with a way back. */
export function useDeleteItem(source: Source): (item: DesktopItem) => void {
  const client = useQueryClient();
  const headers = source.token === null ? {} : { 'x-desktop-token': source.token };
  const show = (item: DesktopItem) =>
    patchDesktop(client, source, (known) => withItem(known, item));

  const restore = useMutation({
    mutationFn: (id: string) =>
      call('POST /virtual-desktop/items/{id}/restore', { params: { id }, headers }),
    onSuccess: (item) => {
      show(item);
      say.restored();
    },
    onError: (error) => void (endedSession(error) || say.restoreFailed(error)),
  });

  const remove = useMutation({
    mutationKey: DELETION,
    // Somebody else may have been faster: gone is gone, and theirs to bring back.
    mutationFn: async (item: DesktopItem) => {
      try {
        await call('DELETE /virtual-desktop/items/{id}', { params: { id: item.id }, headers });
        return true;
      } catch (error) {
        if (alreadyGone(error)) return false;
        throw error;
      }
    },
    onMutate: async (item) => {
      await client.cancelQueries({ queryKey: desktopKey(source) });
      patchDesktop(client, source, (known) => withoutItem(known, item.id));
    },
    onSuccess: (mine, item) => {
      say.deleted(nameOf(item), mine ? () => restore.mutate(item.id) : undefined);
    },
    onError: (error, item) => {
      show(item);
      if (!endedSession(error)) say.deleteFailed(error);
    },
  });
  return remove.mutate;
}
