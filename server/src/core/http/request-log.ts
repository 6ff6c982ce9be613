import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
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
 * Which route was called, never the path itself: ids and tokens in it open doors. Paths
 * that are no route of the API are pages and files of the web app.
 */
export const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url ?? (request.url.startsWith('/assets/') ? '/assets/*' : '*');

/** Fastify's type of its logger leaves out what pino can. */
const isEnabled = (log: FastifyBaseLogger, level: string) =>
  (log as FastifyBaseLogger & { isLevelEnabled(level: string): boolean }).isLevelEnabled(level);

/** One line for each answered request. Files of the web app are too many to be worth one. */
export function logRequests(
  server: FastifyInstance,
  addressOf: (request: FastifyRequest) => string,
): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const isQuiet = request.is404 || route === '/healthz' || route === '/readyz';
    const level = isQuiet && reply.statusCode < 400 ? 'debug' : 'info';
    if (isEnabled(request.log, level)) {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log[level](
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms,
          network: networkOf(addressOf(request)),
        },
        'Request',
      );
    }
    done();
  });
}
