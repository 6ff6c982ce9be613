import type { OutgoingHttpHeaders } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How long a browser may go on sending after it was answered. */
const LINGER_MS = 5000;

/**
 * Responds before the body has come, and keeps nothing of it. What still comes is let run out for a
 * while: a browser whose connection breaks while it sends shows an error instead of the response.
 */
async function turnBack(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  reply.headers({
    location: '/share?lost=1',
    'cache-control': 'no-store',
    'content-length': 0,
    connection: 'close',
  });
  reply.raw.writeHead(303, reply.getHeaders() as OutgoingHttpHeaders).flushHeaders();
  request.raw.resume();
  const timer = setTimeout(end, LINGER_MS);
  function end() {
    clearTimeout(timer);
    reply.raw.end();
  }
  finished(request.raw, { writable: false }, end);
}

/**
 * Where an installed app is sent what another program shares. Its service worker takes that before
 * it gets here; without one it was not received, and the page that it leads to says so. No matter
 * who asks: any site can post this form.
 */
export function serveShareTarget(server: FastifyInstance): void {
  server.post('/share', { onRequest: turnBack }, async () => undefined);
}
