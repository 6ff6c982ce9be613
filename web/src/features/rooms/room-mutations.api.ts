import { failureText } from '../../lib/api-error.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { m } from '../../paraglide/messages.js';
import { keepRoom, refreshRoom, refreshRoomList, roomKeys } from './rooms.api.ts';

export function useCreateRoom() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.rooms_create_failed() },
    mutationFn: ({ key, ...body }: { name: string; isPrivate: boolean; key: string }) =>
      call('POST /rooms', { body, idempotencyKey: key }),
    onSuccess: () => refreshRoomList(client),
  });
}

export function useDeleteRoom() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      failed: (error) => [
        m.rooms_delete_failed(),
        m.rooms_delete_failed_text({ reason: failureText(error, m.rooms_unknown_error()) }),
      ],
    },
    mutationFn: (id: string) =>
      call('DELETE /rooms/{id}', { params: { id }, fallback: m.rooms_unknown_error() }),
    onSuccess: (_, id) => {
      client.setQueryData<{ id: string }[]>(roomKeys.list, (rooms) =>
        rooms?.filter((room) => room.id !== id),
      );
      void refreshRoomList(client);
    },
  });
}

export function useRestoreRoom() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call('POST /trash/{kind}/{id}/restore', { params: { kind: 'room', id } }),
    onSuccess: () => refreshRoomList(client),
  });
}

export const useLeaveRoom = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.rooms_leave_failed() },
    mutationFn: () => call('POST /rooms/{id}/leave', { params: { id } }),
    onSuccess: () => refreshRoomList(client),
  });
};

export function useUpdateRoom(id: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.rooms_update_failed() },
    mutationFn: (body: { name: string; isPrivate: boolean }) =>
      call('PATCH /rooms/{id}', { params: { id }, body }),
    onSuccess: (room) => {
      keepRoom(client, room);
      void client.invalidateQueries({ queryKey: roomKeys.activity(id) });
      void refreshRoomList(client);
    },
  });
}

export function useRenewShareToken(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /rooms/{id}/share-token', { params: { id } }),
    onSuccess: ({ shareToken }) =>
      client.setQueryData<Room>(roomKeys.one(id), (room) => room && { ...room, shareToken }),
  });
}

export function useAddMember(id: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.rooms_member_add_failed() },
    mutationFn: ({ email, key }: { email: string; key: string }) =>
      call('POST /rooms/{id}/members', { params: { id }, body: { email }, idempotencyKey: key }),
    onSettled: () => refreshRoom(client, id),
  });
}

export function useRemoveMember(id: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.rooms_member_remove_failed() },
    mutationFn: (memberId: string) =>
      call('DELETE /rooms/{id}/members/{memberId}', { params: { id, memberId } }),
    onSettled: () => refreshRoom(client, id),
  });
}
