import type { BillingInterval, PaidPlan } from '@clipline/contract/plans.ts';
import type { Stripe } from 'stripe';
import type { SubscriptionTable } from './billing.tables.ts';
import type { Prices } from './prices.ts';
import { HOUR_MS } from '../core/time.ts';

/** What of a subscription follows from what Stripe says, and nothing else. */
export type SubscriptionState = Omit<SubscriptionTable, 'user_id' | 'reading' | 'read_at'>;

/**
 * Past the end of a paid period, before news of its renewal or end must have come: Stripe may be
 * down, but what was paid for is given.
 */
const RENEWAL_MS = 72 * HOUR_MS;
/** Past an end that is certain. */
const END_MS = HOUR_MS;

const ms = (seconds: number | null | undefined): number | null =>
  seconds === null || seconds === undefined ? null : seconds * 1000;

/**
 * Ended or not, by Stripe's words; of those that go on, which give the plan. While Stripe tries a
 * card again the plan stays.
 */
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
function planOf(subscription: Stripe.Subscription, prices: Prices) {
  const price = subscription.items?.data[0]?.price;
  const listed = price && prices.soldBy(price.id);
  const interval = intervals[price?.recurring?.interval ?? ''];
  const named = subscription.metadata?.['plan'];
  const plan = named === 'basic' || named === 'pro' || named === 'advanced' ? named : null;
  return { plan: listed?.plan ?? plan, billing_interval: listed?.interval ?? interval ?? null };
}

export function stateOf(subscription: Stripe.Subscription, prices: Prices): SubscriptionState {
  const periodEnd = ms(
    subscription.items?.data[0]?.current_period_end ??
      (subscription as { current_period_end?: number }).current_period_end,
  );
  return {
    id: subscription.id,
    status: subscription.status,
    ...planOf(subscription, prices),
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

/**
 * The one of a person's subscriptions that counts: the best that gives a plan, else one that goes
 * on, else the latest.
 */
export function leadingOf<S extends Known>(subscriptions: readonly S[]): S | undefined {
  const weight = (each: S) => {
    const { isLive, givesPlan } = meaningOf(each);
    return (givesPlan && each.plan ? 10 * rank[each.plan] : 0) + (isLive ? 1 : 0);
  };
  return subscriptions.toSorted((a, b) => weight(b) - weight(a) || b.started_at - a.started_at)[0];
}

/**
 * What the user's row is to say. What Stripe called alive a moment ago is alive for a while,
 * whatever dates it gave.
 */
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

/**
 * When Stripe is to be asked again although it sends nothing: after the next date that matters, and
 * once a day.
 */
export function dueAt(subscriptions: readonly Known[], now: number): number | null {
  const live = subscriptions.filter((each) => meaningOf(each).isLive);
  const dates = live
    .flatMap((each) => [each.period_ends_at, each.ends_at])
    .filter((date) => date !== null && date > now) as number[];
  return live.length === 0
    ? null
    : Math.min(now + 24 * HOUR_MS, ...dates.map((date) => date + HOUR_MS / 12));
}
