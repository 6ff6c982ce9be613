import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useConnection, type ConnectionState } from './socket.ts';

/** A reconnect that takes a moment is not worth a sign. */
const CUT_AFTER_MS = 2500;
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
  if (publicUrl === undefined || isOwn || new URL(publicUrl).hostname === hostname)
    return undefined;
  return publicUrl;
}

/** Offline is where no call gets through. */
export function useConnectionSign(): ConnectionSign {
  const { state, wanted } = useConnection();
  const online = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );
  const waiting = wanted && state !== 'connected';
  const [cut, setCut] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setCut(true), CUT_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setCut(false);
    };
  }, [waiting]);
  const { isSuccess: reached } = useQuery({
    queryKey: ['server-reached'],
    queryFn: async ({ signal }) => {
      const { ok } = await fetch('/healthz', { signal, cache: 'no-store' });
      if (!ok) throw new Error('The server is not well');
      return true;
    },
    enabled: cut,
    refetchInterval: PROBE_EVERY_MS,
    refetchOnMount: 'always',
    retry: false,
    gcTime: 0,
  });
  if (state === 'connected') return 'connected';
  if (!online && wanted) return 'disconnected';
  if (!cut) return 'connecting';
  return reached ? 'paused' : 'disconnected';
}
