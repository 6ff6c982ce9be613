import path from 'node:path';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import type { Config } from './config.ts';
import { createLeadership } from './database/leadership.ts';
import { serveApiDocs } from './http/api-docs.ts';
import type { Identify, IdentifySession } from './http/current-user.ts';
import { drainOnClose } from './http/drain.ts';
import { diskIsWritable, schemaIsCurrent, serveHealth, storeIsWritable } from './http/health.ts';
import type { ApiDescription } from './http/open-api.ts';
import { MAX_SOCKETS_OF_NETWORK, platformLimits } from './http/rate-limits.ts';
import type { Serving } from './http/serve.ts';
import { createSessionCalls, type SessionCalls } from './http/session-calls.ts';
import { serveShareTarget } from './http/share-target.ts';
import { serveWebApp } from './http/web-assets.ts';
import type { PageValues } from './http/web-files.ts';
import type { PageWriters } from './http/written-page.ts';
import { createScheduler, type Job } from './jobs/scheduler.ts';
import {
  createMailDelivery,
  type MailDelivery,
  type MailTransport,
  type MailSource,
} from './mail/delivery.ts';
import { countMails } from './mail/mails.queries.ts';
import { outboxFolder } from './mail/outbox-folder.ts';
import { greetingOf, smtpTransport } from './mail/smtp.ts';
import type { Queues } from './metrics/metrics.ts';
import type { Channels } from './realtime/channels.ts';
import { createTell, type Tell } from './realtime/tell.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from './realtime/server.ts';
import type { Resources } from './resources.ts';

/** What the platform has to know of the product that it carries. */
export interface Product {
  readonly api: ApiDescription;
  readonly identify: Identify;
  readonly identifySession: IdentifySession;
  readonly requireSpace: Serving['requireSpace'];
  readonly mails: MailSource;
  /** What its pages tell. */
  readonly pageValues: PageValues;
}

