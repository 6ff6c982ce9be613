import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from './config.ts';
import { isOwnHost } from './http/origins.ts';
import { routeOf } from './http/server.ts';

/** Figures are for those who run the machine: no one else reaches this address. */
const HOST = '127.0.0.1';

/** Labels are names out of the code, never ids, addresses or tokens. */
export async function createMetrics(server: FastifyInstance) {
  const { createServer } = await import('node:http');
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'clipline_http_request_duration_seconds',
    help: 'Answered requests by the template of their route; "*" is whatever is no route.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const [method, status] = [request.method, `${Math.floor(reply.statusCode / 100)}xx`];
    requests.observe({ method, route: routeOf(request), status }, reply.elapsedTime / 1000);
  });
  const scrapes = createServer((request, response) => {
    // A page whose name was made to point here (DNS rebinding) could read the answer.
    if (!isOwnHost(request.headers.host, `http://${HOST}`)) response.writeHead(421).end();
    else if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end();
    else
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  return {
    async listen(
      port: number,
      queues: Readonly<Record<string, () => Promise<number>>>,
    ): Promise<string> {
      for (const [name, lengthOf] of Object.entries(queues))
        registry.registerMetric(
          new Gauge({
            name: `clipline_${name}_waiting`,
            help: `How many ${name} wait.`,
            registers: [],
            async collect() {
              this.set(await lengthOf().catch(() => Number.NaN));
            },
          }),
        );
      scrapes.listen(port, HOST);
      await once(scrapes, 'listening').catch((cause: NodeJS.ErrnoException) => {
        throw new ConfigError(
          `METRICS_PORT ${port} on ${HOST} cannot be listened on: ${cause.code}. Set METRICS_PORT to another number.`,
          { cause },
        );
      });
      return `http://${HOST}:${(scrapes.address() as AddressInfo).port}`;
    },
    async close(): Promise<void> {
      scrapes.close();
      scrapes.closeAllConnections();
    },
  };
}

export type Metrics = Awaited<ReturnType<typeof createMetrics>>;
