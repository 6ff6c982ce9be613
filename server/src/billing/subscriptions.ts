import { allowedBy, type BillingInterval, type PaidPlan } from '@clipline/contract/plans.ts';
import type { Stripe } from 'stripe';
import type { App } from '../core/app.ts';
import type { Config } from '../core/config.ts';
import { afterCommit, transact, type Tx } from '../core/db/database.ts';
import { channelOf } from '../core/live/channels.ts';
import { HOUR_MS } from '../core/time.ts';
import * as queries from './billing.queries.ts';
import type { SubscriptionTable } from './billing.tables.ts';
import { requireStripe, soldBy } from './stripe.ts';

declare module '../core/app.ts' {
  interface App {
    readonly whenSharingEnds: (userId: string) => Promise<void>;
  }
}

type SubscriptionState = Omit<SubscriptionTable, 'user_id' | 'reading' | 'read_at'>;

/** Stripe may be down when news of a renewal or an end are due: what was paid for is given. */
const RENEWAL_MS = 72 * HOUR_MS;
const END_MS = HOUR_MS;

const ms = (seconds: number | null | undefined): number | null =>
  seconds === null || seconds === undefined ? null : seconds * 1000;

/** While Stripe tries a card again the plan stays. */
const meanings: Readonly<
  Record<
    string,
    {
      readonly isLive: boolean;
      readonly givesPlan: boolean;
      readonly shown: 'none' | 'trialing' | 'active' | 'past_due' | 'canceled';
    }
  >
> = {
  trialing: { isLive: true, givesPlan: true, shown: 'trialing' },
  active: { isLive: true, givesPlan: true, shown: 'active' },
  past_due: { isLive: true, givesPlan: true, shown: 'past_due' },
  unpaid: { isLive: true, givesPlan: false, shown: 'past_due' },
  paused: { isLive: true, givesPlan: false, shown: 'past_due' },
  incomplete: { isLive: false, givesPlan: false, shown: 'none' },
  incomplete_expired: { isLive: false, givesPlan: false, shown: 'none' },
  canceled: { isLive: false, givesPlan: false, shown: 'canceled' },
};
const unknown = { isLive: false, givesPlan: false, shown: 'none' } as const;
export const meaningOf = ({ status }: Pick<SubscriptionTable, 'status'>) =>
  meanings[status] ?? unknown;

const intervals: Readonly<Record<string, BillingInterval>> = { month: 'monthly', year: 'yearly' };

/** A price that the operator no longer lists still sells what it was bought as. */
function soldAs(subscription: Stripe.Subscription, config: Config) {
  const price = subscription.items?.data[0]?.price;
  const listed = price && soldBy(config, price.id);
  const interval = intervals[price?.recurring?.interval ?? ''];
  const named = subscription.metadata?.['plan'];
  const plan = named === 'basic' || named === 'pro' || named === 'advanced' ? named : null;
  return { plan: listed?.plan ?? plan, billing_interval: listed?.interval ?? interval ?? null };
}

