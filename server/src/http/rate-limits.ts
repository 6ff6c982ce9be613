import { ProductError } from '@clipline/contract/errors.ts';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { hashToken } from '../ids.ts';
import type { RedisLink } from '../redis/redis.ts';

/** How often something may happen: `points` times in `seconds`, per key. */
const rules = {
  /** All calls of one address. */
  calls: { points: 3000, seconds: 60 },
  /** Sockets opened from one address. */
  connections: { points: 600, seconds: 60 },
  /** Failed sign-ins from one address for one e-mail address. */
  loginFailures: { points: 5, seconds: 15 * 60 },
  /** Failed sign-ins from one address, whatever the e-mail address. */
  addressLoginFailures: { points: 50, seconds: 15 * 60 },
  /** Wrong passwords of somebody who is signed in. */
  passwordFailures: { points: 5, seconds: 15 * 60 },
  /** Exports of one person, each of which reads all they have. */
  exports: { points: 20, seconds: 3600 },
  /** Imports of one person. */
  imports: { points: 20, seconds: 3600 },
  registrations: { points: 200, seconds: 3600 },
  /** Mails of one kind to one recipient. */
  mails: { points: 3, seconds: 3600 },
  /** 'This address is already registered', to one recipient. */
  knownAddressMails: { points: 1, seconds: 24 * 3600 },
  /** 'You were added to a room' and invitations, to one recipient. */
  roomMails: { points: 5, seconds: 3600 },
  /** People that one person adds to rooms. */
  roomInvitations: { points: 300, seconds: 3600 },
  /** Desktops that signed-out browsers of one address begin. */
  newDesktops: { points: 600, seconds: 3600 },
  passwordResets: { points: 200, seconds: 3600 },
  /** Tokens of mails tried from one address. */
  tokenGuesses: { points: 300, seconds: 15 * 60 },
} as const;
export type RateLimit = keyof typeof rules;

export interface RateLimits {
  /** Counts one; throws TOO_MANY_REQUESTS with Retry-After when the limit was reached before. */
  take(rule: RateLimit, key: string): Promise<void>;
  /** Counts one; false when the limit was reached before. */
  allows(rule: RateLimit, key: string): Promise<boolean>;
  /** Throws when the limit is reached; counts nothing. */
  check(rule: RateLimit, key: string): Promise<void>;
  forget(rule: RateLimit, key: string): Promise<void>;
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
  const limiters = new Map(
    Object.entries(rules).map(([name, rule]) => [
      name as RateLimit,
      createLimiter(name, rule, redis),
    ]),
  );
  const limiter = (rule: RateLimit): RateLimiterAbstract =>
    limiters.get(rule) as RateLimiterAbstract;
  // Keys hold mail addresses, which are nobody's business in Redis.
  const named = (key: string) => (redis ? hashToken(redis.prefix + key) : key);
  const consume = async (rule: RateLimit, key: string): Promise<RateLimiterRes | undefined> => {
    try {
      await limiter(rule).consume(named(key));
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
    allows: async (rule, key) => (await consume(rule, key)) === undefined,
    async check(rule, key) {
      const state = await limiter(rule).get(named(key));
      if (!state || state.remainingPoints > 0) return;
      onRefusal(rule);
      throw refusal(rule, state.msBeforeNext);
    },
    async forget(rule, key) {
      await limiter(rule).delete(named(key));
    },
  };
}
