import { ProductError } from '@clipline/contract/errors.ts';
import { type Entitlement, type PlanName, planRefusal, plans } from '@clipline/contract/plans.ts';
import type { Plan } from '@clipline/contract/schemas/auth.ts';
import type { Db } from '../core/db/database.ts';

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

/** The plan that a user is on now, null after the trial without one. */
export type PlanOf = (db: Db, userId: string) => Promise<Plan | null>;

/** What people call their plan. */
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
