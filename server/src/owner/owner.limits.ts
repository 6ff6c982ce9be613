import type { RateLimit } from '../core/http/limits.ts';

export const ownerLimits = {
  /** Tokens of set-up and handovers that are none. */
  tokenGuesses: { name: 'ownerTokenGuesses', points: 300, seconds: 15 * 60, by: 'address' },
  signOns: { name: 'signOns', points: 120, seconds: 60, by: 'address' },
  testMails: { name: 'testMails', points: 1, seconds: 10 },
} as const satisfies Record<string, RateLimit>;

/** Of the admin log. */
export const MAX_LOGGED = 10_000;
