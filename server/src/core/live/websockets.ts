import { type ServerOptions, WebSocketServer } from 'ws';

/** A browser sends the longest text in some fifty, and each takes memory until all have come. */
const MAX_FRAGMENTS = 256;

/**
 * The websockets under Socket.IO. Its own are of an older `ws`, which answers pings without an end
 * to who reads no answer; this one ends a socket for which 60 wait. Firefox sends one whenever its
 * network changes.
 */
export class BoundedWebSockets extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, maxFragments: MAX_FRAGMENTS });
  }
}
