import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import { type Entitlement, planRefusal, plans } from '@clipline/contract/plans.ts';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { getUser, setUser, useUser } from '../../lib/session.ts';
import { useSocketEvent } from '../../live/socket.ts';

const refusals = {
  PLAN_NEEDED: () => m.billing_locked_changes(),
  SHARING_NOT_IN_PLAN: (plan: string) => m.billing_locked_sharing({ plan }),
  ROOMS_NOT_IN_PLAN: (plan: string) => m.billing_locked_rooms({ plan }),
};

/**
 * Why the reader's plan lacks something, null when it does not or there is no user. The server
 * decides; this only shows it before.
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
export function usePlanNews(): void {
  const client = useQueryClient();
  useSocketEvent('billing:updated', ({ plan }) => {
    keepPlan({ plan });
    void client.invalidateQueries({ queryKey: ['account', 'subscription'] });
  });
}
