import { allowedBy } from '@clipline/contract/plans.ts';
import type { Stripe } from 'stripe';
import { transact, type Tx } from '../core/db/database.ts';
import { channelOf } from '../core/live/sockets.ts';
import type { Billing, PlanChange } from './billing.ts';
import {
  changeAccount,
  findCustomer,
  findSubscription,
  keepCustomer,
  listSubscriptions,
  nextReading,
  savePaidPlan,
  saveSubscription,
} from './billing.queries.ts';
import { dueAt, paidPlanOf, stateOf } from './subscription-state.ts';

/** What Stripe returned, and when it was asked relative to all other questions. */
export interface Reading {
  readonly number: number;
  readonly at: number;
  readonly subscriptions: readonly Stripe.Subscription[];
}

/**
 * The subscription as it is now; empty when Stripe knows none. Not to be called in a transaction:
 * Stripe may take its time.
 */
export async function readSubscription(
  { db, stripe }: Billing,
  subscriptionId: string,
): Promise<Reading> {
  const number = await nextReading(db);
  const found = await stripe.askAbout((sdk) => sdk.subscriptions.retrieve(subscriptionId));
  return { number, at: Date.now(), subscriptions: found ? [found] : [] };
}

async function readCustomer({ db, stripe }: Billing, customerId: string): Promise<Reading> {
  const number = await nextReading(db);
  const found = await stripe.askAbout((sdk) =>
    sdk.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
  );
  return { number, at: Date.now(), subscriptions: found?.data ?? [] };
}

const idOf = (thing: string | { id: string }) => (typeof thing === 'string' ? thing : thing.id);

/**
 * Keeps one subscription as it was read; returns whose it is, undefined when it has nothing to do
 * with us.
 */
async function applySubscription(
  tx: Tx,
  { prices }: Billing,
  subscription: Stripe.Subscription,
  { number, at }: Reading,
  claimedUserId: string | undefined,
): Promise<string | undefined> {
  const known = await findSubscription(tx, subscription.id);
  // Asked later, applied sooner: what this reading says is older.
  if (known && known.reading > number) return known.user_id;
  const customerId = idOf(subscription.customer);
  const userId =
    known?.user_id ??
    (await findCustomer(tx, customerId, subscription.metadata?.['userId'] ?? claimedUserId));
  if (userId === undefined) return undefined;
  await keepCustomer(tx, userId, customerId);
  await saveSubscription(tx, {
    ...stateOf(subscription, prices),
    user_id: userId,
    reading: number,
    read_at: at,
  });
  return userId;
}

/** Brings the user's plan in line with their subscriptions. */
async function settlePlan(
  tx: Tx,
  { planOf }: Billing,
  userId: string,
  now: number,
): Promise<PlanChange> {
  const before = await planOf(tx, userId);
  const subscriptions = await listSubscriptions(tx, userId);
  await savePaidPlan(tx, userId, paidPlanOf(subscriptions));
  const due = dueAt(subscriptions, now);
  if (due !== null) await changeAccount(tx, userId, { due_at: due });
  return { userId, before, after: await planOf(tx, userId) };
}

/**
 * Makes the store say what Stripe said, however many readings are under way and in whatever order
 * they end.
 */
export async function applyReading(
  tx: Tx,
  billing: Billing,
  reading: Reading,
  claimedUserId?: string,
): Promise<PlanChange[]> {
  const users = new Set<string>();
  for (const subscription of reading.subscriptions) {
    const userId = await applySubscription(tx, billing, subscription, reading, claimedUserId);
    if (userId !== undefined) users.add(userId);
  }
  const changes: PlanChange[] = [];
  for (const userId of users) changes.push(await settlePlan(tx, billing, userId, reading.at));
  return changes;
}

/** To be called after the commit. Never fails. */
export async function announce(
  { channels, tell, whenSharingEnds }: Billing,
  changes: readonly PlanChange[],
): Promise<void> {
  for (const { userId, before, after } of changes) {
    if (before === after) continue;
    channels.publish(channelOf.user(userId), 'billing:updated', { plan: after });
    if (!allowedBy(after).sharing) await tell(() => whenSharingEnds(userId));
  }
}

/** Reads everything that Stripe has of one customer. */
export async function refreshAccount(
  billing: Billing,
  userId: string,
  customerId: string,
): Promise<void> {
  const reading = await readCustomer(billing, customerId);
  const changes = await transact(billing.db, async (tx) => {
    // Unless something there goes on, nothing is due before the next purchase.
    await changeAccount(tx, userId, { due_at: null });
    return applyReading(tx, billing, reading);
  });
  await announce(billing, changes);
}
