import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { CurrentUser } from '../http/current-user.ts';
import {
  admits,
  endJoin,
  type Membership,
  newMembership,
  noteSeen,
  type Publication,
  type Versions,
} from './membership.ts';
import type { Verdict } from './event-limit.ts';

export interface SocketData {
  user: CurrentUser | null;
  /** Where the socket comes from; see client-address. */
  address: string;
  memberships: Map<string, Membership>;
  limit: (now: number) => Verdict;
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

/**
 * What waits for one socket in memory; beyond, it reads slower than it is told. Its line is cut: it
 * comes back and reads the state, where endless news would bring the server down.
 */
const MAX_WAITING_BYTES = 16 * 1024 ** 2;

function cutIfTooSlow({ conn }: AppSocket): void {
  const { transport, writeBuffer } = conn as unknown as {
    readonly transport: {
      readonly socket?: { readonly bufferedAmount: number; terminate(): void };
    };
    readonly writeBuffer: readonly { readonly data?: { readonly length?: number } }[];
  };
  let waiting = transport.socket?.bufferedAmount ?? 0;
  if (writeBuffer.length > 0) for (const { data } of writeBuffer) waiting += data?.length ?? 0;
  // An orderly end would wait until everything was read.
  if (waiting > MAX_WAITING_BYTES) transport.socket?.terminate();
}

/** The sockets of a channel that are to hear of a publication now; notes that they have. */
export function* listeners(io: Sockets, publication: Publication): Generator<AppSocket, void> {
  for (const id of io.sockets.adapter.rooms.get(publication.channel) ?? []) {
    const socket = io.sockets.sockets.get(id);
    if (!socket) continue;
    cutIfTooSlow(socket);
    const { memberships } = socket.data;
    const membership = memberships.get(publication.channel);
    const hearsElsewhere =
      publication.unlessIn !== undefined && memberships.has(publication.unlessIn);
    if (membership && !hearsElsewhere && admits(membership, publication)) yield socket;
  }
}
