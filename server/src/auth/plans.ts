import { ProductError } from '@clipline/contract/errors.ts';
import {
  type Entitlement,
  type PlanName,
  planRefusal,
  plans,
  TRIAL_DAYS,
} from '@clipline/contract/plans.ts';
import type { Plan } from '@clipline/contract/schemas/auth.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/database.ts';
import { DAY_MS } from '../core/time.ts';
import { findUserById } from './auth.queries.ts';
import type { UserTable } from './auth.tables.ts';

declare module '../core/http/current-user.ts' {
  interface CurrentUser {
    readonly plan: Plan | null;
    readonly trialEndsAt: number | null;
  }
}

declare module '../core/app.ts' {
  interface App {
    readonly planOf: PlanOf;
  }
}

export const TRIAL_MS = TRIAL_DAYS * DAY_MS;

export const sellsPlans = ({ STRIPE_SECRET_KEY }: Pick<Config, 'STRIPE_SECRET_KEY'>): boolean =>
  STRIPE_SECRET_KEY !== undefined;

/**
 * What a user may use now, by their row: a paid plan in force, else the trial. Without billing
 * every feature is open to everyone.
 */
export function currentPlan(
  user: Pick<UserTable, 'trial_ends_at' | 'paid_plan' | 'paid_until'>,
  billing: boolean,
  now: number,
): { plan: Plan | null; trialEndsAt: number | null } {
  if (!billing) return { plan: 'advanced', trialEndsAt: null };
  const onTrial = user.trial_ends_at !== null && user.trial_ends_at > now;
  const isPaid = user.paid_until === null || user.paid_until > now;
  return {
    plan: (isPaid ? user.paid_plan : null) ?? (onTrial ? 'trial' : null),
    trialEndsAt: user.trial_ends_at,
  };
}

/** The plan that a user is on now, null after the trial without one. */
export type PlanOf = (db: Db, userId: string) => Promise<Plan | null>;

/** Of users who may be others than the caller, such as the owner of a clip. */
export const planReader =
  (billing: boolean): PlanOf =>
  async (db, userId) => {
    const user = billing ? await findUserById(db, userId) : undefined;
    return user ? currentPlan(user, billing, Date.now()).plan : 'advanced';
  };

export const planTitle = (plan: PlanName | null): string =>
  plan === null || plan === 'trial' ? (plan ?? 'none') : plans[plan].name;

/**
 * What a call ensures: throws 402 unless the caller's plan allows it. No plan limits what visitors
 * do signed out.
 */
export const planAllows =
  (entitlement: Entitlement) =>
  (user: { readonly plan: PlanName | null } | null): void => {
    const refusal = user && planRefusal(user.plan, entitlement);
    if (refusal) throw new ProductError(refusal, { plan: planTitle(user.plan) });
  };
