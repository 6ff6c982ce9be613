import type { Redis } from 'ioredis';

interface Log {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

const CONNECT_MS = 2000;
/** A slower command counts as failed: people wait, and callers have something to fall back on. */
const COMMAND_MS = 500;
/** A connection on which nothing comes for so long is dead, although it was not closed. */
const SILENT_MS = 4000;
const PULSE_MS = 1000;
/** Short enough for everything to be live again within 5 s. */
const MAX_RETRY_MS = 1000;

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
 * A connection that listens takes no other commands. Both come back by themselves, and a node starts
 * without Redis too: a first attempt that failed is enough.
 */
export async function connectRedis(url: string, prefix: string, log: Log) {
  // Only here: a single node never loads it.
  const { Redis } = await import('ioredis');
  const common = {
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    keepAlive: 5000,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, MAX_RETRY_MS),
  };
  const commands = new Redis(url, {
    ...common,
    commandTimeout: COMMAND_MS,
    // What cannot be said now is not said later: no caller would wait for it any more.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
  // What it is to listen to it asks for whenever it has come back.
  const listener = new Redis(url, { ...common, maxRetriesPerRequest: null });
  tellChanges(commands, 'commands', log);
  tellChanges(listener, 'listener', log);
  await Promise.all([settled(commands), settled(listener)]);

  const both = [commands, listener];
  const areReady = () => both.every(({ status }) => status === 'ready');
  const returned: ((lostSince: number) => void)[] = [];
  let isWhole = areReady();
  let lastWhole = isWhole ? performance.now() : Number.NEGATIVE_INFINITY;
  /** Redis replies in order: with the listener's reply its subscriptions stand. */
  async function feelPulse(): Promise<void> {
    if (!areReady()) return;
    const asked = performance.now();
    await Promise.all(both.map((redis) => redis.ping()));
    const lostSince = lastWhole;
    lastWhole = asked;
    if (isWhole) return;
    isWhole = true;
    for (const act of returned) act(lostSince);
  }
  const pulse = () => void feelPulse().catch(() => {});
  for (const redis of both) {
    redis.on('close', () => void (isWhole = false));
    redis.on('ready', pulse);
  }
  const timer = setInterval(pulse, PULSE_MS).unref();

  return {
    commands,
    listener,
    /** Stands before every key and channel, so that several installations may share one Redis. */
    prefix,
    async check(): Promise<void> {
      if (!areReady())
        throw Object.assign(new Error('Redis is out of reach'), { code: 'UNREACHABLE' });
      await commands.ping();
    },
    /** By `performance.now()`: what was said or listened for since then may be lost. */
    onReturn: (act: (lostSince: number) => void) => void returned.push(act),
    close(): void {
      clearInterval(timer);
      for (const redis of both) redis.disconnect();
    },
  };
}

export type RedisLink = Awaited<ReturnType<typeof connectRedis>>;
