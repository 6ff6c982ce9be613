import { useEffect, useSyncExternalStore } from 'react';
import { useConnection, useSocket } from './socket.ts';

const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

function follow(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  window.addEventListener('focus', onChange);
  window.addEventListener('blur', onChange);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    window.removeEventListener('focus', onChange);
    window.removeEventListener('blur', onChange);
  };
}

/** Whether somebody looks at this page. */
export const useInFront = (): boolean => useSyncExternalStore(follow, isInFront, () => false);

/** A device that has the app in front is not notified. */
export function useFrontReport(): void {
  const connection = useSocket();
  const front = useInFront();
  const { state, epoch } = useConnection();
  useEffect(() => {
    if (state === 'connected') connection.emit('app:front', { front });
  }, [connection, front, state, epoch]);
}
