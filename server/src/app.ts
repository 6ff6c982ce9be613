import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { clientEvents, serverEvents } from '@clipline/contract/schemas/events.ts';
import type { FastifyInstance } from 'fastify';
import packageJson from '../package.json' with { type: 'json' };
import type { Config } from './platform/config.ts';
import type { DataDirectory } from './platform/database/data-directory.ts';
import { openStore, type Store, watchTransactions } from './platform/database/database.ts';
import { createLeadership } from './platform/database/leadership.ts';
import { bringUpToDate } from './platform/database/migrate-store.ts';
import { serveApiDocs } from './platform/http/api-docs.ts';
import {
  diskIsWritable,
  schemaIsCurrent,
  serveHealth,
  storeIsWritable,
} from './platform/http/health.ts';
import { drainOnClose } from './platform/http/drain.ts';
import { addressBy, createHttpServer, type LogSink } from './platform/http/http-server.ts';
import { createRateLimits } from './platform/http/rate-limits.ts';
import { createSessionCalls } from './platform/http/session-calls.ts';
import type { Serving } from './platform/http/serve.ts';
import { serveWebApp } from './platform/http/web-assets.ts';
import { keyed } from './platform/ids.ts';
import { createScheduler } from './platform/jobs/scheduler.ts';
import {
  createMailDelivery,
  type MailDelivery,
  type MailTransport,
} from './platform/mail/delivery.ts';
import { outboxFolder } from './platform/mail/outbox-folder.ts';
import { countMails } from './platform/mail/mails.queries.ts';
import { smtpTransport } from './platform/mail/smtp.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { serveAccount } from './modules/account/account.routes.ts';
import type { Accounts } from './modules/auth/accounts.ts';
import { authJobs } from './modules/auth/auth.jobs.ts';
import { accountMails } from './modules/auth/auth.mails.ts';
import { serveAuth } from './modules/auth/auth.routes.ts';
import { beginMissingTrials } from './modules/auth/auth.queries.ts';
import { identifyBy, identifySessionBy, planReader } from './modules/auth/sessions.ts';
import { TRIAL_MS } from './modules/auth/plan.ts';
import { noteSpentTrial } from './modules/auth/spent-trials.ts';
import { billingJobs } from './modules/billing/billing.jobs.ts';
import { serveBilling } from './modules/billing/billing.routes.ts';
import type { Billing } from './modules/billing/billing.ts';
import { endBilling } from './modules/billing/end-billing.ts';
import { pricesOf } from './modules/billing/prices.ts';
import { connectStripe } from './modules/billing/stripe-client.ts';
import { CLIP, filesSharedBy } from './modules/clips/clips.ts';
import { clipsJobs } from './modules/clips/clips.jobs.ts';
import { serveClips } from './modules/clips/clips.routes.ts';
import { serveClipEvents } from './modules/clips/clips.sockets.ts';
import { desktopJobs } from './modules/desktop/desktop.jobs.ts';
import { createDesktopNews } from './modules/desktop/desktop-news.ts';
import { networkHashOf } from './modules/desktop/visitors.ts';
import { serveDesktop } from './modules/desktop/desktop.routes.ts';
import { serveDesktopEvents } from './modules/desktop/desktop.sockets.ts';
import type { Desktops } from './modules/desktop/desktop.ts';
import { isShareable } from './modules/desktop/find-desktop.ts';
import { findDesktopOfUser } from './modules/desktop/desktops.queries.ts';
import { browserCookie } from './modules/files/browser-cookie.ts';
import type { Files } from './modules/files/files.ts';
import { createStorageBudget } from './modules/files/storage-budget.ts';
import { findUseOfPerson, findUseOfSignedOut } from './modules/files/storage-use.queries.ts';
import { filesJobs } from './modules/files/files.jobs.ts';
import { sumBlobs } from './modules/files/files.queries.ts';
import { serveFiles } from './modules/files/files.routes.ts';
import { serveFeatures } from './modules/features/features.routes.ts';
import { fileLinks } from './modules/files/links.ts';
import { refuseForeignFiles } from './modules/files/refuse-foreign-files.ts';
import { lanMemory } from './modules/lan/lan-memory.ts';
import { createLanSharing, isGuestOf } from './modules/lan/lan-sharing.ts';
import { lanStore } from './modules/lan/lan-store.ts';
import { createLanUpdates } from './modules/lan/lan-updates.ts';
import { serveLan } from './modules/lan/lan.routes.ts';
import { serveLanEvents } from './modules/lan/lan.sockets.ts';
import type { Lan } from './modules/lan/lan.ts';
import { servePrograms } from './modules/programs/programs.routes.ts';
import { joinInvitingRooms } from './modules/rooms/join-room.ts';
import { createRoomNews } from './modules/rooms/room-news.ts';
import { roomJobs } from './modules/rooms/rooms.jobs.ts';
import { roomMails } from './modules/rooms/rooms.mails.ts';
import { countRoomsOf } from './modules/rooms/rooms.queries.ts';
import { serveRooms } from './modules/rooms/rooms.routes.ts';
import { serveRoomEvents } from './modules/rooms/rooms.sockets.ts';
import type { Rooms } from './modules/rooms/rooms.ts';
import { createLongReads } from './modules/search/long-reads.ts';
import { diskStorage } from './platform/storage/disk.ts';
import { s3SettingsOf, s3Storage, type S3Storage } from './platform/storage/s3.ts';
import type { ObjectStorage } from './platform/storage/object-storage.ts';
import { redisCluster } from './platform/realtime/redis-cluster.ts';
import { createRealtime, type Realtime } from './platform/realtime/server.ts';
import { connectRedis, type RedisLink } from './platform/redis/redis.ts';

