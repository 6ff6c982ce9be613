import type { ServerEventName } from '@clipline/contract/schemas/events.ts';
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useDebounced, type Debounced } from '../lib/debounce.ts';
import { AFTER_READING } from './query-client.ts';
import { useConnection, useSocketEvent } from './socket.ts';

const GATHER_MS = 80;
/** News that does not pause is not waited out. */
const GATHER_LONGEST_MS = 500;

/** Ten files in a row are ten pieces of news, and one read. */
export const useGathered = (read: () => void): Debounced<[]> =>
  useDebounced(read, GATHER_MS, { longest: GATHER_LONGEST_MS });

/**
 * Catches up after each connect, the first too: what was read before it may lack news. While
 * `isBusy` what is busy reads. `keys` must stay one array.
 */
export function useLiveRefresh(
  event: ServerEventName,
  keys: readonly QueryKey[],
  isBusy?: (client: QueryClient) => boolean,
): void {
  const client = useQueryClient();
  const { epoch } = useConnection();
  const seen = useRef(epoch);
  const readAgain = useCallback(() => {
    if (isBusy?.(client)) return;
    for (const queryKey of keys) void client.invalidateQueries({ queryKey }, AFTER_READING);
  }, [client, keys, isBusy]);

  useSocketEvent(event, useGathered(readAgain));
  // Nobody listens from then on.
  useEffect(
    () => () => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey, refetchType: 'none' });
    },
    [client, keys],
  );
  useEffect(() => {
    if (seen.current === epoch) return;
    seen.current = epoch;
    readAgain();
  }, [epoch, readAgain]);
}
