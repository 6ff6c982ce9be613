import type { Socket } from 'socket.io-client';
import type {
  ClientAck,
  ClientEventName,
  ClientPayload,
  ServerEventName,
  ServerPayload,
} from '@clipline/contract/schemas/events.ts';
import { inReadersLanguage } from '../lib/failure-language.ts';
import { language } from '../lib/language.ts';
import { refreshSession } from '../session/refresh.ts';
import { getSession } from '../session/session.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const QUICK_ATTEMPTS = 5;
const QUICK_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

export type ConnectionState = 'connecting' | 'connected' | 'disconnected';

export interface ConnectionSnapshot {
  readonly state: ConnectionState;
  readonly epoch: number;
  /** By `performance.now`, where a connection is wanted and there is none. */
  readonly waitingSince: number | undefined;
}

export interface Connection {
  readonly snapshot: () => ConnectionSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  readonly on: <N extends ServerEventName>(
    event: N,
    handler: (payload: ServerPayload<N>) => void,
  ) => () => void;
  /** False, with a warning, when not connected: the next join reads what was missed. */
  readonly emit: <N extends ClientEventName>(
    event: N,
    payload: ClientPayload<N>,
    ack?: (ack: ClientAck<N>) => void,
  ) => boolean;
  readonly setUser: (userId: string | null) => void;
  /** Asks for a connection without an account until the result is called. */
  readonly hold: () => () => void;
  readonly wake: () => void;
  /** The network is gone: a socket would notice it only by its next unanswered ping. */
  readonly cut: () => void;
  readonly check: () => void;
}

/** Five quick attempts, then ever longer pauses, without end. */
export const reconnectDelay = (attempt: number): number =>
  attempt <= QUICK_ATTEMPTS
    ? QUICK_DELAY_MS
    : Math.min(LONGEST_DELAY_MS, QUICK_DELAY_MS * 2 ** (attempt - QUICK_ATTEMPTS));

type AnyHandler = (payload: unknown) => void;

const isFailure = (
  payload: unknown,
): payload is { error: string; code: string; values?: unknown } =>
  typeof payload === 'object' && payload !== null && 'error' in payload && 'code' in payload;

/** Failures come in the server's language. */
function pass(payload: unknown, to: AnyHandler): void {
  if (language() === 'en' || !isFailure(payload)) return to(payload);
  void inReadersLanguage(payload.code, payload.error, payload.values).then((error) =>
    to({ ...payload, error }),
  );
}

type Client = Pick<typeof import('socket.io-client'), 'io'>;

export function createConnection(
  query: Record<string, string> = {},
  loadClient: () => Promise<Client> = () => import('socket.io-client'),
): Connection {
  const listeners = new Set<() => void>();
  const handlers = new Map<string, Set<AnyHandler>>();
  let socket: Socket | undefined;
  let userId: string | null = null;
  let holders = 0;
  let attempts = 0;
  let offered: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: ConnectionSnapshot = {
    state: 'disconnected',
    epoch: 0,
    waitingSince: undefined,
  };

  const wanted = () => userId !== null || holders > 0;

  function publish(change: Partial<Pick<ConnectionSnapshot, 'state' | 'epoch'>>): void {
    const { state, epoch } = { ...current, ...change };
    const waitingSince =
      wanted() && state !== 'connected' ? (current.waitingSince ?? performance.now()) : undefined;
    if (state === current.state && epoch === current.epoch && waitingSince === current.waitingSince)
      return;
    current = { state, epoch, waitingSince };
    for (const listener of listeners) listener();
  }

  async function load(): Promise<Socket> {
    const { io } = await loadClient();
    // Another call may have been first while the library loaded.
    if (socket) return socket;
    socket = io({
      transports: ['websocket'],
      withCredentials: true,
      timeout: CONNECT_TIMEOUT_MS,
      // Pauses are kept here: the library neither resumes after a refused token nor after the
      // server closed the socket.
      reconnection: false,
      autoConnect: false,
      forceNew: true,
      query,
      auth: (give) => {
        offered = getSession()?.access_token;
        give({ token: offered });
      },
    });
    socket.on('connect', () => {
      attempts = 0;
      publish({ state: 'connected', epoch: current.epoch + 1 });
    });
    socket.on('disconnect', (reason) => {
      publish({ state: 'disconnected' });
      if (reason !== 'io client disconnect') retryLater();
    });
    socket.on('connect_error', (error) => {
      console.warn('Socket connection error:', error.message);
      publish({ state: 'disconnected' });
      void renewIfRefused(error.message).finally(retryLater);
    });
    socket.onAny((event: string, payload: unknown) => {
      pass(payload, (translated) => {
        for (const handler of handlers.get(event) ?? []) handler(translated);
      });
    });
    return socket;
  }

  async function renewIfRefused(message: string): Promise<void> {
    // A failure that ends the session raises its own event; any other is tried again with the next
    // attempt.
    if (message === 'Unauthorized' && offered && getSession())
      await refreshSession(offered).catch(() => undefined);
  }

  function retryLater(): void {
    clearTimeout(timer);
    if (!wanted()) return;
    attempts += 1;
    timer = setTimeout(() => void open(), reconnectDelay(attempts));
  }

  async function open(): Promise<void> {
    clearTimeout(timer);
    if (!wanted() || current.state !== 'disconnected') return;
    publish({ state: 'connecting' });
    try {
      const opened = await load();
      if (wanted()) opened.connect();
      else close();
    } catch (error) {
      console.warn('Socket connection error:', error);
      publish({ state: 'disconnected' });
      retryLater();
    }
  }

  function close(): void {
    clearTimeout(timer);
    attempts = 0;
    socket?.disconnect();
    publish({ state: 'disconnected' });
  }

  const settle = () => (wanted() ? void open() : close());

  return {
    snapshot: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    on(event, handler) {
      const group = handlers.get(event) ?? new Set();
      const listener = handler as AnyHandler;
      handlers.set(event, group.add(listener));
      return () => group.delete(listener);
    },
    emit(event, payload, ack) {
      if (!socket?.connected) {
        console.warn(`Socket not connected: ${event} was not sent`);
        return false;
      }
      const acknowledge = ack as ((ack: unknown) => void) | undefined;
      if (acknowledge) socket.emit(event, payload, (reply: unknown) => pass(reply, acknowledge));
      else socket.emit(event, payload);
      return true;
    },
    setUser(next) {
      if (next !== userId) close();
      userId = next;
      publish({});
      settle();
    },
    hold() {
      holders += 1;
      publish({});
      settle();
      return () => {
        holders -= 1;
        publish({});
        settle();
      };
    },
    wake: () => void open(),
    cut() {
      if (!wanted()) return;
      socket?.disconnect();
      publish({ state: 'disconnected' });
      // The server may be on this very machine, and reachable all the same.
      retryLater();
    },
    check() {
      if (!socket) return;
      if (socket.connected !== (current.state === 'connected')) {
        if (socket.connected) {
          publish({ state: 'connected', epoch: current.epoch + 1 });
        } else if (current.state === 'connected') {
          publish({ state: 'disconnected' });
          retryLater();
        }
      }
    },
  };
}
