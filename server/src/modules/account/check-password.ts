import { ProductError } from '@clipline/contract/errors.ts';
import { turnOf, verifyPassword } from '../auth/passwords.ts';
import type { Account } from './account.ts';
import { findPasswordHash } from './users.queries.ts';
import { accountLimits } from './account.limits.ts';

/**
 * A session left open on another user's screen must not be enough. Throws WRONG_PASSWORD, and
 * after a few TOO_MANY_REQUESTS.
 */
export async function checkPassword(
  { db, limits }: Pick<Account, 'db' | 'limits'>,
  { userId, address }: { userId: string; address: string },
  password: string,
): Promise<void> {
  const checkLimit = () => limits.check(accountLimits.passwordFailures, userId);
  await checkLimit();
  if (
    !(await verifyPassword(await findPasswordHash(db, userId), password, {
      from: turnOf(address),
      beforeWork: checkLimit,
    }))
  ) {
    await limits.take(accountLimits.passwordFailures, userId);
    throw new ProductError('WRONG_PASSWORD');
  }
  await limits.forget(accountLimits.passwordFailures, userId);
}
