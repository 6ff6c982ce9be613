import { type Entitlement, planRefusal, plans } from '@clipline/contract/plans.ts';
import type { User } from '@clipline/contract/schemas/auth.ts';
import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { getUser, setUser, useUser } from '../../session/session.ts';
import { DAY_MS } from '../../lib/time.ts';
import { useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';

const refusals = {
  PLAN_NEEDED: () => m.billing_locked_changes(),
  SHARING_NOT_IN_PLAN: (plan: string) => m.billing_locked_sharing({ plan }),
  ROOMS_NOT_IN_PLAN: (plan: string) => m.billing_locked_rooms({ plan }),
};

/** The server decides; this only shows it before. */
export function usePlanRefusal(entitlement: Entitlement): string | null {
  const user = useUser();
  const refusal = user && planRefusal(user.plan, entitlement);
  if (!user || !refusal) return null;
  const { plan } = user;
  return refusals[refusal](plan === null || plan === 'trial' ? '' : plans[plan].name);
}

function keepPlan(plan: User['plan']): void {
  const user = getUser();
  if (user && user.plan !== plan) setUser({ ...user, plan });
}

/** The stored user is as old as the sign-in; this is news. */
function syncPlan({ enabled, plan, trialEndsAt }: Subscription): void {
  const onTrial = trialEndsAt !== null && Date.parse(trialEndsAt) > Date.now();
  keepPlan(enabled ? (plan ?? (onTrial ? 'trial' : null)) : 'advanced');
}

export function usePlanNews(): void {
  const client = useQueryClient();
  useSocketEvent('billing:updated', ({ plan }) => {
    keepPlan(plan);
    void client.invalidateQueries({ queryKey: subscriptionKey });
  });
}

export const subscriptionKey = ['account', 'subscription'] as const;

const queryOf = {
  queryKey: subscriptionKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const subscription = await call('GET /billing/subscription', { signal });
    syncPlan(subscription);
    return subscription;
  },
};

export const useSubscription = (askEveryMs?: number) =>
  useQuery({
    ...queryOf,
    refetchInterval: ({ state }) => (state.data?.plan ? false : (askEveryMs ?? false)),
    // What happens elsewhere is only seen by looking again.
    staleTime: 0,
  });

function trialOf({ enabled, plan, trialEndsAt }: Subscription): number | null {
  if (!enabled || plan) return null;
  const left = trialEndsAt === null ? 0 : Date.parse(trialEndsAt) - Date.now();
  return Math.max(0, Math.ceil(left / DAY_MS));
}

/** How many days of it are left, begun ones too: none once it has ended, null where there is none. */
export function useTrial(): number | null {
  const signedIn = useUser() !== null;
  const { data } = useQuery({
    ...queryOf,
    select: trialOf,
    enabled: signedIn && document.body.dataset['billing'] !== 'off',
  });
  return signedIn ? (data ?? null) : null;
}
