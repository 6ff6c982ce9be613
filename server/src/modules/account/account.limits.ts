import type { RateLimit } from '../../platform/http/rate-limits.ts';

export const accountLimits = {
  /** Wrong passwords of a signed-in user. */
  passwordFailures: { name: 'passwordFailures', points: 5, seconds: 15 * 60 },
  /** Exports of one user, each of which reads all they have. */
  exports: { name: 'exports', points: 20, seconds: 3600 },
  /** Imports of one user. */
  imports: { name: 'imports', points: 20, seconds: 3600 },
} as const satisfies Record<string, RateLimit>;
