import type { ServerEventName, ServerPayload } from '@clipline/contract/schemas/events.ts';

/**
 * A version of one thing among many that a channel tells of: its news are in order among
 * themselves, whatever the event.
 */
export interface VersionOf {
  readonly of: string;
  readonly version: number;
}

/**
 * A channel is a group of sockets that asked for the news of one thing, such as `clip:{id}`.
 * ("Room" is a product word here.) What is published reaches the sockets of every node.
 */
export interface Channels {
  /**
   * Sends to every socket in the channel. With a version, a socket that has seen this or a later
   * version of this event in this channel is passed over, so that no version arrives twice and none
   * after a newer one. The versions of an event in one channel must be of one thing, or say of
   * which. Sockets that are in the channel `unlessIn` as well are passed over too: they hear of it
   * there.
   */
  publish<N extends ServerEventName>(
    channel: string,
    event: N,
    payload: ServerPayload<N>,
    version?: number | VersionOf,
    unlessIn?: string,
  ): void;
  /**
   * Removes every socket of a user from a channel, such as a member who was removed from a room.
   */
  expel(channel: string, userId: string): void;
  /** Removes every socket from a channel but those of these users. */
  expelOthers(channel: string, userIds: readonly string[]): void;
  /** Closes the sockets of a session that ended, and its long calls, at once. */
  disconnectSession(sessionId: string): void;
}

export const channelOf = {
  clip: (clipId: string) => `clip:${clipId}`,
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  room: (roomId: string) => `room:${roomId}`,
  /** Sockets of its owner. */
  desktop: (networkId: string) => `desktop:${networkId}`,
  /** Sockets that joined with its share token. */
  sharedDesktop: (networkId: string) => `shared-desktop:${networkId}`,
  lanPeer: (peerId: string) => `lan-peer:${peerId}`,
  /** Sockets of one person or browser, which need not be told of each other. */
  lanOwner: (owner: string) => `lan-owner:${owner}`,
  /** Everybody who looks for hosts on a network. */
  lanNetwork: (networkKey: string) => `lan-network:${networkKey}`,
} as const;
