import type {
  Room as WireRoom,
  RoomContent,
  RoomNotifications,
} from '@clipline/contract/schemas/rooms.ts';
import {
  type QueryClient,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import type { Failed } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { type Item, readItem } from '../../things/content.ts';

export const roomKeys = {
  list: ['rooms', 'list'] as const,
  one: (id: string) => ['rooms', 'one', id] as const,
  live: (id: string) => ['rooms', 'live', id] as const,
  content: (id: string) => ['rooms', 'content', id] as const,
  items: (id: string) => ['rooms', 'item', id] as const,
  item: (id: string, contentId: string) => ['rooms', 'item', id, contentId] as const,
  activity: (id: string) => ['rooms', 'activity', id] as const,
};

export interface RoomItem extends Omit<Item<RoomContent>, 'created_at' | 'updated_at'> {
  readonly createdAt: string;
}

export interface Room extends Omit<WireRoom, 'content'> {
  readonly content: readonly RoomItem[];
}

export function readRoomItem(wire: RoomContent): RoomItem {
  const { created_at: createdAt, updated_at: _, ...item } = readItem(wire);
  return { ...item, createdAt };
}

export const readRoom = (wire: WireRoom): Room => ({
  ...wire,
  content: wire.content.map(readRoomItem),
});

/**
 * Others change rooms while one looks elsewhere: a page that comes back reads again, with what was
 * there last in sight meanwhile.
 */
export const ALWAYS_READ = { staleTime: 0 } as const;

export const roomList = {
  queryKey: roomKeys.list,
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /rooms', { signal }),
  ...ALWAYS_READ,
};

export const useRooms = (failed?: Failed) => useQuery({ meta: { failed }, ...roomList });

export const useRoom = (id: string, enabled: boolean) =>
  useQuery({
    // The page of a room that was there says what became of it.
    meta: {
      failed: (error, data) => (data && isMissingRoom(error) ? null : m.rooms_load_failed()),
    },
    queryKey: roomKeys.one(id),
    queryFn: async ({ signal }) =>
      call('GET /rooms/{id}', { params: { id }, signal }).then(readRoom),
    enabled,
    ...ALWAYS_READ,
  });

export const isMissingRoom = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

export type RoomEnd = 'removed' | 'deleted';

export interface LiveRoom {
  readonly present: ReadonlySet<string>;
  readonly ended: RoomEnd | null;
}

export const NOTHING_HEARD: LiveRoom = { present: new Set(), ended: null };

export const useRoomLive = (id: string): LiveRoom =>
  useQuery<LiveRoom>({ queryKey: roomKeys.live(id), queryFn: skipToken }).data ?? NOTHING_HEARD;

/** `change` is given what is known by then: news may come faster than the page is drawn. */
export const setRoomLive = (
  client: QueryClient,
  id: string,
  change: (known: LiveRoom) => Partial<LiveRoom>,
): void =>
  void client.setQueryData<LiveRoom>(roomKeys.live(id), (known = NOTHING_HEARD) => ({
    ...known,
    ...change(known),
  }));

export const keepRoom = (client: QueryClient, room: Room): void =>
  void client.setQueryData(roomKeys.one(room.id), room);

export const refreshRoomList = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: roomKeys.list });

const allOf = (id: string) => [
  roomKeys.one(id),
  roomKeys.content(id),
  roomKeys.items(id),
  roomKeys.activity(id),
];

export const refreshRoom = (client: QueryClient, id: string): Promise<unknown> =>
  Promise.all(allOf(id).map((queryKey) => client.invalidateQueries({ queryKey })));

function useRoomMutation<A, R>(
  failed: Failed,
  mutationFn: (asked: A) => Promise<R>,
  refresh: (client: QueryClient, done: R, asked: A) => unknown,
) {
  const client = useQueryClient();
  return useMutation({
    meta: { failed },
    mutationFn,
    onSuccess: (done, asked) => refresh(client, done, asked),
  });
}

export const useCreateRoom = () =>
  useRoomMutation(
    m.rooms_create_failed(),
    ({ key, ...body }: { name: string; isPrivate: boolean; key: string }) =>
      call('POST /rooms', { body, idempotencyKey: key }),
    refreshRoomList,
  );

export const useDeleteRoom = () =>
  useRoomMutation(
    (error) => [
      m.rooms_delete_failed(),
      m.rooms_delete_failed_text({ reason: failureText(error, m.rooms_unknown_error()) }),
    ],
    (id: string) =>
      call('DELETE /rooms/{id}', { params: { id }, fallback: m.rooms_unknown_error() }),
    (client, _, id) => {
      client.setQueryData<{ id: string }[]>(roomKeys.list, (rooms) =>
        rooms?.filter((room) => room.id !== id),
      );
      void refreshRoomList(client);
    },
  );

/** Its failure is told by the toast that offers it. */
export const useRestoreRoom = () =>
  useRoomMutation(
    () => null,
    (id: string) => call('POST /trash/{kind}/{id}/restore', { params: { kind: 'room', id } }),
    refreshRoomList,
  );

export const useLeaveRoom = (id: string) =>
  useRoomMutation(
    m.rooms_leave_failed(),
    () => call('POST /rooms/{id}/leave', { params: { id } }),
    refreshRoomList,
  );

export const useUpdateRoom = (id: string) =>
  useRoomMutation(
    m.rooms_update_failed(),
    (body: { name: string; isPrivate: boolean }) =>
      call('PATCH /rooms/{id}', { params: { id }, body }),
    (client, room) => {
      keepRoom(client, readRoom(room));
      void client.invalidateQueries({ queryKey: roomKeys.activity(id) });
      void refreshRoomList(client);
    },
  );

export function useRoomNotifications(id: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.rooms_notify_failed(), changes: [roomKeys.one(id)] },
    mutationFn: (mode: RoomNotifications) =>
      call('PUT /rooms/{id}/notifications', { params: { id }, body: { mode } }),
    onMutate: (notifications) =>
      client.setQueryData<Room>(roomKeys.one(id), (room) => room && { ...room, notifications }),
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

export const useAddMember = (id: string) =>
  useMutation({
    meta: { failed: m.rooms_member_add_failed(), changes: allOf(id) },
    mutationFn: ({ email, key }: { email: string; key: string }) =>
      call('POST /rooms/{id}/members', { params: { id }, body: { email }, idempotencyKey: key }),
  });

export const useRemoveMember = (id: string) =>
  useMutation({
    meta: { failed: m.rooms_member_remove_failed(), changes: allOf(id) },
    mutationFn: (memberId: string) =>
      call('DELETE /rooms/{id}/members/{memberId}', { params: { id, memberId } }),
  });
