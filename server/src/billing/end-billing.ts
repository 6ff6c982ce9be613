import { type Db, transact } from '../core/db/database.ts';
import { findAccount, removeBilling } from './billing.queries.ts';
import type { StripeClient } from './stripe-client.ts';

/**
 * A user deletes their account: Stripe forgets the customer and with it ends every subscription
 * at once, also one that we have not heard of. Throws PAYMENT_SERVICE_FAILED before anything is
 * lost here.
 */
export async function endBilling(
  db: Db,
  stripe: StripeClient | undefined,
  userId: string,
): Promise<void> {
  const account = await findAccount(db, userId);
  if (account && stripe) await stripe.askAbout((sdk) => sdk.customers.del(account.customer_id));
  await transact(db, (tx) => removeBilling(tx, userId));
}
