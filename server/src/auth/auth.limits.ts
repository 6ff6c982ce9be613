import type { RateLimit } from '../core/http/limits.ts';
import { DAY_SECONDS } from '../core/time.ts';

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
  passkeyOptions: { name: 'passkeyOptions', points: 60, seconds: 60, by: 'address' },
  passkeys: { name: 'passkeys', points: 60, seconds: 60, by: 'address' },
  deviceCodeFailures: { name: 'deviceCodeFailures', points: 5, seconds: 15 * 60 },
} as const satisfies Record<string, RateLimit>;

/** With RATE_LIMITS=off, too. Of a network and an account, so that no stranger locks anybody out. */
export const stepLimits = {
  codes: { name: 'stepCodes', points: 5, seconds: 15 * 60, by: 'address' },
  codesOfDay: { name: 'stepCodesOfDay', points: 20, seconds: DAY_SECONDS, by: 'address' },
  codesOfAccount: { name: 'stepCodesOfAccount', points: 100, seconds: DAY_SECONDS },
  recoveryCodes: { name: 'recoveryCodes', points: 20, seconds: 15 * 60, by: 'address' },
  sameCode: { name: 'sameStepCode', points: 1, seconds: 5 },
  /** Wrong codes of a sign-in before its person is told, and how often they are. */
  unwarned: { name: 'unwarnedSteps', points: 4, seconds: DAY_SECONDS },
  warnings: { name: 'stepWarnings', points: 1, seconds: DAY_SECONDS },
} as const satisfies Record<string, RateLimit>;
