import type { RateLimit } from '../core/http/limits.ts';

export const programLimits = {
  /** API tokens that one user makes. */
  newTokens: { name: 'newTokens', points: 20, seconds: 3600 },
  /** Codes of programs that one user types wrong. */
  deviceCodeFailures: { name: 'deviceCodeFailures', points: 5, seconds: 15 * 60 },
} as const satisfies Record<string, RateLimit>;
