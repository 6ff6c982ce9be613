import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { type Db, openStore, type Store } from './database/database.ts';
import type { Migrations } from './database/migrate.ts';
import { bringUpToDate } from './database/migrate-store.ts';
import { addressBy } from './http/client-address.ts';
import { createHttpServer, type LogSink } from './http/http-server.ts';
import { createRateLimits, type RateLimits } from './http/rate-limits.ts';
import { keyed } from './ids.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';

import { type Nodes, nodesBy } from './realtime/nodes.ts';
import { connectRedis, type RedisLink } from './redis/redis.ts';
import { diskStorage } from './storage/disk.ts';
import { type ObjectStorage, StorageAway } from './storage/object-storage.ts';
import { s3SettingsOf, s3Storage, type S3Storage } from './storage/s3.ts';

/** What tests use instead of the real thing. */
export interface Substitutes {
  readonly webFolder?: string;
  readonly storage?: ObjectStorage;
  readonly logTo?: LogSink;
}

/** What the program stands on: open, and not serving anything yet. */
export interface Resources {
  readonly config: Config;
  readonly server: FastifyInstance;
  readonly store: Store;
  /** The steps that made the store what it is. */
  readonly migrations: Migrations;
  readonly db: Db;
  readonly storage: ObjectStorage;
  /** The storage, where it is in S3. */
  readonly s3: S3Storage | undefined;
  readonly redis: RedisLink | undefined;
  readonly nodes: Nodes | undefined;
  readonly metrics: Metrics | undefined;
  readonly limits: RateLimits;
  /** Of this node alone, for what costs less than to ask Redis about it. */
  readonly nodeLimits: RateLimits;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly diskSpace: () => Promise<{ readonly free: number; readonly total: number }>;
  /** Where the built web app lies. */
  readonly webFolder: string;
}

const builtWebApp = path.resolve(import.meta.dirname, '..', '..', '..', 'web', 'dist');

/** Opens them by the configuration. */
export async function openResources(
  config: Config,
  migrations: Migrations,
  { webFolder = builtWebApp, storage: givenStorage, logTo }: Substitutes,
): Promise<Resources> {
  const server = createHttpServer(config, undefined, logTo);
  const { log } = server;
  const metrics = config.METRICS_PORT === undefined ? undefined : await createMetrics(server);
  const store = openStore(config, (error) => log.error({ err: error }, 'Database connection lost'));
  const copy = await bringUpToDate(store, migrations, (line) => log.info(line));
  if (copy !== undefined) log.info({ copy }, 'The store was copied, then brought up to date');
  const redis = await openRedis(config, log);
  const s3Settings = s3SettingsOf(config);
  const s3 =
    s3Settings &&
    (await s3Storage(s3Settings, (error) => log.error({ err: error }, 'The S3 store failed')));
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
    diskSpace: async () => {
      const { bavail, bsize, blocks } = await statfs(config.DATA_DIR).catch((cause: unknown) => {
        throw new StorageAway('The data folder cannot be looked at', { cause });
      });
      return { free: bavail * bsize, total: blocks * bsize };
    },
    webFolder,
  };
}

/** Installations that share a Redis have different secrets, nodes of one have the same. */
const openRedis = async (
  { REDIS_URL, APP_SECRET }: Config,
  log: FastifyInstance['log'],
): Promise<RedisLink | undefined> =>
  REDIS_URL === undefined
    ? undefined
    : connectRedis(REDIS_URL, `clipline:${keyed(APP_SECRET, 'redis').slice(0, 16)}:`, log);
