import type { FastifyInstance } from 'fastify';
import type { Counter, Gauge, Registry } from 'prom-client';
import type { TransactionWatch } from '../database/database.ts';
import { routeOf } from '../http/request-log.ts';
import type { JobWatch } from '../jobs/scheduler.ts';
import { keptFor } from '../kept-for.ts';
import type { RealtimeWatch } from '../realtime/realtime-watch.ts';
import { MINUTE_MS } from '../time.ts';
import type { Listener } from './scrapes.ts';

/** What is asked when a scrape comes. Undefined where the installation has no such part. */
export interface Sources {
  readonly version: string;
  readonly openSockets: () => number;
  readonly connections:
    | (() => { readonly total: number; readonly idle: number; readonly waiting: number })
    | undefined;
  readonly mails: () => Promise<{
    readonly new: number;
    readonly failed: number;
    readonly oldest: number | null;
  }>;
  readonly storedBytes: () => Promise<number>;
  readonly freeBytes: () => Promise<number>;
  /** Rejects while Redis is out of reach. */
  readonly redis: (() => Promise<void>) | undefined;
}

/**
 * What the parts of the program tell, where METRICS_PORT is set. Labels are names out of the code,
 * never ids, addresses or tokens.
 */
export interface Metrics {
  readonly realtime: RealtimeWatch;
  readonly transactions: TransactionWatch;
  readonly jobs: JobWatch;
  readonly refused: (limit: string) => void;
  readonly storageFailed: () => void;
  watchRequests(server: FastifyInstance): void;
  /** Begins to answer scrapes; returns the address, such as http://127.0.0.1:9464. */
  listen(port: number, sources: Sources): Promise<string>;
  close(): Promise<void>;
}

/** From a cached page to an upload over a slow line. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Two figures come of one question. */
const MAILS_MS = 500;
/** Adding up every file goes over a whole table. */
const STORED_BYTES_MS = 5 * MINUTE_MS;

type Prom = typeof import('prom-client');
interface Figures {
  readonly prom: Prom;
  readonly registry: Registry;
}

const counter = <L extends string>(
  { prom, registry }: Figures,
  name: string,
  help: string,
  ...labelNames: L[]
): Counter<L> =>
  new prom.Counter({ name: `clipline_${name}`, help, labelNames, registers: [registry] });

const gauge = <L extends string>(
  { prom, registry }: Figures,
  name: string,
  help: string,
  labelNames: L[],
  collect?: (gauge: Gauge<L>) => Promise<void> | void,
): Gauge<L> =>
  new prom.Gauge<L>({
    name: `clipline_${name}`,
    help,
    labelNames,
    registers: [registry],
    ...(collect && {
      async collect() {
        try {
          await collect(this);
        } catch {
          // A figure that cannot be had is missing; the others are told.
          this.reset();
        }
      },
    }),
  });

/** What grows while the program works. */
const countersOf = (figures: Figures) => ({
  requests: new figures.prom.Histogram({
    name: 'clipline_http_request_duration_seconds',
    help: 'Answered requests by the template of their route. "*" is whatever is no route: pages, files, unknown paths.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [figures.registry],
  }),
  events: counter(
    figures,
    'socket_events_total',
    'Events that sockets sent: ok, refused, failed (a defect), dropped (too many).',
    'event',
    'outcome',
  ),
  published: counter(figures, 'publishes_total', 'News that this node told all nodes.', 'event'),
  delivered: counter(figures, 'deliveries_total', 'News sent to sockets of this node.', 'event'),
  gaps: counter(
    figures,
    'missed_news_total',
    'Times that news between nodes may have been lost, so that sockets were closed to read again.',
  ),
  transactions: counter(figures, 'transactions_total', 'Transactions by their end.', 'outcome'),
  retries: counter(
    figures,
    'transaction_retries_total',
    'Transactions begun again because of another one.',
  ),
  refusals: counter(
    figures,
    'rate_limit_refusals_total',
    'Refusals by the limit that was reached.',
    'limit',
  ),
  storageFailures: counter(
    figures,
    'object_storage_failures_total',
    'Times that the S3 store did not do what it was asked.',
  ),
  jobRuns: counter(figures, 'job_runs_total', 'Jobs that ran on this node.', 'job', 'outcome'),
  jobSuccess: gauge(
    figures,
    'job_last_success_timestamp_seconds',
    'When a job last ended well on this node.',
    ['job'],
  ),
});

