import type { IncomingHttpHeaders } from 'node:http';
import type { ServerEventName, ServerPayload } from '@clipline/contract/schemas/events.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { type AppSocket, endChannel } from './sockets.ts';

/** One socket as a module sees it that serves more than its events. */
export interface Connection {
  readonly id: string;
  readonly user: CurrentUser | null;
  readonly address: string;
  /** Of the handshake. */
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, unknown>>;
  isOpen(): boolean;
  /** Without the state that a join returns. */
  enter(channel: string): void;
  leave(channel: string): void;
  /** The channel ended for this socket alone: as `Channels.close` does it for all. */
  end<N extends ServerEventName>(channel: string, event: N, payload: ServerPayload<N>): void;
  isIn(channel: string): boolean;
  channels(): readonly string[];
  send<N extends ServerEventName>(event: N, payload: ServerPayload<N>): void;
  onClose(work: () => void): void;
}

export const connectionOf = (socket: AppSocket): Connection => ({
  id: socket.id,
  user: socket.data.user,
  address: socket.data.address,
  headers: socket.handshake.headers,
  query: socket.handshake.query,
  isOpen: () => socket.connected,
  enter: (channel) => void socket.join(channel),
  leave: (channel) => void socket.leave(channel),
  end: (channel, event, payload) => endChannel(socket, channel, event, payload),
  isIn: (channel) => socket.rooms.has(channel),
  channels: () => [...socket.rooms],
  send: (event, payload) => void socket.emit(event, payload),
  onClose: (work) => void socket.on('disconnect', work),
});
