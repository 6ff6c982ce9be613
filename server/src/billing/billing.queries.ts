import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, type Tx, isAny } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import type { SubscriptionTable } from './billing.tables.ts';

export type BillingAccount = Selectable<Schema['billing_accounts']>;

export const findAccount = (db: Db, userId: string): Promise<BillingAccount | undefined> =>
  db.selectFrom('billing_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** By the account, else by the user id that came along with the purchase. */
export async function findCustomer(
  db: Db,
  customerId: string,
  claimedUserId: string | undefined,
): Promise<string | undefined> {
  const account = await db
    .selectFrom('billing_accounts')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (account || claimedUserId === undefined) return account?.user_id;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', claimedUserId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return user?.id;
}

/** Keeps the first of two customers made at once; `instead` is one that Stripe no longer knows. */
export async function keepCustomer(
  tx: Tx,
  userId: string,
  customerId: string,
  instead?: string,
): Promise<string> {
  const account = {
    user_id: userId,
    customer_id: customerId,
    checkout_number: 0,
    checkout_for: null,
    checkout_at: null,
    checkout_id: null,
    due_at: null,
  };
  await tx
    .insertInto('billing_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  if (instead !== undefined)
    await tx
      .updateTable('billing_accounts')
      .set({ customer_id: customerId })
      .where('user_id', '=', userId)
      .where('customer_id', '=', instead)
      .execute();
  const kept = await tx
    .selectFrom('billing_accounts')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return kept.customer_id;
}

export const changeAccount = (
  db: Db,
  userId: string,
  changes: Updateable<Schema['billing_accounts']>,
) => db.updateTable('billing_accounts').set(changes).where('user_id', '=', userId).execute();

export const listDueAccounts = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('billing_accounts')
    .select(['user_id', 'customer_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();

export type KnownSubscription = Selectable<SubscriptionTable>;

export const findSubscription = (db: Db, id: string): Promise<KnownSubscription | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

export const listSubscriptions = (db: Db, userId: string): Promise<KnownSubscription[]> =>
  db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute();

export const saveSubscription = (tx: Tx, subscription: Insertable<SubscriptionTable>) =>
  tx
    .insertInto('subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(subscription))
    .execute();

export const savePaidPlan = (
  tx: Tx,
  userId: string,
  paid: Pick<Schema['users'], 'paid_plan' | 'paid_until'>,
) => tx.updateTable('users').set(paid).where('id', '=', userId).execute();

export const noteEvent = (tx: Tx, id: string, now: number): Promise<boolean> =>
  isAny(
    tx
      .insertInto('stripe_events')
      .values({ id, received_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  );

export const isEventNoted = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('stripe_events').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

export const forgetEvents = (db: Db, before: number) =>
  db.deleteFrom('stripe_events').where('received_at', '<', before).execute();

/** Higher than that of every reading begun before, on whatever node. */
export async function nextReading(db: Db): Promise<number> {
  const { latest } = await db
    .updateTable('stripe_readings')
    .set((eb) => ({ latest: eb('latest', '+', 1) }))
    .returning('latest')
    .executeTakeFirstOrThrow();
  return latest;
}

export async function removeBilling(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('billing_accounts').where('user_id', '=', userId).execute();
  // A deletion that is interrupted here must not leave a plan that is not paid for.
  await savePaidPlan(tx, userId, { paid_plan: null, paid_until: null });
}
