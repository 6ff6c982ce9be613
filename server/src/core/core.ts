import { statfs } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Core, Resources } from './app.ts';
import { type Config, keepDataFromOthers } from './config.ts';
import { onWake } from './db/database.ts';
import { openStore } from './db/open.ts';
import { createLeadership } from './db/leader.ts';
import { bringUpToDate, type Migrations } from './db/migrate.ts';
import { type ApiDescription, serveApiDocs } from './http/openapi.ts';
import { addressBy } from './http/address.ts';
import type { Identify, IdentifySession } from './http/current-user.ts';
import { createHttpServer, drainOnClose, type LogSink } from './http/server.ts';
import { diskIsWritable, schemaIsCurrent, serveHealth, storeIsWritable } from './http/health.ts';
import { createRateLimits, platformLimits } from './http/limits.ts';
import { createOrigins, type Machine } from './http/own-origins.ts';
import { createSessionCalls } from './http/guard.ts';
import { type PageWriters, serveShareTarget, serveWebApp } from './http/pages.ts';
import type { PageValues } from './http/web-files.ts';
import { keyed } from './ids.ts';
import { createScheduler, type Job, LOOK_MS } from './jobs.ts';
import { nodesBy } from './live/nodes.ts';
import { createRealtime } from './live/server.ts';
import { createTell } from './live/tell.ts';
import { createMailDelivery, type MailTransport, type MailSource } from './mail/delivery.ts';
import { countMails, DELIVER_MAIL, findNextAttempt } from './mail/mails.queries.ts';
import { outboxFolder } from './mail/outbox-folder.ts';
import { greetingOf, smtpTransport } from './mail/smtp.ts';
import { createMetrics } from './metrics.ts';
import { connectRedis } from './redis.ts';
import { diskStorage } from './storage/disk.ts';
import { type ObjectStorage, StorageAway } from './storage/object-storage.ts';
import { s3Storage } from './storage/s3.ts';

export interface Substitutes {
  readonly webFolder?: string;
  readonly storage?: ObjectStorage;
  /** For a command beside the service. */
  readonly openStore?: typeof openStore;
  readonly logTo?: LogSink;
  readonly machine?: Machine;
}

const builtWebApp = path.resolve(import.meta.dirname, '..', '..', '..', 'web', 'dist');

export async function openResources(
  config: Config,
  migrations: Migrations,
  {
    webFolder = builtWebApp,
    storage: givenStorage,
    openStore: open = openStore,
    logTo,
    machine,
  }: Substitutes,
): Promise<Resources> {
  const server = createHttpServer(config, undefined, logTo);
  const { log } = server;
  const metrics = config.METRICS_PORT === undefined ? undefined : await createMetrics(server);
  keepDataFromOthers(config.DATA_DIR, (line) => log.warn(line));
  const store = open(config, (error) => log.error({ err: error }, 'Database connection lost'));
  const copy = await bringUpToDate(store, migrations, (line) => log.info(line));
  if (copy !== undefined) log.info({ copy }, 'The store was copied, then brought up to date');
  // Installations that share a Redis have different secrets, nodes of one have the same.
  const prefix = `clipline:${keyed(config.APP_SECRET, 'redis').slice(0, 16)}:`;
  const redis =
    config.REDIS_URL === undefined ? undefined : await connectRedis(config.REDIS_URL, prefix, log);
  const s3 =
    config.S3_ENDPOINT === undefined
      ? undefined
      : await s3Storage(config, (error) => log.error({ err: error }, 'The S3 store failed'));
  return {
    config,
    server,
    store,
    migrations,
    db: store.db,
    storage:
      givenStorage ??
      s3 ??
      (await diskStorage(path.join(config.DATA_DIR, 'blobs'), (error) =>
        log.error({ err: error }, 'The folder of files failed'),
      )),
    s3,
    redis,
    nodes: redis && (await nodesBy(redis)),
    metrics,
    limits: createRateLimits(config.RATE_LIMITS, redis),
    nodeLimits: createRateLimits(config.RATE_LIMITS),
    addressOf: addressBy(config.TRUST_PROXY, () =>
      log.warn(
        'A proxy of TRUST_PROXY sent no X-Forwarded-For that can be read: limits count all who come by it as one, and the local network feature is off for them.',
      ),
    ),
    // With PORT=0 the system chooses.
    origins: createOrigins(
      config,
      () => (server.server.address() as AddressInfo | null)?.port ?? config.PORT,
      machine,
    ),
    diskSpace: async () => {
      const { bavail, bsize, blocks } = await statfs(config.DATA_DIR).catch((cause: unknown) => {
        throw new StorageAway('The data folder cannot be looked at', { cause });
      });
      return { free: bavail * bsize, total: blocks * bsize };
    },
    webFolder,
  };
}

