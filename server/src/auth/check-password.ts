import { ProductError } from '@clipline/contract/errors.ts';
import type { App } from '../core/app.ts';
import { authLimits } from './auth.limits.ts';
import { findPasswordHash } from './auth.queries.ts';
import { turnOf, verifyPassword } from './passwords.ts';

/**
 * A session left open on another user's screen must not be enough. Throws WRONG_PASSWORD, and
 * after a few TOO_MANY_REQUESTS.
 */
export async function checkPassword(
  { db, limits }: Pick<App, 'db' | 'limits'>,
  { userId, address }: { userId: string; address: string },
  password: string,
): Promise<void> {
  const checkLimit = () => limits.check(authLimits.passwordFailures, userId);
  await checkLimit();
  if (
    !(await verifyPassword(await findPasswordHash(db, userId), password, {
      from: turnOf(address),
      beforeWork: checkLimit,
    }))
  ) {
    await limits.take(authLimits.passwordFailures, userId);
    throw new ProductError('WRONG_PASSWORD');
  }
  await limits.forget(authLimits.passwordFailures, userId);
}
