import { can } from '@clipline/contract/room-roles.ts';
import { useQueryClient } from '@tanstack/react-query';
import { HistoryDialog } from '../../../editing/history-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { useUser } from '../../../session/session.ts';
import { readRoomItem, refreshRoom, type Room, type RoomItem } from '../rooms.api.ts';
import { replaceItem, saveText, useItem } from './room-content.api.ts';

export interface ItemHistoryDialogProps {
  room: Room;
  item: RoomItem;
}

export function ItemHistoryDialog({ room, item: opened }: ItemHistoryDialogProps) {
  const client = useQueryClient();
  const { data: item } = useItem(room.id, opened);
  const isMine = useUser()?.id === item.user.id;
  const role = room.role ?? 'reader';
  const params = { id: room.id, contentId: item.id };
  const take = (saved: RoomItem) => {
    replaceItem(client, room.id, saved);
    void refreshRoom(client, room.id);
    return { content: saved.content, version: saved.version };
  };
  return (
    <HistoryDialog
      history={{
        key: ['rooms', 'versions', item.id],
        now: { content: item.content, version: item.version, files: [] },
        list: (signal) => call('GET /rooms/{id}/content/{contentId}/versions', { params, signal }),
        read: (version, signal) =>
          call('GET /rooms/{id}/content/{contentId}/versions/{version}', {
            params: { ...params, version: String(version) },
            signal,
          }),
        ...(isMine &&
          can(role, 'editOwnContent') && {
            change: {
              restore: async (version, over) =>
                take(
                  readRoomItem(
                    await call('POST /rooms/{id}/content/{contentId}/versions/{version}/restore', {
                      params: { ...params, version: String(version) },
                      headers: { 'if-match': String(over) },
                    }),
                  ),
                ),
              save: async (content, over) => take(await saveText(room.id, item.id, content, over)),
            },
          }),
        ...((isMine || role === 'owner') && {
          forget: () => call('DELETE /rooms/{id}/content/{contentId}/versions', { params }),
        }),
      }}
    />
  );
}
