import {
  addRoomMember,
  createRoom,
  deleteRoom,
  getRoom,
  leaveRoom,
  listRooms,
  removeRoomMember,
  renewShareToken,
  updateRoom,
  type Room,
} from '@clipline/contract/rooms.ts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const roomKeys = {
  list: ['rooms', 'list'] as const,
  one: (id: string) => ['rooms', 'one', id] as const,
  /** Every page of what is in a room, however filtered. */
  content: (id: string) => ['rooms', 'content', id] as const,
  activity: (id: string) => ['rooms', 'activity', id] as const,
};

/** Others change rooms while one looks elsewhere: whoever comes back reads again, with what was there last in sight meanwhile. */
export const ALWAYS_READ = { staleTime: 0 } as const;

export const useRooms = () => useQuery({ queryKey: roomKeys.list, queryFn: ({ signal }) => call(listRooms, { signal }), ...ALWAYS_READ });

export const useRoom = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: roomKeys.one(id),
    queryFn: ({ signal }) => call(getRoom, { params: { id }, signal }),
    enabled,
    ...ALWAYS_READ,
  });

/** Puts a room that the server has just answered where `useRoom` finds it. */
export const keepRoom = (client: QueryClient, room: Room): void => void client.setQueryData(roomKeys.one(room.id), room);

export const refreshRoomList = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: roomKeys.list });

/** Everything that is shown of one room. */
export const refreshRoom = (client: QueryClient, id: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: roomKeys.one(id) }),
    client.invalidateQueries({ queryKey: roomKeys.content(id) }),
    client.invalidateQueries({ queryKey: roomKeys.activity(id) }),
  ]);

export function useCreateRoom() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: { name: string; isPrivate: boolean; key: string }) => call(createRoom, { body, idempotencyKey: key }),
    onSuccess: () => refreshRoomList(client),
  });
}

export function useDeleteRoom() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteRoom, { params: { id }, fallback: 'Unknown error occurred' }),
    onSuccess: (_, id) => {
      client.setQueryData<{ id: string }[]>(roomKeys.list, (rooms) => rooms?.filter((room) => room.id !== id));
      return refreshRoomList(client);
    },
  });
}

export const useLeaveRoom = (id: string) => {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => call(leaveRoom, { params: { id } }), onSuccess: () => refreshRoomList(client) });
};

export function useUpdateRoom(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; isPrivate: boolean }) => call(updateRoom, { params: { id }, body }),
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
    mutationFn: () => call(renewShareToken, { params: { id } }),
    onSuccess: ({ shareToken }) => client.setQueryData<Room>(roomKeys.one(id), (room) => room && { ...room, shareToken }),
  });
}

export function useAddMember(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, key }: { email: string; key: string }) =>
      call(addRoomMember, { params: { id }, body: { email }, idempotencyKey: key }),
    onSettled: () => refreshRoom(client, id),
  });
}

export function useRemoveMember(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) => call(removeRoomMember, { params: { id, memberId } }),
    onSettled: () => refreshRoom(client, id),
  });
}
