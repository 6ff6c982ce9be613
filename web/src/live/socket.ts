import type {
  ClientAck,
  ClientEventName,
  ClientPayload,
  ServerEventName,
  ServerPayload,
} from '@clipline/contract/schemas/events.ts';
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { useUser } from '../session/session.ts';
import {
  type Connection,
  type ConnectionSnapshot,
  type ConnectionState,
  createConnection,
} from './socket-connection.ts';

export type { ConnectionState };

const CONNECTED_POLL_MS = 5000;
const SocketContext = createContext<Connection | null>(null);

/** Open while a person is signed in, or a page asks. */
export function SocketProvider({ children }: { children: ReactNode }) {
  const connection = useMemo(() => createConnection(), []);
  const userId = useUser()?.id ?? null;
  useEffect(() => connection.setUser(userId), [connection, userId]);
  useEffect(() => {
    const poll = setInterval(connection.check, CONNECTED_POLL_MS);
    const wake = () => document.visibilityState === 'visible' && connection.wake();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    window.addEventListener('offline', connection.cut);
    return () => {
      clearInterval(poll);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', connection.cut);
      connection.setUser(null);
    };
  }, [connection]);
  return createElement(SocketContext, { value: connection }, children);
}

export function useSocket(): Connection {
  const connection = useContext(SocketContext);
  if (!connection) throw new Error('useSocket must be used within the socket provider');
  return connection;
}

export function useConnection(): ConnectionSnapshot {
  const connection = useSocket();
  return useSyncExternalStore(connection.subscribe, connection.snapshot, connection.snapshot);
}

export function useAnonymousConnection(): void {
  const connection = useSocket();
  useEffect(() => connection.hold(), [connection]);
}

export function useSocketEvent<N extends ServerEventName>(
  event: N,
  handler: (payload: ServerPayload<N>) => void,
): void {
  const connection = useSocket();
  const hear = useEffectEvent(handler);
  useEffect(() => connection.on(event, (payload) => hear(payload)), [connection, event]);
}

type JoinName = Extract<ClientEventName, `join:${string}`>;

/**
 * `onJoined` gets the present state at first, after each reconnect and when the tab becomes
 * visible: whatever was missed is caught up.
 */
export function useSocketChannel<J extends JoinName>(options: {
  join: J;
  leave?: ClientEventName;
  payload: ClientPayload<J> | null;
  onJoined: (ack: ClientAck<J>) => void;
}): void {
  const { join, leave, payload } = options;
  const connection = useSocket();
  const { state, epoch } = useConnection();
  const onJoined = useEffectEvent(options.onJoined);
  const key = payload === null ? null : JSON.stringify(payload);
  useEffect(() => {
    if (key === null || state !== 'connected') return;
    const current = JSON.parse(key) as ClientPayload<J>;
    let mounted = true;
    const enter = () => connection.emit(join, current, (ack) => mounted && onJoined(ack));
    const reenter = () =>
      document.visibilityState === 'visible' &&
      connection.snapshot().state === 'connected' &&
      enter();
    enter();
    document.addEventListener('visibilitychange', reenter);
    return () => {
      mounted = false;
      document.removeEventListener('visibilitychange', reenter);
      if (leave && connection.snapshot().state === 'connected') connection.emit(leave, current);
    };
  }, [connection, join, leave, key, state, epoch]);
}
