import { ProductError } from '@clipline/contract/errors.ts';
import ipaddr from 'ipaddr.js';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { hashToken } from '../ids.ts';
import type { RedisLink } from '../redis.ts';

/** `points` times in `seconds` per key; with `by: 'address'` per network. No two share a name. */
export interface RateLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  readonly by?: 'address';
  /** Whoever reaches it waits for `seconds` from the last that was allowed. */
  readonly blocks?: boolean;
}

export const platformLimits = {
  calls: { name: 'calls', points: 3000, seconds: 60, by: 'address' },
  /** Pages, files of the web app and unknown paths: three hundred first visits. Of each node. */
  pages: { name: 'pages', points: 12_000, seconds: 60, by: 'address' },
  tokenCalls: { name: 'programCalls', points: 600, seconds: 60 },
  connections: { name: 'connections', points: 600, seconds: 60, by: 'address' },
  messages: { name: 'messages', points: 512, seconds: 60, by: 'address' },
} as const satisfies Record<string, RateLimit>;

/** Open at a time on one node, each a page: a whole company may be behind one address. */
export const MAX_SOCKETS_OF_NETWORK = 4000;

/** How many times as much a whole site may do, of which others may have a part. */
const SITE_FACTOR = 10;

export type LimitKey<R extends RateLimit> = R extends { by: 'address' } ? From : string;

export interface RateLimits {
  take<R extends RateLimit>(rule: R, key: LimitKey<R>): Promise<void>;
  allows<R extends RateLimit>(rule: R, key: LimitKey<R>, points?: number): Promise<boolean>;
  check<R extends RateLimit>(rule: R, key: LimitKey<R>): Promise<void>;
  /** Counts one less: what was taken before its work turned out to be no failure. */
  giveBack<R extends RateLimit>(rule: R, key: LimitKey<R>): Promise<void>;
  /** Counts anew; what a site did stays counted. */
  forget<R extends RateLimit>(rule: R, key: LimitKey<R>): Promise<void>;
}

/** A clock that was set back makes the end look far away; no limit lasts longer than its time. */
const refusal = (rule: RateLimit, msBeforeNext: number) =>
  new ProductError(
    'TOO_MANY_REQUESTS',
    {},
    Math.min(rule.seconds, Math.max(1, Math.ceil(msBeforeNext / 1000))),
  );

const unlimited: RateLimits = {
  take: async () => {},
  allows: async () => true,
  check: async () => {},
  giveBack: async () => {},
  forget: async () => {},
};

/** While Redis is away each node counts for itself. */
function createLimiter(
  name: string,
  { points, seconds }: Pick<RateLimit, 'points' | 'seconds'>,
  redis?: RedisLink,
): RateLimiterAbstract {
  const limit = { points, duration: seconds };
  const own = new RateLimiterMemory({ ...limit, keyPrefix: name });
  if (!redis) return own;
  return new RateLimiterRedis({
    storeClient: redis.commands,
    keyPrefix: `${redis.prefix}limit:${name}`,
    ...limit,
    insuranceLimiter: own,
    rejectIfRedisNotReady: true,
  });
}

interface Counting {
  readonly redis: RedisLink | undefined;
  readonly limiters: Map<string, RateLimiterAbstract>;
}

function limiterOf(
  { redis, limiters }: Counting,
  { name, ...limit }: Omit<RateLimit, 'by'>,
): RateLimiterAbstract {
  const known = limiters.get(name) ?? createLimiter(name, limit, redis);
  limiters.set(name, known);
  return known;
}

function countersOf(counting: Counting, rule: RateLimit, key: From | string) {
  const { redis } = counting;
  const { name, points } = rule;
  // Keys hold mail addresses, which stay out of Redis.
  const named = (text: string) => (redis ? hashToken(redis.prefix + text) : text);
  const { own, site } = typeof key === 'string' ? { own: key, site: undefined } : limitKeysOf(key);
  const ofOwn = { limiter: limiterOf(counting, rule), key: named(own) };
  if (site === undefined) return [ofOwn];
  const limiter = limiterOf(counting, {
    ...rule,
    name: `${name}:site`,
    points: points * SITE_FACTOR,
  });
  return [ofOwn, { limiter, key: named(site) }];
}

/** One after the other: what a network is refused does not count for its site. */
async function consume(
  counting: Counting,
  rule: RateLimit,
  key: From | string,
  points = 1,
): Promise<RateLimiterRes | undefined> {
  try {
    for (const { limiter, key: counted } of countersOf(counting, rule, key)) {
      const { remainingPoints } = await limiter.consume(counted, points);
      if (rule.blocks && remainingPoints === 0)
        await limiter.set(counted, limiter.points, rule.seconds);
    }
    return undefined;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return refused;
  }
}

export function createRateLimits(mode: 'on' | 'off', redis?: RedisLink): RateLimits {
  if (mode === 'off') return unlimited;
  const counting: Counting = { redis, limiters: new Map() };
  return {
    async take(rule, key) {
      const refused = await consume(counting, rule, key);
      if (refused) throw refusal(rule, refused.msBeforeNext);
    },
    allows: async (rule, key, points) => (await consume(counting, rule, key, points)) === undefined,
    async check(rule, key) {
      for (const counter of countersOf(counting, rule, key)) {
        const state = await counter.limiter.get(counter.key);
        if (!state || state.remainingPoints > 0) continue;
        throw refusal(rule, state.msBeforeNext);
      }
    },
    async giveBack(rule, key) {
      for (const counter of countersOf(counting, rule, key))
        await counter.limiter.reward(counter.key, 1);
    },
    async forget(rule, key) {
      const [own] = countersOf(counting, rule, key);
      await own?.limiter.delete(own.key);
    },
  };
}

export interface From {
  readonly address: string;
  readonly of?: string;
}

export interface LimitKeys {
  /** What one customer of a provider has: an IPv4 address, or an IPv6 /64. */
  readonly own: string;
  /** A /48, which may be one site or many customers: its limits are wider. Undefined for IPv4. */
  readonly site: string | undefined;
}

const prefix = (address: ipaddr.IPv6, groups: number) =>
  `${address.parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':')}::/${groups * 16}`;

function networksOf(address: string): LimitKeys {
  if (!address.includes(':') || !ipaddr.isValid(address)) return { own: address, site: undefined };
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return { own: parsed.toString(), site: undefined };
  // A translator has one prefix for everybody; the IPv4 address is at its end.
  if (parsed.range() === 'rfc6052')
    return { own: new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString(), site: undefined };
  return { own: prefix(parsed, 4), site: prefix(parsed, 3) };
}

/** A caller with one address of IPv6 has a whole network of them. */
export function limitKeysOf({ address, of }: From): LimitKeys {
  const { own, site } = networksOf(address);
  const named = (key: string) => (of === undefined ? key : `${key} ${of}`);
  return { own: named(own), site: site === undefined ? undefined : named(site) };
}
