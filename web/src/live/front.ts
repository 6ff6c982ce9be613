import { useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
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

/** The room whose content is on the screen. */
const shownRoom = createStore<string | undefined>(() => undefined);

/** As long as it is shown, what is added to the room has been seen. */
export function useShownRoom(id: string | undefined): void {
  useEffect(() => {
    shownRoom.setState(id, true);
    return () => shownRoom.setState(undefined, true);
  }, [id]);
}

/** A device that has the app in front is not notified. */
export function useFrontReport(): void {
  const connection = useSocket();
  const front = useInFront();
  const roomId = useStore(shownRoom);
  const { state, epoch } = useConnection();
  useEffect(() => {
    if (state === 'connected')
      connection.emit('app:front', { front, ...(roomId !== undefined && { roomId }) });
  }, [connection, front, roomId, state, epoch]);
}
