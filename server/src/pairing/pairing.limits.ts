import type { RateLimit } from '../core/http/limits.ts';

export const pairingLimits = {
  codes: { name: 'pairingCodes', points: 20, seconds: 3600, by: 'address' },
  /** Wrong codes of a network: an IPv4 address, or an IPv6 /48. */
  guesses: { name: 'pairingGuesses', points: 10, seconds: 15 * 60, blocks: true },
  guessesOfAll: { name: 'pairingGuessesOfAll', points: 2000, seconds: 5 * 60, blocks: true },
} as const satisfies Record<string, RateLimit>;
