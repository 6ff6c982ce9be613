import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isThisComputerOnly } from '../lib/browser.ts';
import { useConnection, type ConnectionState } from './socket.ts';

/** A reconnect that takes a moment is not worth a sign. */
const CUT_AFTER_MS = 2500;
/** The first one waits behind all that a page loads. */
const FIRST_CUT_AFTER_MS = 10_000;
const PROBE_EVERY_MS = 10_000;

/** 'paused': calls get through and live updates do not, as behind some proxies. */
export type ConnectionSign = ConnectionState | 'paused';

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const useOffline = (): boolean => useConnectionSign() === 'disconnected';

/** The server takes no sockets from pages of another name than its own. */
export function expectedAddress(
  publicUrl: string | undefined,
  hostname: string,
): string | undefined {
  const isOwn = !hostname.includes('.') || /^[\d.]+$|^\[/.test(hostname);
  if (
    publicUrl === undefined ||
    isThisComputerOnly(publicUrl) ||
    isOwn ||
    new URL(publicUrl).hostname === hostname
  )
    return undefined;
  return publicUrl;
}

const reachedSteps = (since: number | undefined): number =>
  since === undefined
    ? 0
    : ([FIRST_CUT_AFTER_MS, CUT_AFTER_MS].find((ms) => performance.now() - since >= ms) ?? 0);

/** Offline is where a call failed, not where it takes long. */
export function useConnectionSign(): ConnectionSign {
  const { state, waitingSince, epoch } = useConnection();
  const online = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );
  // A screen that opens in the middle of a wait says at once what the one before it said.
  const [waited, setWaited] = useState(() => reachedSteps(waitingSince));
  useEffect(() => {
    if (waitingSince === undefined) return;
    const timers = [CUT_AFTER_MS, FIRST_CUT_AFTER_MS].map((ms) =>
      setTimeout(() => setWaited(ms), waitingSince + ms - performance.now()),
    );
    return () => {
      timers.forEach(clearTimeout);
      setWaited(0);
    };
  }, [waitingSince]);
  const { isSuccess: reached, isError: failed } = useQuery({
    queryKey: ['server-reached'],
    queryFn: async ({ signal }) => {
      const { ok } = await fetch('/healthz', { signal, cache: 'no-store' });
      if (!ok) throw new Error('The server is not well');
      return true;
    },
    enabled: waited > 0,
    refetchInterval: PROBE_EVERY_MS,
    refetchOnMount: 'always',
    retry: false,
    gcTime: 0,
  });
  if (state === 'connected') return 'connected';
  if (!online && waitingSince !== undefined) return 'disconnected';
  if (waited === 0) return 'connecting';
  if (failed) return 'disconnected';
  const patience = epoch === 0 ? FIRST_CUT_AFTER_MS : CUT_AFTER_MS;
  return reached && waited >= patience ? 'paused' : 'connecting';
}
