import type { RateLimit } from '../core/http/limits.ts';

export const ownerLimits = {
  /** Tokens of set-up and handovers that are none. */
  tokenGuesses: { name: 'ownerTokenGuesses', points: 300, seconds: 15 * 60, by: 'address' },
  setupChecks: { name: 'setupChecks', points: 20, seconds: 60, by: 'address' },
  invitationChecks: { name: 'invitationChecks', points: 20, seconds: 60, by: 'address' },
  signOns: { name: 'signOns', points: 120, seconds: 60, by: 'address' },
  testMails: { name: 'testMails', points: 1, seconds: 10 },
} as const satisfies Record<string, RateLimit>;

/** Of those that one browser has begun: the newest. */
export const MAX_SIGN_ONS = 5;

/** An address of the app to come back to; a longer one is left out. */
export const MAX_NEXT_LENGTH = 2000;

/** Of the admin log. */
export const MAX_LOGGED = 10_000;
