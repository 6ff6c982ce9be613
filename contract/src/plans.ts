/** The pricing cards and the enforcement read this one table. Free of schemas. */
export type PaidPlan = 'basic' | 'pro' | 'advanced';
export type BillingInterval = 'monthly' | 'yearly';
export type PlanName = 'trial' | PaidPlan;

export interface Entitlements {
  /**
   * Saving anything new or changed. Without, everything stays readable, exportable and deletable.
   */
  readonly changes: boolean;
  readonly historyLimit: number | null;
  readonly historyDays: number;
  readonly sharing: boolean;
  readonly links: boolean;
  /** Opening rooms of one's own; taking part in others' rooms is open to every plan. */
  readonly ownRooms: boolean;
}

export interface Plan {
  readonly name: string;
  readonly price: Readonly<Record<BillingInterval, number>>;
  readonly mostPopular: boolean;
  readonly allows: Entitlements;
}

const everything: Entitlements = {
  changes: true,
  historyLimit: null,
  historyDays: 30,
  sharing: true,
  links: true,
  ownRooms: true,
};

export const plans: Readonly<Record<PaidPlan, Plan>> = {
  basic: {
    name: 'Basic',
    price: { monthly: 9, yearly: 90 },
    mostPopular: false,
    allows: {
      ...everything,
      historyLimit: 100,
      historyDays: 7,
      sharing: false,
      links: false,
      ownRooms: false,
    },
  },
  pro: {
    name: 'Pro',
    price: { monthly: 19, yearly: 190 },
    mostPopular: true,
    allows: { ...everything, ownRooms: false },
  },
  advanced: {
    name: 'Advanced',
    price: { monthly: 29, yearly: 290 },
    mostPopular: false,
    allows: everything,
  },
};

/** Days after confirming an address during which everything is open, without a card. */
export const TRIAL_DAYS = 7;
export const trial: Entitlements = everything;
/** Nothing new; people keep what they have, and so do those they shared it with. */
const afterTrial: Entitlements = { ...everything, changes: false, links: false, ownRooms: false };

export function allowedBy(plan: PlanName | null): Entitlements {
  if (plan === null) return afterTrial;
  return plan === 'trial' ? trial : plans[plan].allows;
}

export type Entitlement = 'changes' | 'sharing' | 'links' | 'ownRooms';

const refusals = {
  changes: 'PLAN_NEEDED',
  sharing: 'SHARING_NOT_IN_PLAN',
  links: 'SHARING_NOT_IN_PLAN',
  ownRooms: 'ROOMS_NOT_IN_PLAN',
} as const;

export function planRefusal(
  plan: PlanName | null,
  entitlement: Entitlement,
): (typeof refusals)[Entitlement] | null {
  const allowed = allowedBy(plan);
  const isNew = entitlement === 'ownRooms' || entitlement === 'links';
  if (!allowed.changes && isNew) return refusals.changes;
  return allowed[entitlement] ? null : refusals[entitlement];
}

export const shownPerMonth = ({ price }: Plan, interval: BillingInterval): number =>
  interval === 'monthly' ? price.monthly : Math.round(price.yearly / 12);
