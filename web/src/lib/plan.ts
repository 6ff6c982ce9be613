import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import { type Entitlement, planRefusal, plans } from '@clipline/contract/plans.ts';
import { m } from '../paraglide/messages.js';
import { ApiError } from './api-error.ts';
import { getUser, setUser, useUser } from './session.ts';
import { useSocketEvent } from './socket.ts';

/**
 * Where plans are chosen. The landing page reads its prices anew, so that the browser goes there
 * and not only the router.
 */
export const PLANS_PATH = '/#pricing';

/** Refusals by the reader's own plan; that of an owner is nobody else's to choose. */
const OWN_PLAN = new Set<string | undefined>([
  'PLAN_NEEDED',
  'SHARING_NOT_IN_PLAN',
  'ROOMS_NOT_IN_PLAN',
]);

/**
 * What a toast about a failure offers beside its text: the way to the plans, where one of them is
 * what was missing.
 */
export const wayToPlans = (error: unknown) =>
  error instanceof ApiError && error.status === 402 && OWN_PLAN.has(error.code)
    ? { action: { label: m.billing_see_plans(), onPress: () => location.assign(PLANS_PATH) } }
    : {};

const refusals = {
  PLAN_NEEDED: () => m.billing_locked_changes(),
  SHARING_NOT_IN_PLAN: (plan: string) => m.billing_locked_sharing({ plan }),
  ROOMS_NOT_IN_PLAN: (plan: string) => m.billing_locked_rooms({ plan }),
};

/**
 * Why the reader's plan lacks something, null when it does not or nobody is signed in. The server
 * decides; this only says so before.
 */
export function usePlanRefusal(entitlement: Entitlement): string | null {
  const user = useUser();
  const refusal = user && planRefusal(user.plan, entitlement);
  if (!user || !refusal) return null;
  const { plan } = user;
  return refusals[refusal](plan === null || plan === 'trial' ? '' : plans[plan].name);
}

function keepPlan(change: Partial<NonNullable<ReturnType<typeof getUser>>>): void {
  const user = getUser();
  if (
    user &&
    Object.entries(change).some(([name, value]) => user[name as keyof typeof user] !== value)
  )
    setUser({ ...user, ...change });
}

/** The stored user is as old as the sign-in; this is news. */
export function syncPlan({ enabled, plan, trialEndsAt }: Subscription): void {
  const onTrial = trialEndsAt !== null && Date.parse(trialEndsAt) > Date.now();
  keepPlan({ plan: enabled ? (plan ?? (onTrial ? 'trial' : null)) : 'advanced' });
}

/** Keeps the stored user's plan as the server tells it, on every device. */
export const usePlanNews = (): void =>
  useSocketEvent('billing:updated', ({ plan }) => keepPlan({ plan }));
