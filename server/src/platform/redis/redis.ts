import type { Redis } from 'ioredis';

interface Log {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

/**
 * Two connections, because one that listens takes no other commands. Both come back by themselves
 * for as long as it takes.
 */
export interface RedisLink {
  readonly commands: Redis;
  readonly listener: Redis;
  /** Stands before every key and channel, so that several installations may share one Redis. */
  readonly prefix: string;
  readonly log: Log;
  close(): void;
}

const CONNECT_MS = 2000;
/**
 * A command that takes longer counts as failed: callers have something to fall back on, and people
 * wait for them.
 */
const COMMAND_MS = 500;
/** Short enough for everything to be live again within 5 s. */
const MAX_RETRY_MS = 1000;

/** Logs the loss and the return of a connection once each, not every attempt between. */
function tellChanges(redis: Redis, connection: string, log: Log): void {
  let isLost = false;
  let cause: Error | undefined;
  redis.on('error', (error: Error) => (cause = error));
  redis.on('close', () => {
    if (!isLost) log.warn({ err: cause, connection }, 'Redis is out of reach');
    isLost = true;
  });
  redis.on('ready', () => {
    if (isLost) log.info({ connection }, 'Redis is back');
    isLost = false;
    cause = undefined;
  });
}

const settled = (redis: Redis): Promise<void> =>
  new Promise((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', () => resolve());
  });

/**
 * Resolves when both connections stand or a first attempt failed: a node starts without Redis too.
 */
export async function connectRedis(url: string, prefix: string, log: Log): Promise<RedisLink> {
  // Only here: a single node never loads it.
  const { Redis } = await import('ioredis');
  const connect = (connection: string): Redis => {
    const redis = new Redis(url, {
      connectTimeout: CONNECT_MS,
      commandTimeout: COMMAND_MS,
      keepAlive: 5000,
      retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
      // What cannot be said now is not said later: nobody would wait for it any more.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
    });
    tellChanges(redis, connection, log);
    return redis;
  };
  const [commands, listener] = [connect('commands'), connect('listener')];
  await Promise.all([settled(commands), settled(listener)]);
  return {
    commands,
    listener,
    prefix,
    log,
    close() {
      commands.disconnect();
      listener.disconnect();
    },
  };
}
