import type { ServerEventName } from '@clipline/contract/events.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection, useSocketEvent } from './socket.ts';

/** Ten files in a row are ten pieces of news; what they are about is read once. */
const GATHER_MS = 150;

/**
 * Keeps what `refresh` reads in step with the news of one event, and catches up after each reconnect. News that come while `isBusy`
 * are left to whoever is busy.
 */
export function useLiveRefresh(
  event: ServerEventName,
  refresh: (client: QueryClient) => unknown,
  isBusy?: (client: QueryClient) => boolean,
): void {
  const client = useQueryClient();
  const { state, epoch } = useConnection();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const seen = useRef(epoch);

  useSocketEvent(event, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!isBusy?.(client)) void refresh(client);
    }, GATHER_MS);
  });
  useEffect(() => {
    if (state !== 'connected' || seen.current === epoch) return;
    seen.current = epoch;
    // The first connection of a visit follows lists that were just read.
    if (epoch > 1) void refresh(client);
  }, [client, state, epoch, refresh]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
