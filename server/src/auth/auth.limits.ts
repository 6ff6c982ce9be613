import type { RateLimit } from '../core/http/limits.ts';

export const authLimits = {
  registrations: { name: 'registrations', points: 200, seconds: 3600, by: 'address' },
  /** Sign-ins from one address for one e-mail address, right or wrong, before any work. */
  logins: { name: 'logins', points: 60, seconds: 60, by: 'address' },
  /** Sign-ins from everywhere for one e-mail address: only many networks together use them up. */
  accountLogins: { name: 'accountLogins', points: 240, seconds: 60 },
  loginFailures: { name: 'loginFailures', points: 5, seconds: 15 * 60, by: 'address' },
  addressLoginFailures: {
    name: 'addressLoginFailures',
    points: 50,
    seconds: 15 * 60,
    by: 'address',
  },
  /**
   * Sign-ins from one address with what one signed up with for one e-mail address: no failures, but
   * a stranger's are many enough to use up those of the account.
   */
  signUpLogins: { name: 'signUpLogins', points: 10, seconds: 15 * 60, by: 'address' },
  passwordResets: { name: 'passwordResets', points: 200, seconds: 3600, by: 'address' },
  tokenGuesses: { name: 'tokenGuesses', points: 300, seconds: 15 * 60, by: 'address' },
  passwordFailures: { name: 'passwordFailures', points: 5, seconds: 15 * 60 },
  /** Mails of one kind to one recipient. */
  mails: { name: 'mails', points: 3, seconds: 3600 },
  newTokens: { name: 'newTokens', points: 20, seconds: 3600 },
  deviceCodeFailures: { name: 'deviceCodeFailures', points: 5, seconds: 15 * 60 },
} as const satisfies Record<string, RateLimit>;
