import {
  type ServerEventName,
  type ServerPayload,
  serverEventScopes,
} from '@clipline/contract/schemas/events.ts';
import type { NeededScope } from '@clipline/contract/scopes.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { CurrentUser } from '../http/current-user.ts';

export interface SocketData {
  user: CurrentUser | null;
  address: string;
  served: Map<unknown, Promise<void>>;
}

type AnyEvents = DefaultEventsMap;
export type Sockets = Server<AnyEvents, AnyEvents, AnyEvents, SocketData>;
export type AppSocket = Socket<AnyEvents, AnyEvents, AnyEvents, SocketData>;

export const channelOf = {
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  without: (scope: NeededScope) => `without:${scope}`,
  /** Of those who look at what is in a room. */
  lookingAt: (roomId: string) => `looking:${roomId}`,
} as const;

const socketsIn = (io: Sockets, channel: string): AppSocket[] =>
  [...(io.sockets.adapter.rooms.get(channel) ?? [])].flatMap(
    (id) => io.sockets.sockets.get(id) ?? [],
  );

export const usersIn = (io: Sockets, channel: string): string[] => [
  ...new Set(socketsIn(io, channel).flatMap(({ data }) => data.user?.id ?? [])),
];

interface Told {
  readonly event: string;
  readonly payload: unknown;
  /** Who is in another channel whose name begins so has lost nothing, and is not told. */
  readonly unlessIn?: string | undefined;
}

function endChannel(socket: AppSocket, channel: string, { event, payload, unlessIn }: Told): void {
  void socket.leave(channel);
  if (unlessIn !== undefined && [...socket.rooms].some((name) => name.startsWith(unlessIn))) return;
  socket.emit(event, payload);
  if (!socket.data.user && socket.rooms.size <= 1) socket.disconnect(true);
}

/** Who leaves a channel: of these users, else of all, those who are not among `except`. */
export interface Ending {
  readonly channel: string;
  readonly users?: readonly string[];
  readonly except?: readonly string[];
  readonly told?: Told;
}

export function endHere(io: Sockets, { channel, users, except = [], told }: Ending): void {
  if (told) for (const socket of socketsIn(io, channel)) endChannel(socket, channel, told);
  else
    io.local
      .in(users?.map(channelOf.user) ?? channel)
      .except(except.map(channelOf.user))
      .socketsLeave(channel);
}

export const connectionOf = (socket: AppSocket) => ({
  id: socket.id,
  user: socket.data.user,
  address: socket.data.address,
  headers: socket.handshake.headers,
  query: socket.handshake.query as Readonly<Record<string, unknown>>,
  auth: socket.handshake.auth as Readonly<Record<string, unknown>>,
  isOpen: () => socket.connected,
  enter: (channel: string) => void socket.join(channel),
  end: <N extends ServerEventName>(
    channel: string,
    event: N,
    payload: ServerPayload<N>,
    unlessIn?: string,
  ) => endChannel(socket, channel, { event, payload, unlessIn }),
  isIn: (channel: string) => socket.rooms.has(channel),
  channels: () => [...socket.rooms],
  send: <N extends ServerEventName>(event: N, payload: ServerPayload<N>) =>
    void socket.emit(event, payload),
  onClose: (work: () => void) => void socket.on('disconnect', work),
});
export type Connection = ReturnType<typeof connectionOf>;

const WHICH_ARE_OPEN = 'which are open';
const ANSWER_MS = 1000;

interface ChannelsContext {
  readonly onSessionEnd: (sessionId: string) => void;
  readonly onSaid: () => void;
  readonly passEnding: ((ending: Ending) => void) | undefined;
  readonly isAlone: boolean;
}

/**
 * The sockets that asked for news of one thing, such as `user:{id}`, on every node. Two nodes may
 * tell in either order, so news carry versions, and clients drop what they have seen. Sockets of
 * this node leave or are closed first: on the way to the others Redis may be silent.
 */
export function createChannels(
  io: Sockets,
  { onSessionEnd, onSaid, passEnding, isAlone }: ChannelsContext,
) {
  const end = (ending: Ending) => {
    endHere(io, ending);
    if (!passEnding) return;
    onSaid();
    passEnding(ending);
  };
  const isHere = (channel: string) => io.sockets.adapter.rooms.has(channel);
  io.on(WHICH_ARE_OPEN, (channels: string[], answer: (open: string[]) => void) =>
    answer(channels.filter(isHere)),
  );
  const openElsewhere = (channels: readonly string[]) =>
    new Promise<string[]>((resolve) => {
      setTimeout(resolve, ANSWER_MS, []).unref();
      io.serverSideEmit(WHICH_ARE_OPEN, channels, (_error: unknown, answers?: string[][]) =>
        resolve((answers ?? []).flat()),
      );
    });
  return {
    /** To sockets of this node alone. */
    publishHere<N extends ServerEventName>(
      channels: string[],
      event: N,
      payload: ServerPayload<N>,
    ): void {
      const without = channelOf.without(serverEventScopes.get(event) ?? null);
      io.local.to(channels).except(without).emit(event, payload);
    },
    isHere,
    /** Whose sockets of this node are in it. */
    usersHere: (channel: string): string[] => usersIn(io, channel),
    /** There are no other nodes. */
    isAlone,
    /** Which of them have a socket, on any node that answers soon. */
    async open(channels: readonly string[]): Promise<Set<string>> {
      const elsewhere = isAlone || channels.length === 0 ? [] : await openElsewhere(channels);
      return new Set([...channels.filter(isHere), ...elsewhere]);
    },
    /** Work that every node does about its own sockets; a node that Redis does not reach misses it. */
    onEachNode<T>(name: string, work: (about: T) => void): (about: T) => void {
      io.on(name, work);
      return (about) => {
        onSaid();
        work(about);
        if (!isAlone) io.serverSideEmit(name, about);
      };
    },
    publish<N extends ServerEventName>(
      channel: string | string[],
      event: N,
      payload: ServerPayload<N>,
      unlessIn?: string,
    ): void {
      const without = channelOf.without(serverEventScopes.get(event) ?? null);
      // Given no channel, Socket.IO sends to every socket.
      if (channel.length === 0) return;
      onSaid();
      io.to(channel)
        .except(unlessIn === undefined ? without : [without, unlessIn])
        .emit(event, payload);
    },
    expel: (channel: string, userId: string): void => end({ channel, users: [userId] }),
    expelOthers: (channel: string, userIds: readonly string[]): void =>
      end({ channel, except: userIds }),
    /** A signed-out socket that is in no other channel is disconnected. */
    close<N extends ServerEventName>(
      channel: string,
      event: N,
      payload: ServerPayload<N>,
      unlessIn?: string,
    ): void {
      end({ channel, told: { event, payload, unlessIn } });
    },
    disconnectSession(sessionId: string): void {
      const sockets = channelOf.session(sessionId);
      onSessionEnd(sessionId);
      io.local.in(sockets).disconnectSockets(true);
      io.in(sockets).disconnectSockets(true);
    },
  };
}

export type Channels = ReturnType<typeof createChannels>;
