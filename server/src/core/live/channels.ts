import {
  type ServerEventName,
  type ServerPayload,
  serverEventScopes,
} from '@clipline/contract/schemas/events.ts';
import { CHUNK_BYTES } from '../chunks.ts';
import { jsonInTurns } from '../http/stream.ts';
import { type Ending, endHere, type Endings } from './endings.ts';
import { outgoingOf } from './outgoing.ts';
import { ReadyJson } from './parser.ts';
import { channelOf, type Sockets, socketsIn } from './sockets.ts';

/**
 * A channel is a group of sockets that asked for the news of one thing, such as `user:{id}`: one of
 * Socket.IO's rooms. What is published reaches the sockets of
 * every node; two nodes may tell of two changes in either order, so news carry versions, and
 * clients drop what they have seen.
 */
export interface Channels {
  /**
   * Sends to every socket in the channels, once to each. Sockets that are in the channel `unlessIn`
   * as well are passed over: they hear of it there.
   */
  publish<N extends ServerEventName>(
    channel: string | string[],
    event: N,
    payload: ServerPayload<N>,
    unlessIn?: string,
  ): void;
  /**
   * The same of what may be long, for a channel of one socket: while it is made a message others have
   * their turns. Where that took a while, `isStill` is asked whether it is to be sent.
   */
  tellOne<N extends ServerEventName>(
    channel: string,
    event: N,
    payload: ServerPayload<N>,
    isStill: () => Promise<boolean>,
  ): Promise<void>;
  /** Whether a socket of this node in the channel has yet to read what it was told. */
  isBehind(channel: string): boolean;
  /** Resolves when none of them is behind: they have read it, or are gone. */
  caughtUp(channel: string): Promise<void>;
  /**
   * Removes every socket of a user from a channel, such as one who lost the access to its thing.
   */
  expel(channel: string, userId: string): void;
  /** Removes every socket from a channel but those of these users. */
  expelOthers(channel: string, userIds: readonly string[]): void;
  /**
   * Tells every socket of a channel that it ended, and removes it from there. One that is signed
   * out and in no other channel is disconnected.
   */
  close<N extends ServerEventName>(channel: string, event: N, payload: ServerPayload<N>): void;
  /** Closes the sockets of a session that ended, and its long calls, at once. */
  disconnectSession(sessionId: string): void;
}

export interface ChannelsContext {
  /** Ends what else a session has on this node; on the others the store tells of it. */
  readonly onSessionEnd: (sessionId: string) => void;
  /** Hears whenever something leaves for the other nodes. */
  readonly onSaid: () => void;
  /** Where there are other nodes. */
  readonly endings: Pick<Endings, 'pass'> | undefined;
}

/**
 * Sockets of this node leave or are closed first: on the way to the others Redis may be silent.
 */
export function createChannels(
  io: Sockets,
  { onSessionEnd, onSaid, endings }: ChannelsContext,
): Channels {
  const socketsHere = (channel: string) => socketsIn(io, channel);
  const end = (ending: Ending) => {
    endHere(io, ending);
    if (!endings) return;
    onSaid();
    endings.pass(ending);
  };
  const publish: Channels['publish'] = (channel, event, payload, unlessIn) => {
    const without = channelOf.without(serverEventScopes.get(event) ?? null);
    // Given no channel, Socket.IO sends to every socket.
    if (channel.length === 0) return;
    onSaid();
    io.to(channel)
      .except(unlessIn === undefined ? without : [without, unlessIn])
      .emit(event, payload);
  };
  return {
    publish,
    async tellOne(channel, event, payload, isStill) {
      // Other nodes are told what there is to tell, not its JSON.
      if (socketsHere(channel).length === 0) return publish(channel, event, payload);
      const json = await jsonInTurns('news', payload);
      if (json.length > CHUNK_BYTES && !(await isStill())) return;
      const ready = new ReadyJson(json);
      const without = channelOf.without(serverEventScopes.get(event) ?? null);
      for (const socket of socketsHere(channel))
        if (!socket.rooms.has(without)) socket.emit(event, ready);
    },
    isBehind: (channel) => socketsHere(channel).some(({ conn }) => !outgoingOf(conn).isTaken()),
    async caughtUp(channel) {
      await Promise.all(socketsHere(channel).map(({ conn }) => outgoingOf(conn).taken()));
    },
    expel: (channel, userId) => end({ channel, users: [userId] }),
    expelOthers: (channel, userIds) => end({ channel, except: userIds }),
    close(channel, event, payload) {
      end({ channel, told: { event, payload } });
    },
    disconnectSession(sessionId) {
      const sockets = channelOf.session(sessionId);
      onSessionEnd(sessionId);
      io.local.in(sockets).disconnectSockets(true);
      io.in(sockets).disconnectSockets(true);
    },
  };
}
