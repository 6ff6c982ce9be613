import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies have one; programs that pipeline, a few. */
const MAX_IN_PROGRESS = 8;

/**
 * Cuts a connection that asks on and on without waiting for its answers: a thousand small requests
 * fit into one packet, and all of them would begin in the same turn of the event loop.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const inProgress = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number): number => {
    const now = (inProgress.get(socket) ?? 0) + change;
    inProgress.set(socket, now);
    return now;
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // What came in the same packet is still read.
    if (socket.destroyed) return;
    if (count(socket, 1) > MAX_IN_PROGRESS) {
      socket.destroy();
      return;
    }
    response.once('close', () => count(socket, -1));
    handle(request, response);
  };
}