export interface App {
  readonly server: FastifyInstance;
  readonly store: Store;
  readonly served: ReadonlySet<Endpoint>;
  readonly realtime: Realtime;
  readonly mail: MailDelivery;
  readonly files: Files;
  /** Begins to listen; answers the address, such as http://127.0.0.1:3000. */
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

const builtWebApp = path.resolve(import.meta.dirname, '..', '..', 'web', 'dist');

/**
 * For 'localhost' Fastify would open a second server on ::1, which would know nothing of sockets.
 */
const listenHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host);

/** Does the work the first time. */
function warnOnce(warn: () => void): () => void {
  let warned = false;
  return () => {
    if (!warned) warn();
    warned = true;
  };
}

/** Mails leave at once; this finds those that wait for another try. */
const MAIL_POLL_MS = 2000;

/** With a mail server nothing of a mail is shown: its link is a secret of its recipient. */
function mailTransport({ SMTP_URL, MAIL_FROM, DATA_DIR, NODE_ENV }: Config): MailTransport {
  if (SMTP_URL !== undefined) return smtpTransport(SMTP_URL, MAIL_FROM);
  const tell = NODE_ENV === 'test' ? () => {} : console.log;
  return outboxFolder(path.join(DATA_DIR, 'outbox'), MAIL_FROM, tell);
}

/** Installations that share a Redis have different secrets, nodes of one have the same. */
const openRedis = async (
  { REDIS_URL, APP_SECRET }: Config,
  log: FastifyInstance['log'],
): Promise<RedisLink | undefined> =>
  REDIS_URL === undefined
    ? undefined
    : connectRedis(REDIS_URL, `clipline:${keyed(APP_SECRET, 'redis').slice(0, 16)}:`, log);

async function openS3(
  config: Config,
  onFailure: (error: unknown) => void,
): Promise<S3Storage | undefined> {
  const settings = s3SettingsOf(config);
  return settings && s3Storage(settings, onFailure);
}

