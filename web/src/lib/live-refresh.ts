import type { ServerEventName } from '@clipline/contract/events.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useConnection, useSocketEvent } from './socket.ts';

/** Ten files in a row are ten pieces of news; what they are about is read once. */
const GATHER_MS = 150;

/** Once nothing is being read: to read again at once would throw away the answers under way. */
function whenIdle(client: QueryClient, then: () => void): () => void {
  const look = () => {
    if (client.isFetching() > 0) return;
    stop();
    then();
  };
  const stop = client.getQueryCache().subscribe(look);
  look();
  return stop;
}

/**
 * Keeps what `refresh` reads in step with the news of one event, and catches up after each connect: the first one follows lists that
 * were read before anybody listened. News that come while `isBusy` are left to whoever is busy.
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
  const catchUp = useCallback(() => {
    if (!isBusy?.(client)) void refresh(client);
  }, [client, refresh, isBusy]);

  useSocketEvent(event, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(catchUp, GATHER_MS);
  });
  useEffect(() => {
    if (state !== 'connected' || seen.current === epoch) return undefined;
    seen.current = epoch;
    return whenIdle(client, catchUp);
  }, [client, state, epoch, catchUp]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