/** What modules plug into. */
export interface Platform extends Resources {
  readonly version: string;
  /** HTTP calls. */
  readonly serving: Serving;
  /** What is written into pages of the web app; each module adds its own. */
  readonly pageWriters: PageWriters;
  /** Socket events. */
  readonly realtime: Realtime;
  readonly channels: Channels;
  /** Work in the background; each module adds its own before the program listens. */
  readonly jobs: Job[];
  readonly mail: MailDelivery;
  /** Begins to hand over the mails that a committed transaction queued; not waited for. */
  readonly deliverMail: () => void;
  /** Hears of what failed beside the calls, such as news that could not be published. */
  readonly onDefect: (error: unknown) => void;
  readonly tell: Tell;
  /** Of the web app that is served. */
  readonly build: () => string;
  /** Every endpoint that is served. */
  readonly served: ReadonlySet<Endpoint>;
  /** Begins to listen; returns the address, such as http://127.0.0.1:3000. */
  listen(): Promise<string>;
  /**
   * Where Prometheus finds figures, such as http://127.0.0.1:9464, once it listens; undefined
   * without METRICS_PORT.
   */
  metricsUrl(): string | undefined;
  /**
   * Stops accepting, finishes what runs, closes the store. With `drainMs`, connections that are
   * idle stay open for so long, or until they were used once more.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/** Mails leave at once; this finds those that wait for another try. */
const MAIL_POLL_MS = 2000;

const realtimeOptions = (
  { config, server, db, limits, addressOf, nodes }: Resources,
  { identify }: Product,
  sessionCalls: SessionCalls,
  build: () => string,
  tell: Tell,
): RealtimeOptions => ({
  httpServer: server.server,
  own: config,
  onOriginRefused: server.originRefused,
  identify,
  addressOf,
  allowsBytes: (address, way, lumps) =>
    limits.allows(platformLimits[way === 'sent' ? 'messages' : 'calls'], { address }, lumps),
  maxSocketsOfNetwork: config.RATE_LIMITS === 'on' ? MAX_SOCKETS_OF_NETWORK : Infinity,
  allowsConnection: (address) => limits.allows(platformLimits.connections, { address }),
  limitEvents: config.RATE_LIMITS === 'on',
  limitJoins: (address) => limits.take(platformLimits.calls, { address }),
  onSessionEnd: sessionCalls.end,
  build,
  checkReplies: config.NODE_ENV === 'test',
  log: server.log,
  ...(nodes ? { nodes, passing: { db, tell } } : {}),
});

export function createPlatform(resources: Resources, product: Product): Platform {
  const { config, server, store, db, storage, redis, metrics, limits, addressOf } = resources;
  const { version } = product.api;
  const drain = drainOnClose(server);
  const sessionCalls = createSessionCalls();
  const checkReplies = config.NODE_ENV === 'test';
  limitPages(resources);
  serveHealth(server, {
    required: {
      store: storeIsWritable(db),
      schema: schemaIsCurrent(db, resources.migrations),
      disk: diskIsWritable(config.DATA_DIR),
    },
    optional: {
      ...(redis ? { redis: redis.check } : {}),
      ...(storage.check ? { files: storage.check } : {}),
    },
  });
  serveApiDocs(server, product.api);
  serveShareTarget(server);
  const pageWriters: PageWriters = new Map();
  const webBuild = serveWebApp(server, {
    folder: resources.webFolder,
    publicUrl: config.PUBLIC_URL,
    serviceWorker: config.SERVICE_WORKER,
    values: product.pageValues,
    writers: pageWriters,
  });
  /** Without a web app, as while it is developed, the version stands for its build. */
  const build = () => webBuild() ?? version;
  const onDefect = (error: unknown) => {
    // While the program stops, the store may be closed before the last news.
    if (server.server.listening) server.log.error({ err: error }, 'News could not be told');
  };
  const tell = createTell(onDefect);
  const realtime = createRealtime(realtimeOptions(resources, product, sessionCalls, build, tell));
  const serving: Serving = {
    server,
    db,
    secret: config.APP_SECRET,
    identify: product.identify,
    requireSpace: product.requireSpace,
    identifySession: product.identifySession,
    sessionCalls,
    addressOf: (request) => addressOf(request.raw),
    limitCalls: (address) => limits.take(platformLimits.calls, { address }),
    limitProgram: (tokenId) => limits.take(platformLimits.tokenCalls, tokenId),
    countCalls: (address, calls) => limits.allows(platformLimits.calls, { address }, calls),
    checkReplies,
    served: new Set(),
  };
  const mail = createMailDelivery(db, product.mails, mailTransport(config), server.log);
  // After the reply has left, or its time would tell whether a mail follows.
  const deliverMail = () => void setImmediate(() => void mail.deliver());
  const jobs: Job[] = [
    ...realtime.jobs,
    { name: 'deliver mail', everyMs: MAIL_POLL_MS, run: async () => deliverMail() },
  ];
  const leadership =
    config.DATABASE_URL === undefined ? undefined : createLeadership(config.DATABASE_URL);
  const scheduler = createScheduler(
    jobs,
    (job, error) => server.log.error({ err: error, job }, 'Job failed'),
    leadership?.exclusively,
  );
  const { connections } = store;
  let metricsUrl: string | undefined;

  return {
    ...resources,
    version,
    serving,
    pageWriters,
    realtime,
    channels: realtime.channels,
    jobs,
    mail,
    deliverMail,
    onDefect,
    tell,
    build,
    served: serving.served,
    listen: async () => {
      metricsUrl = await serveMetrics(resources, {
        // First, or it would count the question about the others.
        ...(connections && { queries: async () => connections().waiting }),
        mails: () => countMails(db),
      });
      scheduler.start();
      // Fastify has a text for each address of the machine: the first says enough.
      const texts = ['Accepting connections'];
      return server.listen({
        port: config.PORT,
        host: listenHost(config.HOST),
        listenTextResolver: () => texts.pop() ?? '',
      });
    },
    metricsUrl: () => metricsUrl,
    async close({ drainMs = 0 } = {}) {
      drain(drainMs);
      realtime.close();
      await server.close();
      await metrics?.close();
      await mail.stop();
      await scheduler.stop();
      await leadership?.close();
      redis?.close();
      await store.close();
      storage.close?.();
    },
  };
}

/** Counts whatever is no call: pages, files of the web app, unknown paths. */
function limitPages({ server, nodeLimits, addressOf }: Resources): void {
  server.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.isCountedAsPage !== false)
      await nodeLimits.take(platformLimits.pages, { address: addressOf(raw) });
  });
}

/** Where METRICS_PORT is set; returns the address. */
async function serveMetrics(
  { metrics, config, server }: Resources,
  queues: Queues,
): Promise<string | undefined> {
  if (!metrics || config.METRICS_PORT === undefined) return undefined;
  const url = await metrics.listen(config.METRICS_PORT, queues);
  server.log.info({ url: `${url}/metrics` }, 'Figures are served');
  return url;
}

/** With a mail server nothing of a mail is shown: its link is a secret of its recipient. */
function mailTransport(config: Config): MailTransport {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, DATA_DIR, NODE_ENV } = config;
  if (SMTP_URL !== undefined) return smtpTransport(SMTP_URL, MAIL_FROM, greetingOf(PUBLIC_URL));
  const tell = NODE_ENV === 'test' ? () => {} : console.log;
  return outboxFolder(path.join(DATA_DIR, 'outbox'), MAIL_FROM, tell);
}

/**
 * For 'localhost' Fastify would open a second server on ::1, which would know nothing of sockets.
 */
const listenHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host);
