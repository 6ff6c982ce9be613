import type { ServerEventName } from '@clipline/contract/schemas/events.ts';
import { useQueryClient, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { wasAskedAhead } from '../lib/asked-ahead.ts';
import { useDebounced } from '../lib/debounce.ts';
import { useConnection, useSocketEvent } from './socket.ts';

/** Ten files in a row are ten pieces of news; what they are about is read once, and soon. */
export const GATHER_MS = 80;
/**
 * A list that was read longer before the first connection than this may lack something that
 * happened between.
 */
const FRESH_MS = 2000;

const mayLackNews = ({ state }: Query): boolean =>
  state.status === 'success' &&
  (wasAskedAhead() ? performance.now() : Date.now() - state.dataUpdatedAt) > FRESH_MS;

/** Once nothing is being read: to read again at once would throw away the replies under way. */
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
 * Keeps what stands under `keys` in step with the news of one event, and catches up after each
 * connect. News that come while `isBusy` are left to what is busy. `keys` must stay the same
 * array.
 */
export function useLiveRefresh(
  event: ServerEventName,
  keys: readonly QueryKey[],
  isBusy?: (client: QueryClient) => boolean,
): void {
  const client = useQueryClient();
  const { state, epoch } = useConnection();
  const seen = useRef(epoch);
  const catchUp = useCallback(
    (predicate?: (query: Query) => boolean) => {
      if (isBusy?.(client)) return;
      for (const queryKey of keys)
        void client.invalidateQueries({ queryKey, ...(predicate && { predicate }) });
    },
    [client, keys, isBusy],
  );

  const gathered = useDebounced(() => catchUp(), GATHER_MS);
  useSocketEvent(event, gathered);
  useEffect(() => {
    if (state !== 'connected' || seen.current === epoch) return undefined;
    seen.current = epoch;
    return whenIdle(client, () => catchUp(epoch === 1 ? mayLackNews : undefined));
  }, [client, state, epoch, catchUp]);
}
