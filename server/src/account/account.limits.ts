import type { RateLimit } from '../core/http/limits.ts';

export const accountLimits = {
  /** Exports of one user, each of which reads all they have. */
  exports: { name: 'exports', points: 20, seconds: 3600 },
  /** Imports of one user. */
  imports: { name: 'imports', points: 20, seconds: 3600 },
} as const satisfies Record<string, RateLimit>;
