import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError, endedSession } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { hideItem, putBack, showItem } from './content-cache.ts';
import { refreshRoom, roomKeys } from './rooms.api.ts';
import { say } from './rooms.messages.ts';

const changeKey = (roomId: string) => ['rooms', 'content-change', roomId] as const;

/** How many changes show already that the server has not answered yet. */
export const contentChangesRunning = (client: QueryClient, roomId: string): number =>
  client.isMutating({ mutationKey: changeKey(roomId) });

const wasThere = (error: unknown) =>
  !(error instanceof ApiError && error.code === 'CONTENT_NOT_FOUND');
const nameOf = (item: RoomContent) =>
  item.type === 'file' ? (item.file_name ?? '') : item.content;

export function useDeleteContent(roomId: string) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (item: RoomContent) =>
      call('POST /rooms/{id}/content/{contentId}/restore', {
        params: { id: roomId, contentId: item.id },
      }),
    onSuccess: () => say.contentRestored(),
    onError: (error) => void (endedSession(error) || say.contentRestoreFailed(error)),
    onSettled: () => refreshRoom(client, roomId),
  });
  const remove = useMutation({
    mutationKey: changeKey(roomId),
    // Somebody else may have been faster: gone is gone.
    mutationFn: async (item: RoomContent) => {
      try {
        await call('DELETE /rooms/{id}/content/{contentId}', {
          params: { id: roomId, contentId: item.id },
        });
        return true;
      } catch (error) {
        if (wasThere(error)) throw error;
        return false;
      }
    },
    onMutate: async (item) => {
      await client.cancelQueries({ queryKey: roomKeys.content(roomId) });
      return hideItem(client, roomId, item.id);
    },
    onSuccess: (mine, item) =>
      say.contentDeleted(nameOf(item), mine ? () => restore.mutate(item) : undefined),
    onError: (error, _, before) => {
      if (before) putBack(client, before);
      if (!endedSession(error)) say.contentDeleteFailed(error);
    },
    onSettled: () => {
      // The last one to finish reads; earlier ones would bring back what is still under way.
      if (contentChangesRunning(client, roomId) <= 1) void refreshRoom(client, roomId);
    },
  });
  return remove.mutate;
}

/** Shows what the server has just taken, and reads the rest around it. */
export function takeItem(client: QueryClient, roomId: string, item: RoomContent): void {
  showItem(client, roomId, item);
  void refreshRoom(client, roomId);
}
