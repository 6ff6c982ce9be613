import type { Tx } from '../../database/database.ts';

/** What is known of somebody as a customer. */
export async function removeBilling(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('billing_accounts').where('user_id', '=', userId).execute();
}