function stateOf(subscription: Stripe.Subscription, config: Config): SubscriptionState {
  const periodEnd = ms(
    subscription.items?.data[0]?.current_period_end ??
      (subscription as { current_period_end?: number }).current_period_end,
  );
  return {
    id: subscription.id,
    status: subscription.status,
    ...soldAs(subscription, config),
    started_at: ms(subscription.created) ?? 0,
    trial_ends_at: ms(subscription.trial_end),
    period_ends_at: periodEnd,
    ends_at: ms(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
  };
}

const rank: Readonly<Record<PaidPlan, number>> = { basic: 1, pro: 2, advanced: 3 };

type Known = Pick<
  SubscriptionTable,
  'status' | 'plan' | 'started_at' | 'period_ends_at' | 'ends_at' | 'read_at'
>;

/** The best that gives a plan, else one that goes on, else the latest. */
export function leadingOf<S extends Known>(subscriptions: readonly S[]): S | undefined {
  const weight = (each: S) => {
    const { isLive, givesPlan } = meaningOf(each);
    return (givesPlan && each.plan ? 10 * rank[each.plan] : 0) + (isLive ? 1 : 0);
  };
  return subscriptions.toSorted((a, b) => weight(b) - weight(a) || b.started_at - a.started_at)[0];
}

/** What Stripe called alive a moment ago is alive for a while, whatever dates it gave. */
export function paidPlanOf(subscriptions: readonly Known[]): {
  paid_plan: PaidPlan | null;
  paid_until: number | null;
} {
  const leading = leadingOf(subscriptions);
  if (!leading?.plan || !meaningOf(leading).givesPlan) return { paid_plan: null, paid_until: null };
  const end = leading.ends_at ?? leading.period_ends_at;
  const until =
    end === null
      ? null
      : Math.max(end, leading.read_at) + (leading.ends_at === null ? RENEWAL_MS : END_MS);
  return { paid_plan: leading.plan, paid_until: until };
}

export function dueAt(subscriptions: readonly Known[], now: number): number | null {
  const live = subscriptions.filter((each) => meaningOf(each).isLive);
  const dates = live
    .flatMap((each) => [each.period_ends_at, each.ends_at])
    .filter((date) => date !== null && date > now) as number[];
  return live.length === 0
    ? null
    : Math.min(now + 24 * HOUR_MS, ...dates.map((date) => date + HOUR_MS / 12));
}

interface Reading {
  readonly number: number;
  readonly at: number;
  readonly subscriptions: readonly Stripe.Subscription[];
}

/** Never in a transaction: Stripe may take its time. Empty when Stripe knows none. */
export async function readSubscription(app: App, subscriptionId: string): Promise<Reading> {
  const number = await queries.nextReading(app.db);
  const found = await requireStripe(app).askAbout((sdk) =>
    sdk.subscriptions.retrieve(subscriptionId),
  );
  return { number, at: Date.now(), subscriptions: found ? [found] : [] };
}

async function readCustomer(app: App, customerId: string): Promise<Reading> {
  const number = await queries.nextReading(app.db);
  const found = await requireStripe(app).askAbout((sdk) =>
    sdk.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
  );
  return { number, at: Date.now(), subscriptions: found?.data ?? [] };
}

const idOf = (thing: string | { id: string }) => (typeof thing === 'string' ? thing : thing.id);

async function applySubscription(
  tx: Tx,
  { config }: App,
  subscription: Stripe.Subscription,
  { number, at }: Reading,
  claimedUserId: string | undefined,
): Promise<string | undefined> {
  const known = await queries.findSubscription(tx, subscription.id);
  // Asked later, applied sooner: what this reading says is older.
  if (known && known.reading > number) return known.user_id;
  const customerId = idOf(subscription.customer);
  const userId =
    known?.user_id ??
    (await queries.findCustomer(
      tx,
      customerId,
      subscription.metadata?.['userId'] ?? claimedUserId,
    ));
  if (userId === undefined) return undefined;
  await queries.keepCustomer(tx, userId, customerId);
  await queries.saveSubscription(tx, {
    ...stateOf(subscription, config),
    user_id: userId,
    reading: number,
    read_at: at,
  });
  return userId;
}

async function settlePlan(tx: Tx, app: App, userId: string, now: number): Promise<void> {
  const { channels, planOf } = app;
  const before = await planOf(tx, userId);
  const subscriptions = await queries.listSubscriptions(tx, userId);
  await queries.savePaidPlan(tx, userId, paidPlanOf(subscriptions));
  const due = dueAt(subscriptions, now);
  if (due !== null) await queries.changeAccount(tx, userId, { due_at: due });
  const after = await planOf(tx, userId);
  if (before === after) return;
  afterCommit(tx, async () => {
    channels.publish(channelOf.user(userId), 'billing:updated', { plan: after });
    if (!allowedBy(after).sharing) await app.tell(() => app.whenSharingEnds(userId));
  });
}

export async function applyReading(
  tx: Tx,
  app: App,
  reading: Reading,
  claimedUserId?: string,
): Promise<void> {
  const users = new Set<string>();
  for (const subscription of reading.subscriptions) {
    const userId = await applySubscription(tx, app, subscription, reading, claimedUserId);
    if (userId !== undefined) users.add(userId);
  }
  for (const userId of users) await settlePlan(tx, app, userId, reading.at);
}

export async function refreshAccount(app: App, userId: string, customerId: string): Promise<void> {
  const reading = await readCustomer(app, customerId);
  await transact(app.db, async (tx) => {
    // Unless something there goes on, nothing is due before the next purchase.
    await queries.changeAccount(tx, userId, { due_at: null });
    await applyReading(tx, app, reading);
  });
}

/** Stripe ends every subscription of a customer it forgets, one that we have not heard of too. */
export async function endBilling({ db, stripe }: App, userId: string): Promise<void> {
  const account = await queries.findAccount(db, userId);
  if (account) await stripe?.askAbout((sdk) => sdk.customers.del(account.customer_id));
  await transact(db, (tx) => queries.removeBilling(tx, userId));
}
