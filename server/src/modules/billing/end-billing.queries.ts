import type { Tx } from '../../platform/database/database.ts';
import { savePaidPlan } from './billing.queries.ts';

/** What is known of a user as a customer. */
export async function removeBilling(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('billing_accounts').where('user_id', '=', userId).execute();
  // A deletion that is interrupted here must not leave a plan that nobody pays for.
  await savePaidPlan(tx, userId, { paid_plan: null, paid_until: null });
}
