import { ProductError } from '@clipline/contract/errors.ts';
import type { NeededScope } from '@clipline/contract/scopes.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { CurrentUser } from '../http/current-user.ts';
import { outgoingOf } from './outgoing.ts';

export interface SocketData {
  user: CurrentUser | null;
  /** Where the socket comes from; see client-address. */
  address: string;
  /** Joins that wait for one of the same channel. */
  turns: Map<string, (() => void)[]>;
  /** Joins of any channel that have not had their turn. */
  waitingJoins: number;
  leaves: Leaves;
}

/** What is remembered of one socket; a page leaves a few. */
const MAX_LEFT = 1000;

/** While a socket has events in progress: which channels it has left since each of them came. */
export interface Leaves {
  /** An event has come; returns what tells of a channel whether it was left since. */
  begin(): (channel: string) => boolean;
  end(): void;
  /** Of a channel, or of all whose names begin with what ends in a colon. */
  note(channel: string): void;
}

export function createLeaves(): Leaves {
  const leftAt = new Map<string, number>();
  let [now, inProgress] = [0, 0];
  return {
    begin() {
      const begun = ++now;
      inProgress++;
      const since = (name: string) => (leftAt.get(name) ?? 0) > begun;
      return (channel) => since(channel) || since(channel.slice(0, channel.lastIndexOf(':') + 1));
    },
    end() {
      if (--inProgress === 0) leftAt.clear();
    },
    note(channel) {
      leftAt.delete(channel);
      leftAt.set(channel, ++now);
      const [eldest] = leftAt.keys();
      if (leftAt.size > MAX_LEFT && eldest !== undefined) leftAt.delete(eldest);
    },
  };
}

type AnyEvents = DefaultEventsMap;
export type Sockets = Server<AnyEvents, AnyEvents, AnyEvents, SocketData>;
export type AppSocket = Socket<AnyEvents, AnyEvents, AnyEvents, SocketData>;

/** Channels that the platform puts sockets in; modules name those of their own things. */
export const channelOf = {
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  /** Sockets of API tokens that lack a scope. */
  without: (scope: NeededScope) => `without:${scope}`,
} as const;

/** Those of this node. */
export const socketsIn = (io: Sockets, channel: string): AppSocket[] =>
  [...(io.sockets.adapter.rooms.get(channel) ?? [])].flatMap(
    (id) => io.sockets.sockets.get(id) ?? [],
  );

/** A channel ended for this socket: see `Channels.close`. */
export function endChannel(
  socket: AppSocket,
  channel: string,
  event: string,
  payload: unknown,
): void {
  void socket.leave(channel);
  socket.emit(event, payload);
  // Its own channel is left.
  if (!socket.data.user && socket.rooms.size <= 1) socket.disconnect(true);
}

/** Joins of one channel that may wait for the one in progress; a page needs one. */
const MAX_WAITING_JOINS = 4;
/** Joins of all channels that may wait: each is in memory for as long as the socket reads nothing. */
const MAX_WAITING_JOINS_OF_SOCKET = 20;

/**
 * Waits until no other join of this channel is in progress, and until the socket has read what it
 * was told: the state of a channel may be large, and is not read for a client that does not take
 * it. Returns what ends the turn.
 */
export async function turnToJoin({ data, conn }: AppSocket, channel: string): Promise<() => void> {
  const outgoing = outgoingOf(conn);
  const waiting = data.turns.get(channel);
  if (!waiting && outgoing.isTaken()) data.turns.set(channel, []);
  else {
    if (
      (waiting?.length ?? 0) >= MAX_WAITING_JOINS ||
      data.waitingJoins >= MAX_WAITING_JOINS_OF_SOCKET
    )
      throw new ProductError('TOO_MANY_REQUESTS');
    data.waitingJoins++;
    if (waiting) await new Promise<void>((resolve) => void waiting.push(resolve));
    else data.turns.set(channel, []);
    await outgoing.taken();
    data.waitingJoins--;
  }
  return () => {
    const next = data.turns.get(channel)?.shift();
    if (next) next();
    else data.turns.delete(channel);
  };
}
