import { ProductError } from '@clipline/contract/errors.ts';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { hashToken } from '../ids.ts';
import type { RedisLink } from '../redis/redis.ts';
import { type From, limitKeysOf } from './limit-keys.ts';

/**
 * How often something may happen: `points` times in `seconds`, per key. Those by address count
 * networks, as limit-keys.ts has them.
 */
const rules = {
  /** All calls of one address; what is sent and answered counts too, see serve.ts. */
  calls: { points: 3000, seconds: 60, by: 'address' },
  /** Sockets opened from one address. */
  connections: { points: 600, seconds: 60, by: 'address' },
  /** Sign-ins from one address for one e-mail address, right or wrong, before any work. */
  logins: { points: 60, seconds: 60, by: 'address' },
  /** The same from everywhere: only many networks together can use them up. */
  accountLogins: { points: 240, seconds: 60 },
  /** What the sockets of one address send, in lumps of 64 KiB. */
  messages: { points: 512, seconds: 60, by: 'address' },
  /** Failed sign-ins from one address for one e-mail address. */
  loginFailures: { points: 5, seconds: 15 * 60, by: 'address' },
  /** Failed sign-ins from one address, whatever the e-mail address. */
  addressLoginFailures: { points: 50, seconds: 15 * 60, by: 'address' },
  /** Wrong passwords of somebody who is signed in. */
  passwordFailures: { points: 5, seconds: 15 * 60 },
  /** Exports of one person, each of which reads all they have. */
  exports: { points: 20, seconds: 3600 },
  /** Imports of one person. */
  imports: { points: 20, seconds: 3600 },
  /** Calls of one API token. */
  programCalls: { points: 600, seconds: 60 },
  /** Changes of many clips at once, of one person. */
  bulkChanges: { points: 30, seconds: 60 },
  /** API tokens that one person makes. */
  newTokens: { points: 20, seconds: 3600 },
  /** Codes of programs that one person types wrong. */
  deviceCodeFailures: { points: 5, seconds: 15 * 60 },
  linkOpens: { points: 60, seconds: 60, by: 'address' },
  /** Tokens of links that lead nowhere, from one address. */
  linkGuesses: { points: 30, seconds: 15 * 60, by: 'address' },
  /** What is sent through one inbox, and by one address through any. */
  linkSendings: { points: 30, seconds: 3600 },
  sendings: { points: 10, seconds: 3600, by: 'address' },
  registrations: { points: 200, seconds: 3600, by: 'address' },
  /** Mails of one kind to one recipient. */
  mails: { points: 3, seconds: 3600 },
  /** 'This address is already registered', to one recipient. */
  knownAddressMails: { points: 1, seconds: 24 * 3600 },
  /** 'You were added to a room' and invitations, to one recipient. */
  roomMails: { points: 5, seconds: 3600 },
  /** People that one person adds to rooms. */
  roomInvitations: { points: 300, seconds: 3600 },
  /** Desktops that signed-out browsers of one address begin. */
  newDesktops: { points: 600, seconds: 3600, by: 'address' },
  passwordResets: { points: 200, seconds: 3600, by: 'address' },
  /** Tokens of mails tried from one address. */
  tokenGuesses: { points: 300, seconds: 15 * 60, by: 'address' },
} as const;
export type RateLimit = keyof typeof rules;
/** How many times as much a whole site may do, of which others may have a part. */
const SITE_FACTOR = 10;

/** Where somebody comes from, or who or what else is counted: a rule has keys of one kind. */
export type LimitKey<R extends RateLimit> = (typeof rules)[R] extends { by: 'address' }
  ? From
  : string;

export interface RateLimits {
  /** Counts one; throws TOO_MANY_REQUESTS with Retry-After when the limit was reached before. */
  take<R extends RateLimit>(rule: R, key: LimitKey<R>): Promise<void>;
  /** Counts one or more; false when the limit was reached before. */
  allows<R extends RateLimit>(rule: R, key: LimitKey<R>, points?: number): Promise<boolean>;
  /** Throws when the limit is reached; counts nothing. */
  check<R extends RateLimit>(rule: R, key: LimitKey<R>): Promise<void>;
  /** Counts anew; what a site did stays counted. */
  forget<R extends RateLimit>(rule: R, key: LimitKey<R>): Promise<void>;
}

/** A clock that was set back makes the end look far away; no limit lasts longer than its time. */
const refusal = (rule: RateLimit, msBeforeNext: number) =>
  new ProductError(
    'TOO_MANY_REQUESTS',
    {},
    Math.min(rules[rule].seconds, Math.max(1, Math.ceil(msBeforeNext / 1000))),
  );

const unlimited: RateLimits = {
  take: async () => {},
  allows: async () => true,
  check: async () => {},
  forget: async () => {},
};

/** Counters of all nodes; while Redis is away each node counts for itself. */
function createLimiter(
  name: string,
  { points, seconds }: { points: number; seconds: number },
  redis?: RedisLink,
): RateLimiterAbstract {
  const own = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  if (!redis) return own;
  return new RateLimiterRedis({
    storeClient: redis.commands,
    keyPrefix: `${redis.prefix}limit:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: own,
    rejectIfRedisNotReady: true,
  });
}

/** Counters of this process or, with Redis, of every node. */
export function createRateLimits(
  mode: 'on' | 'off',
  redis?: RedisLink,
  onRefusal: (rule: RateLimit) => void = () => {},
): RateLimits {
  if (mode === 'off') return unlimited;
  const limitersOf = (name: string, factor: number) =>
    new Map<RateLimit, RateLimiterAbstract>(
      Object.entries(rules).map(([rule, { points, seconds }]) => [
        rule as RateLimit,
        createLimiter(rule + name, { points: points * factor, seconds }, redis),
      ]),
    );
  const limiters = { own: limitersOf('', 1), site: limitersOf(':site', SITE_FACTOR) };
  // Keys hold mail addresses, which are nobody's business in Redis.
  const named = (key: string) => (redis ? hashToken(redis.prefix + key) : key);
  /** The counters behind a key, the narrowest first. */
  function countersOf(rule: RateLimit, key: From | string) {
    const { own, site } =
      typeof key === 'string' ? { own: key, site: undefined } : limitKeysOf(key);
    return [
      { limiter: limiters.own.get(rule) as RateLimiterAbstract, key: named(own) },
      ...(site === undefined
        ? []
        : [{ limiter: limiters.site.get(rule) as RateLimiterAbstract, key: named(site) }]),
    ];
  }
  /** One after the other: what a network is refused does not count for its site. */
  const consume = async (
    rule: RateLimit,
    key: From | string,
    points = 1,
  ): Promise<RateLimiterRes | undefined> => {
    try {
      for (const counter of countersOf(rule, key))
        await counter.limiter.consume(counter.key, points);
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      onRefusal(rule);
      return refused;
    }
  };
  return {
    async take(rule, key) {
      const refused = await consume(rule, key);
      if (refused) throw refusal(rule, refused.msBeforeNext);
    },
    allows: async (rule, key, points) => (await consume(rule, key, points)) === undefined,
    async check(rule, key) {
      for (const counter of countersOf(rule, key)) {
        const state = await counter.limiter.get(counter.key);
        if (!state || state.remainingPoints > 0) continue;
        onRefusal(rule);
        throw refusal(rule, state.msBeforeNext);
      }
    },
    async forget(rule, key) {
      const [own] = countersOf(rule, key);
      await own?.limiter.delete(own.key);
    },
  };
}