export interface Product {
  readonly api: ApiDescription;
  readonly identify: Identify;
  readonly identifySession: IdentifySession;
  readonly requireSpace: Core['requireSpace'];
  readonly mails: MailSource;
  readonly pageValues: PageValues;
  /** What stands in the first tag of each, which may change. */
  readonly pageAttributes: (host: string | undefined) => Promise<string>;
}

export function createCore(resources: Resources, product: Product): Core {
  const { config, server, store, db, storage, redis, metrics, limits } = resources;
  const { version } = product.api;
  const drain = drainOnClose(server);
  const sessionCalls = createSessionCalls();
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
    attributes: product.pageAttributes,
    writers: pageWriters,
  });
  /** Without a web app, as while it is developed, the version stands for its build. */
  const build = () => webBuild() ?? version;
  const onDefect = (error: unknown) => {
    // While the program stops, the store may be closed before the last news.
    if (server.server.listening) server.log.error({ err: error }, 'News could not be told');
  };
  const tell = createTell(onDefect);
  const base = {
    ...resources,
    identify: product.identify,
    sessionCalls,
    limitCalls: (address: string) => limits.take(platformLimits.calls, { address }),
    checkReplies: config.NODE_ENV === 'test',
    handlers: new Map(),
    greeters: [],
    tell,
    build,
  };
  const { close: closeSockets, ...realtime } = createRealtime(base);
  const mail = createMailDelivery(db, product.mails, mailTransport(config), server.log);
  const jobs: Job[] = [
    ...realtime.jobs,
    {
      name: DELIVER_MAIL,
      everyMs: LOOK_MS,
      run: () => mail.deliver(),
      nextDue: () => findNextAttempt(db, Date.now()),
    },
  ];
  const wake = (job: string) => scheduler.wake(job);
  onWake(db, wake);
  const leadership =
    config.DATABASE_URL === undefined ? undefined : createLeadership(config.DATABASE_URL, wake);
  const scheduler = createScheduler(
    jobs,
    (job, error) => server.log.error({ err: error, job }, 'Job failed'),
    leadership?.exclusively,
  );
  let metricsUrl: string | undefined;

  return {
    ...base,
    ...realtime,
    version,
    identifySession: product.identifySession,
    requireSpace: product.requireSpace,
    limitProgram: (tokenId) => limits.take(platformLimits.tokenCalls, tokenId),
    countCalls: (address, calls) => limits.allows(platformLimits.calls, { address }, calls),
    served: new Set(),
    pageWriters,
    jobs,
    mail,
    onDefect,
    listen: async () => {
      if (metrics && config.METRICS_PORT !== undefined) {
        metricsUrl = await metrics.listen(config.METRICS_PORT, {
          // First, or it would count the question about the others.
          ...(store.engine === 'postgres' && {
            queries: async () => store.pool()?.waitingCount ?? 0,
          }),
          mails: () => countMails(db),
        });
        server.log.info({ url: `${metricsUrl}/metrics` }, 'Figures are served');
      }
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
      closeSockets();
      await server.close();
      await metrics?.close();
      mail.stop();
      await scheduler.stop();
      await leadership?.close();
      redis?.close();
      await store.close();
      storage.close?.();
    },
  };
}

function limitPages({ server, nodeLimits, addressOf }: Resources): void {
  server.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.isCountedAsPage !== false)
      await nodeLimits.take(platformLimits.pages, { address: addressOf(raw) });
  });
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
