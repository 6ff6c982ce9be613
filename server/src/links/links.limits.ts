import type { RateLimit } from '../core/http/limits.ts';

export const linkLimits = {
  /** Of whatever link, right or wrong. */
  linkOpens: { name: 'linkOpens', points: 60, seconds: 60, by: 'address' },
  /** What is sent through one inbox, and by one address through any. */
  linkSendings: { name: 'linkSendings', points: 30, seconds: 3600 },
  sendings: { name: 'sendings', points: 10, seconds: 3600, by: 'address' },
} as const satisfies Record<string, RateLimit>;
