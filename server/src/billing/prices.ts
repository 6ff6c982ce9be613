import type { BillingInterval, PaidPlan } from '@clipline/contract/plans.ts';
import type { Config } from '../core/config.ts';

export interface SoldPlan {
  readonly plan: PaidPlan;
  readonly interval: BillingInterval;
}

const sold = {
  STRIPE_PRICE_BASIC_MONTHLY: { plan: 'basic', interval: 'monthly' },
  STRIPE_PRICE_BASIC_YEARLY: { plan: 'basic', interval: 'yearly' },
  STRIPE_PRICE_PRO_MONTHLY: { plan: 'pro', interval: 'monthly' },
  STRIPE_PRICE_PRO_YEARLY: { plan: 'pro', interval: 'yearly' },
  STRIPE_PRICE_ADVANCED_MONTHLY: { plan: 'advanced', interval: 'monthly' },
  STRIPE_PRICE_ADVANCED_YEARLY: { plan: 'advanced', interval: 'yearly' },
} as const satisfies Partial<Record<keyof Config, SoldPlan>>;
type PriceSetting = keyof typeof sold;
const settings = Object.keys(sold) as PriceSetting[];

/** Which of Stripe's prices sells which plan, by the operator's settings. */
export interface Prices {
  /** Undefined when the operator sells no such thing. */
  idOf(plan: PaidPlan, interval: BillingInterval): string | undefined;
  soldBy(priceId: string): SoldPlan | undefined;
  /** Settings without a price. */
  readonly missing: readonly string[];
}

export function pricesOf(config: Pick<Config, PriceSetting>): Prices {
  return {
    idOf: (plan, interval) =>
      settings
        .map((name) =>
          sold[name].plan === plan && sold[name].interval === interval ? config[name] : undefined,
        )
        .find(Boolean),
    soldBy: (priceId) =>
      settings.filter((name) => config[name] === priceId).map((name) => sold[name])[0],
    missing: settings.filter((name) => config[name] === undefined),
  };
}
