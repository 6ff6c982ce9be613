import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection, useSocketEvent } from '../../lib/socket.ts';
import { refreshRoomList } from './rooms.api.ts';

/** Ten files in a row are ten pieces of news; the list is read once. */
const GATHER_MS = 150;

/** Keeps the list of rooms in step with everybody in them, and catches up after each reconnect. */
export function useLiveRooms(): void {
  const client = useQueryClient();
  const { state, epoch } = useConnection();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const seen = useRef(epoch);

  useSocketEvent('room:updated', () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refreshRoomList(client), GATHER_MS);
  });
  useEffect(() => {
    if (state !== 'connected' || seen.current === epoch) return;
    seen.current = epoch;
    // The first connection of a visit follows a list that was just read.
    if (epoch > 1) void refreshRoomList(client);
  }, [client, state, epoch]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