/** What tests put in the place of the real thing. */
export interface Substitutes {
  readonly webFolder?: string;
  readonly storage?: ObjectStorage;
  readonly logTo?: LogSink;
}

/**
 * Builds the whole program from its configuration, on a `directory` that may be open already. Tests
 * call it with a configuration of their own.
 */
export async function createApp(
  config: Config,
  { webFolder = builtWebApp, storage: givenStorage, logTo }: Substitutes = {},
  directory?: DataDirectory,
): Promise<App> {
  const server = createHttpServer(config, undefined, logTo);
  const metrics = config.METRICS_PORT === undefined ? undefined : await createMetrics();
  metrics?.watchRequests(server);
  const drain = drainOnClose(server);
  const store = openStore(
    config,
    (error) => server.log.error({ err: error }, 'Database connection lost'),
    directory,
  );
  const { db } = store;
  const copy = await bringUpToDate(store, (line) => server.log.info(line));
  if (copy !== undefined)
    server.log.info({ copy }, 'The store was copied, then brought up to date');
  if (metrics) watchTransactions(db, metrics.transactions);
  const redis = await openRedis(config, server.log);
  const cluster = redis && (await redisCluster(redis));
  const s3 = await openS3(config, (error) => {
    metrics?.storageFailed();
    server.log.error({ err: error }, 'The S3 store failed');
  });
  if (s3) await refuseForeignFiles(db, s3);
  const limits = createRateLimits(config.RATE_LIMITS, redis, metrics?.refused);
  const addressOf = addressBy(config);
  const sellsPlans = config.STRIPE_SECRET_KEY !== undefined;
  const identify = identifyBy(db, sellsPlans);
  const planOf = planReader(sellsPlans);
  const sessionCalls = createSessionCalls();
  /** Without a web app, as while it is developed, the version stands for its build. */
  const build = () => webBuild() ?? packageJson.version;
  const realtime = createRealtime({
    httpServer: server.server,
    own: config,
    identify,
    addressOf,
    allowsBytes: (address, way, lumps) =>
      limits.allows(way === 'sent' ? 'messages' : 'calls', { address }, lumps),
    allowsConnection: (address) => limits.allows('connections', { address }),
    limitEvents: config.RATE_LIMITS === 'on',
    onSessionEnd: sessionCalls.end,
    build: () => build(),
    checkReplies: config.NODE_ENV === 'test',
    log: server.log,
    ...(cluster ? { cluster } : {}),
    ...(metrics ? { watch: metrics.realtime } : {}),
  });
  const disk = async () => {
    const { bavail, bsize, blocks } = await statfs(config.DATA_DIR);
    return { free: bavail * bsize, total: blocks * bsize };
  };
  const budget = createStorageBudget({
    ofPerson: (userId) => findUseOfPerson(store.scans, userId),
    ofSignedOut: (networkHash) => findUseOfSignedOut(store.scans, networkHash),
    disk,
    perPersonMb: config.STORAGE_PER_PERSON_MB,
    signedOutMb: config.STORAGE_SIGNED_OUT_MB,
  });
  const requireSpace: Serving['requireSpace'] = ({ userId, address }, bytes) =>
    budget.require({ userId, networkHash: networkHashOf(config.APP_SECRET, address), bytes });
  const serving: Serving = {
    server,
    db,
    secret: config.APP_SECRET,
    identify,
    requireSpace,
    identifySession: identifySessionBy(sellsPlans),
    sessionCalls,
    addressOf: (request) => addressOf(request.raw),
    limitCalls: (address) => limits.take('calls', { address }),
    limitProgram: (tokenId) => limits.take('programCalls', tokenId),
    countCalls: (address, calls) => limits.allows('calls', { address }, calls),
    checkReplies: config.NODE_ENV === 'test',
    served: new Set(),
  };
  serveHealth(server, {
    required: {
      store: storeIsWritable(db),
      schema: schemaIsCurrent(db),
      disk: diskIsWritable(config.DATA_DIR),
    },
    optional: { ...(cluster ? { redis: cluster.check } : {}), ...(s3 ? { files: s3.check } : {}) },
  });
  serveApiDocs(server, {
    endpoints,
    clientEvents,
    serverEvents,
    version: packageJson.version,
  });
  const webBuild = serveWebApp(server, {
    folder: webFolder,
    publicUrl: config.PUBLIC_URL,
    values: { BILLING: sellsPlans ? 'on' : 'off' },
  });
  const writers = {
    ...accountMails(db, config.PUBLIC_URL),
    ...roomMails(db, config.PUBLIC_URL),
  };
  const mail = createMailDelivery(db, writers, mailTransport(config), server.log);
  const newsFailed = (error: unknown) => {
    // While the program stops, the store may be closed before the last news.
    if (server.server.listening) server.log.error({ err: error }, 'News could not be told');
  };
  const roomNews = createRoomNews(db, realtime.channels, newsFailed);
  const browser = browserCookie(config.APP_SECRET, config);
  const accounts: Accounts = {
    db,
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
    billing: sellsPlans,
    limits,
    // After the answer has left, or its time would tell whether a mail follows.
    deliverMail: () => void setImmediate(() => void mail.deliver()),
    disconnectSession: realtime.channels.disconnectSession,
    // Only a plan that keeps its person from sharing ever asks for it.
    ...(sellsPlans ? { browser } : {}),
    whenConfirmed: async (tx, user) => {
      const joined = await joinInvitingRooms(tx, user);
      return () => joined.forEach((roomId) => roomNews.joined(roomId, user.id));
    },
  };
  serveAuth(serving, accounts);
  const storage = givenStorage ?? s3 ?? (await diskStorage(path.join(config.DATA_DIR, 'blobs')));
  serveFeatures(serving, build);
  const files: Files = { db, storage, links: fileLinks(config.APP_SECRET), sharedBy: new Map() };
  files.sharedBy.set(CLIP, (clipId, reader) => filesSharedBy(db, clipId, reader));
  serveFiles(serving, files, { planOf, browser });
  const longReads = createLongReads(store.scans);
  serveClips(serving, {
    files,
    longReads,
    channels: realtime.channels,
    planOf,
    countRooms: (userId) => countRoomsOf(db, userId),
  });
  serveClipEvents(realtime, { files, planOf });
  servePrograms(serving, {
    files,
    limits,
    limitsWaiting: config.RATE_LIMITS === 'on',
    channels: realtime.channels,
    planOf,
    secret: config.APP_SECRET,
    webFolder,
    version: packageJson.version,
    publicUrl: config.PUBLIC_URL,
  });
  const rooms: Rooms = {
    db,
    longReads,
    files,
    channels: realtime.channels,
    presence: realtime.presence,
    news: roomNews,
    onDefect: newsFailed,
    limits,
    deliverMail: accounts.deliverMail,
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
  };
  serveRooms(serving, rooms);
  serveRoomEvents(realtime, rooms);
  const { channels } = realtime;
  const sharedLan = store.engine === 'postgres' ? lanStore(db) : undefined;
  const lanState = sharedLan ?? lanMemory();
  const lanUpdates = createLanUpdates({
    db,
    files,
    channels,
    state: lanState,
    isShareable: (desktopId) => isShareable({ db, planOf }, desktopId),
    onDefect: newsFailed,
  });
  const lanSharing = createLanSharing({
    channels,
    state: lanState,
    updates: lanUpdates,
    isShareable: (desktopId) => isShareable({ db, planOf }, desktopId),
  });
  const desktops: Desktops = {
    db,
    files,
    channels,
    news: createDesktopNews({
      files,
      channels,
      onChange: lanUpdates.changed,
      onNewOwner: (desktopId) => void lanSharing.endSharing(desktopId).catch(newsFailed),
    }),
    limits,
    planOf,
    secret: config.APP_SECRET,
    own: config,
    isLanGuest: async (desktopId, guest) =>
      (await isGuestOf(lanState, desktopId, guest)) && isShareable({ db, planOf }, desktopId),
  };
  serveDesktop(serving, desktops);
  serveDesktopEvents(realtime, desktops);
  const lan: Lan = {
    desktops,
    channels,
    state: lanState,
    updates: lanUpdates,
    sharing: lanSharing,
    config,
    onUnprovenNetwork: warnOnce(() =>
      server.log.warn(
        'Somebody came to the local network feature from a private address, although PUBLIC_URL is public: hosts are asked about everyone. If a proxy or gateway stands in front, name it in TRUST_PROXY.',
      ),
    ),
    onDefect: newsFailed,
  };
  serveLan(serving, lan);
  serveLanEvents(realtime, lan);
  const leadership =
    config.DATABASE_URL === undefined ? undefined : createLeadership(config.DATABASE_URL);
  const stripe = await connectStripe(config, server.log);
  const billing: Billing | undefined = stripe && {
    db,
    stripe,
    prices: pricesOf(config),
    channels,
    planOf,
    whenSharingEnds: async (userId) => {
      const desktop = await findDesktopOfUser(db, userId);
      if (!desktop) return;
      desktops.news.closedToHolders(desktop);
      await lanSharing.endSharing(desktop.id);
    },
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
  };
  serveBilling(serving, billing);
  serveAccount(serving, {
    requireSpace: (userId, bytes) => requireSpace({ userId, address: '' }, bytes),
    db,
    files,
    limits,
    channels,
    roomNews,
    desktopNews: desktops.news,
    deliverMail: accounts.deliverMail,
    noteTrials: async (tx, userId) => {
      if (sellsPlans) await noteSpentTrial(tx, config.APP_SECRET, userId, Date.now());
    },
    endBilling: (userId) => endBilling(db, stripe, userId),
    publicUrl: config.PUBLIC_URL,
    secret: config.APP_SECRET,
    importFolder: config.DATA_DIR,
  });
  if (billing) await beginMissingTrials(db, Date.now() + TRIAL_MS);
  if (billing?.prices.missing.length)
    server.log.warn(
      { missing: billing.prices.missing },
      'Some plans cannot be bought: their prices are not set',
    );
  const scheduler = createScheduler(
    [
      { name: 'deliver mail', everyMs: MAIL_POLL_MS, run: async () => accounts.deliverMail() },
      ...filesJobs(files),
      ...clipsJobs(files, channels),
      ...roomJobs(files),
      ...desktopJobs(files),
      ...(sharedLan?.jobs ?? []),
      ...(billing ? billingJobs(billing) : []),
      ...authJobs(db, {
        sessions: () => [...new Set([...realtime.sessions(), ...sessionCalls.sessions()])],
        disconnectSession: realtime.channels.disconnectSession,
      }),
    ],
    (job, error) => server.log.error({ err: error, job }, 'Job failed'),
    leadership?.exclusively,
    metrics?.jobs,
  );
  let metricsUrl: string | undefined;
  async function serveMetrics(): Promise<void> {
    if (!metrics || config.METRICS_PORT === undefined) return;
    metricsUrl = await metrics.listen(config.METRICS_PORT, {
      version: packageJson.version,
      openSockets: realtime.countSockets,
      connections: store.connections,
      mails: () => countMails(db),
      storedBytes: () => sumBlobs(store.scans),
      freeBytes: async () => (await disk()).free,
      redis: cluster?.check,
    });
    server.log.info({ url: `${metricsUrl}/metrics` }, 'Figures are served');
  }

  return {
    server,
    store,
    served: serving.served,
    realtime,
    mail,
    files,
    listen: async () => {
      await serveMetrics();
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
      await cluster?.close();
      redis?.close();
      await store.close();
    },
  };
}
