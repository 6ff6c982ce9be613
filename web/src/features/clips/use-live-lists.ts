import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection, useSocketEvent } from '../../lib/socket.ts';
import { optimisticRunning } from './clip-mutations.api.ts';
import { refreshLists } from './clips.api.ts';

/** An upload of ten files says so ten times; the lists are read once. */
const GATHER_MS = 150;

/** Keeps lists and counts in step with every device of the owner, and catches up after each reconnect. */
export function useLiveLists(): void {
  const client = useQueryClient();
  const { state, epoch } = useConnection();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const seen = useRef(epoch);

  const refreshSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (optimisticRunning(client) === 0) void refreshLists(client);
    }, GATHER_MS);
  };

  useSocketEvent('clip-update', refreshSoon);
  useEffect(() => {
    if (state !== 'connected' || seen.current === epoch) return;
    seen.current = epoch;
    // The first connection of a visit follows lists that were just read.
    if (epoch > 1) void refreshLists(client);
  }, [client, state, epoch]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