function addMailGauges(figures: Figures, mails: Sources['mails']): void {
  gauge(
    figures,
    'mails_waiting',
    'Mails in the outbox, of all nodes together: new, or failed at least once.',
    ['state'],
    async (each) => {
      const { new: fresh, failed } = await mails();
      each.set({ state: 'new' }, fresh);
      each.set({ state: 'failed' }, failed);
    },
  );
  gauge(
    figures,
    'oldest_mail_seconds',
    'Age of the oldest mail in the outbox; 0 when there is none.',
    [],
    async (each) => {
      const { oldest } = await mails();
      each.set(oldest === null ? 0 : (Date.now() - oldest) / 1000);
    },
  );
}

/** What is read when a scrape comes. */
function addGauges(figures: Figures, sources: Sources): void {
  const { connections, redis } = sources;
  gauge(figures, 'info', 'The version that runs.', ['version']).set(
    { version: sources.version },
    1,
  );
  gauge(figures, 'sockets_open', 'Sockets that are connected.', [], (each) =>
    each.set(sources.openSockets()),
  );
  const storedBytes = keptFor(STORED_BYTES_MS, sources.storedBytes);
  gauge(
    figures,
    'stored_bytes',
    'Bytes of uploaded files, each content once. Of all nodes together.',
    [],
    async (each) => each.set(await storedBytes()),
  );
  gauge(figures, 'disk_free_bytes', 'Free bytes where DATA_DIR is.', [], async (each) =>
    each.set(await sources.freeBytes()),
  );
  addMailGauges(figures, keptFor(MAILS_MS, sources.mails));
  if (connections)
    gauge(
      figures,
      'database_connections',
      'Connections to PostgreSQL; waiting are calls that wait for one.',
      ['state'],
      (each) => {
        const { total, idle, waiting } = connections();
        each.set({ state: 'busy' }, total - idle);
        each.set({ state: 'idle' }, idle);
        each.set({ state: 'waiting' }, waiting);
      },
    );
  if (redis)
    gauge(
      figures,
      'redis_up',
      '1 while messages come through, 0 while they do not.',
      [],
      async (each) =>
        each.set(
          await redis().then(
            () => 1,
            () => 0,
          ),
        ),
    );
}

/**
 * Loads prom-client, and with node:http as a module all of Node's fetch: only where an operator
 * wants figures.
 */
export async function createMetrics(): Promise<Metrics> {
  const prom = await import('prom-client');
  const { listenForScrapes } = await import('./scrapes.ts');
  const registry = new prom.Registry();
  const figures: Figures = { prom, registry };
  let listener: Listener | undefined;
  prom.collectDefaultMetrics({ register: registry });
  const counters = countersOf(figures);

  return {
    realtime: {
      answered: (event, outcome) => counters.events.inc({ event, outcome }),
      published: (event) => counters.published.inc({ event }),
      delivered: (event) => counters.delivered.inc({ event }),
      missed: () => counters.gaps.inc(),
    },
    transactions: {
      ended: (outcome) => counters.transactions.inc({ outcome }),
      repeated: () => counters.retries.inc(),
    },
    jobs: {
      ended(job, outcome) {
        counters.jobRuns.inc({ job, outcome });
        if (outcome === 'ok') counters.jobSuccess.set({ job }, Date.now() / 1000);
      },
    },
    refused: (limit) => counters.refusals.inc({ limit }),
    storageFailed: () => counters.storageFailures.inc(),
    watchRequests(server) {
      server.addHook('onResponse', async (request, reply) => {
        const method = METHODS.has(request.method) ? request.method : 'other';
        const status = `${Math.floor(reply.statusCode / 100)}xx`;
        const labels = { method, route: routeOf(request), status };
        counters.requests.observe(labels, reply.elapsedTime / 1000);
      });
    },
    async listen(port, sources) {
      addGauges(figures, sources);
      listener = await listenForScrapes(port, registry);
      return listener.url;
    },
    async close() {
      await listener?.close();
      registry.clear();
    },
  };
}
