import { ProductError } from '@clipline/contract/errors.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { serverEventScopes } from '@clipline/contract/schemas/events.ts';
import { type CurrentUser, hasScope } from '../http/current-user.ts';
import {
  admits,
  endJoin,
  type Membership,
  newMembership,
  noteSeen,
  type Publication,
  type Versions,
} from './membership.ts';
import { outgoingOf } from './outgoing.ts';

export interface SocketData {
  user: CurrentUser | null;
  /** Where the socket comes from; see client-address. */
  address: string;
  memberships: Map<string, Membership>;
  /** Joins that wait for one of the same channel. */
  turns: Map<string, (() => void)[]>;
}

type AnyEvents = DefaultEventsMap;
export type Sockets = Server<AnyEvents, AnyEvents, AnyEvents, SocketData>;
export type AppSocket = Socket<AnyEvents, AnyEvents, AnyEvents, SocketData>;

/** Puts the socket into a channel. */
export function enter(socket: AppSocket, channel: string): Membership {
  const known = socket.data.memberships.get(channel);
  if (known) return known;
  const membership = newMembership();
  socket.data.memberships.set(channel, membership);
  void socket.join(channel);
  return membership;
}

export function leave(socket: AppSocket, channel: string): void {
  socket.data.memberships.delete(channel);
  void socket.leave(channel);
}

/** Joins of one channel that may wait for the one in progress; a page needs one. */
const MAX_WAITING_JOINS = 4;

/**
 * Waits until no other join of this channel is in progress, and until the socket has read what it
 * was told: the state of a channel may be large, and is not read for somebody who does not take it.
 * Returns what ends the turn.
 */
export async function turnToJoin({ data, conn }: AppSocket, channel: string): Promise<() => void> {
  const waiting = data.turns.get(channel);
  if (!waiting) data.turns.set(channel, []);
  else if (waiting.length >= MAX_WAITING_JOINS) throw new ProductError('TOO_MANY_REQUESTS');
  else await new Promise<void>((resolve) => void waiting.push(resolve));
  await outgoingOf(conn).taken();
  return () => {
    const next = data.turns.get(channel)?.shift();
    if (next) next();
    else data.turns.delete(channel);
  };
}

/** A join in progress; see `beginJoin`. */
export interface Join {
  /** The state that is about to be answered stands at these versions. */
  reached(versions: Versions): void;
  /** After the answer was sent: lets the news through that came meanwhile. */
  end(): void;
  /** The socket may not be here after all. */
  abandon(): void;
}

/**
 * Enters first and reads the state afterwards, so that nothing falls between the two; news that
 * arrive meanwhile are held back until the state was answered, so that nothing arrives twice or in
 * the wrong order.
 */
export function beginJoin(socket: AppSocket, channel: string): Join {
  const membership = enter(socket, channel);
  membership.joining += 1;
  return {
    reached: (versions) => noteSeen(membership, versions),
    end() {
      // A leave or an expulsion may have come first.
      if (socket.data.memberships.get(channel) !== membership) return;
      for (const { event, payload } of endJoin(membership)) socket.emit(event, payload);
    },
    abandon() {
      if (socket.data.memberships.get(channel) === membership) leave(socket, channel);
    },
  };
}

/** The sockets of a channel that are to hear of a publication now; notes that they have. */
export function* listeners(io: Sockets, publication: Publication): Generator<AppSocket, void> {
  const scope = serverEventScopes.get(publication.event) ?? null;
  for (const id of io.sockets.adapter.rooms.get(publication.channel) ?? []) {
    const socket = io.sockets.sockets.get(id);
    if (!socket || !hasScope(socket.data.user, scope)) continue;
    outgoingOf(socket.conn).check();
    const { memberships } = socket.data;
    const membership = memberships.get(publication.channel);
    const hearsElsewhere =
      publication.unlessIn !== undefined && memberships.has(publication.unlessIn);
    if (membership && !hearsElsewhere && admits(membership, publication)) yield socket;
  }
}
