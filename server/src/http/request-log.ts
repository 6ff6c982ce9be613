import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The network an address belongs to: enough to see a pattern, too little to name a person. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.parse(address);
  const kept = parsed.kind() === 'ipv4' ? 3 : 6;
  const bytes = parsed.toByteArray().map((byte, index) => (index < kept ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${kept * 8}`;
}

/**
 * Which route was called, never the path itself: ids of clips and tokens in it open doors. Paths that are no route of the API
 * are pages and files of the web app.
 */
export const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url ?? (request.url.startsWith('/assets/') ? '/assets/*' : '*');

/** One line for each answered request. Files of the web app are too many to be worth one. */
export function logRequests(server: FastifyInstance, addressOf: (request: FastifyRequest) => string): void {
  server.addHook('onResponse', async (request, reply) => {
    const entry = {
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      network: networkOf(addressOf(request)),
    };
    const isQuiet = request.is404 || entry.route === '/healthz' || entry.route === '/readyz';
    request.log[isQuiet && entry.status < 400 ? 'debug' : 'info'](entry, 'Request');
  });
}
