import { ProductError } from '@clipline/contract/errors.ts';
import { type Entitlement, type PlanName, planRefusal, plans } from '@clipline/contract/plans.ts';

/** What a person calls their plan. */
export const planTitle = (plan: PlanName | null): string =>
  plan === null || plan === 'trial' ? (plan ?? 'none') : plans[plan].name;

/** Throws 402 unless the caller's plan allows it. Nobody's plan limits what they do signed out. */
export function requirePlan(
  user: { readonly plan: PlanName | null } | null,
  entitlement: Entitlement,
): void {
  const refusal = user && planRefusal(user.plan, entitlement);
  if (refusal) throw new ProductError(refusal, { plan: planTitle(user.plan) });
}
