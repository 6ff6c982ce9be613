import { excerpt } from '../../../lib/excerpt.ts';
import { m } from '../../../paraglide/messages.js';
import { toast, undoable } from '../../../ui/toast.ts';
import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { useUndoableDelete } from '../../../live/undoable-delete.ts';
import { hideItem, showItem } from './content-cache.ts';
import { refreshRoom, roomKeys } from '../rooms.api.ts';

export const contentChangeKey = (roomId: string) => ['rooms', 'content-change', roomId] as const;

const nameOf = (item: RoomContent) =>
  item.type === 'file' ? (item.file_name ?? '') : item.content;

export function useDeleteContent(roomId: string) {
  const client = useQueryClient();
  const paramsOf = (item: RoomContent) => ({ params: { id: roomId, contentId: item.id } });
  return useUndoableDelete<RoomContent>({
    mutationKey: contentChangeKey(roomId),
    reads: roomKeys.content(roomId),
    hide: (item) => hideItem(client, roomId, item.id),
    remove: (item) => call('DELETE /rooms/{id}/content/{contentId}', paramsOf(item)),
    isGone: (error) => error instanceof ApiError && error.code === 'CONTENT_NOT_FOUND',
    restore: (item) => call('POST /rooms/{id}/content/{contentId}/restore', paramsOf(item)),
    refresh: () => refreshRoom(client, roomId),
    texts: {
      deleted: (item, undo) =>
        toast.success(m.rooms_content_deleted(), excerpt(nameOf(item)), undoable(undo)),
      deletedMany: (count) => m.rooms_content_deleted_many({ count }),
      deleteFailed: m.rooms_content_delete_failed(),
      restored: m.rooms_content_restored(),
      restoreFailed: m.rooms_content_restore_failed(),
    },
  });
}

/** Shows what the server has just taken, and reads the rest around it. */
export function takeItem(client: QueryClient, roomId: string, item: RoomContent): void {
  showItem(client, roomId, item);
  void refreshRoom(client, roomId);
}
