import type { RateLimit } from '../core/http/limits.ts';

export const accountLimits = {
  exports: { name: 'exports', points: 20, seconds: 3600 },
  imports: { name: 'imports', points: 20, seconds: 3600 },
} as const satisfies Record<string, RateLimit>;
