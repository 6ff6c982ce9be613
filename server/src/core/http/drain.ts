import { once } from 'node:events';
import { Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

async function closedOrLater({ server }: FastifyInstance, ms: number): Promise<void> {
  const finished = new AbortController();
  await Promise.race([once(server, 'close', finished), delay(ms, undefined, finished)]).finally(
    () => finished.abort(),
  );
}

/**
 * For a program that stops while others like it go on: returns what begins the wait. From then on
 * no connection is taken, so a proxy turns to the next node. Those that are open stay so until they
 * were used once more or the time is up, because closing one by surprise loses the call that the
 * proxy is just sending on it.
 */
export function drainOnClose(server: FastifyInstance): (ms: number) => void {
  let patienceMs = 0;
  let isClosing = false;
  server.addHook('preClose', async () => {
    if (patienceMs > 0) await closedOrLater(server, patienceMs);
    isClosing = true;
  });
  // The head of an answer that began before the stop promised to keep the connection, and nothing
  // else would close it now.
  server.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.end();
  });
  return (ms) => {
    patienceMs = ms;
    // The HTTP server's own close would end the idle connections with it.
    if (ms > 0) TcpServer.prototype.close.call(server.server);
  };
}
