import { useQuery, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { countInTitle, countOnIcon } from '../../lib/page-title.ts';
import { useInFront, useShownRoom } from '../../live/front.ts';
import { AFTER_READING } from '../../live/query-client.ts';
import { useConnection, useSocketEvent } from '../../live/socket.ts';
import { useUser } from '../../session/session.ts';
import { type Room, roomKeys, roomList } from './rooms.api.ts';

type Rooms = Awaited<ReturnType<typeof roomList.queryFn>>;

const sumOf = (rooms: Rooms): number => rooms.reduce((sum, { unread }) => sum + (unread ?? 0), 0);

/** How much others added to my rooms since I looked, as far as it is known here. */
export const useUnread = (): number =>
  useQuery({ ...roomList, enabled: false, select: sumOf }).data ?? 0;

function setUnread(client: QueryClient, roomId: string, unread: number): void {
  client.setQueryData<Rooms>(roomKeys.list, (rooms) =>
    rooms?.map((room) => (room.id === roomId ? { ...room, unread } : room)),
  );
  // More is counted from what was read along with it.
  if (unread === 0)
    client.setQueryData<Room>(roomKeys.one(roomId), (room) => room && { ...room, unread });
}

/** Mounted once: reads the number, keeps it, and shows it around the page. */
export function useRoomNews(): void {
  const client = useQueryClient();
  const { epoch } = useConnection();
  const { data = 0 } = useQuery({ ...roomList, enabled: epoch > 0, select: sumOf });
  const readAgain = () => void client.invalidateQueries({ queryKey: roomKeys.list }, AFTER_READING);
  const catchUp = useEffectEvent(() => {
    if (client.getQueryData(roomKeys.list)) readAgain();
  });
  useEffect(() => {
    if (epoch > 1) catchUp();
  }, [epoch]);
  useSocketEvent('room:news', ({ roomId, unread }) => {
    const rooms = client.getQueryData<Rooms>(roomKeys.list);
    const isReading = client.isFetching({ queryKey: roomKeys.list }) > 0;
    if (isReading || !rooms?.some(({ id }) => id === roomId)) readAgain();
    setUnread(client, roomId, unread);
  });
  useSocketEvent('room:updated', ({ roomId, change }) => {
    if (change === 'removed' || change === 'deleted') setUnread(client, roomId, 0);
  });
  useEffect(() => {
    countInTitle(data);
    countOnIcon(data);
  }, [data]);
  useEffect(() => () => countInTitle(0), []);
}

/** Where it cannot be told, the next news or the next visit does. */
const see = (client: QueryClient, id: string): Promise<void> =>
  call('PUT /rooms/{id}/seen', { params: { id } }).then(
    () => setUnread(client, id, 0),
    () => undefined,
  );

/** Tells that I have seen what is in a room as I come to it; what comes meanwhile is seen by that. */
export function useSeeing({ id, role }: Pick<Room, 'id' | 'role'>, shown: boolean): void {
  const client = useQueryClient();
  const counts = shown && role !== null;
  useShownRoom(counts ? id : undefined);
  const isSeen = useInFront() && counts;
  useEffect(() => {
    if (isSeen) void see(client, id);
  }, [client, isSeen, id]);
  useSocketEvent('room:news', ({ roomId, unread }) => {
    if (isSeen && roomId === id && unread > 0) void see(client, id);
  });
}

const lastSeen = ({ role, content, unread }: Room, me: string | undefined): string | null => {
  if (role === null) return null;
  let left = unread ?? 0;
  for (const { user, createdAt } of content) {
    if (left === 0) return createdAt;
    if (user.id !== me) left -= 1;
  }
  return '';
};

/** When the newest thing was added that I had seen as I came; null where nobody counts for me. */
export function useLastSeen(room: Room): string | null {
  const me = useUser()?.id;
  return useState(() => lastSeen(room, me))[0];
}
