import { DAY_MS } from '../../lib/time.ts';
import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { syncPlan } from './plan.ts';

export const subscriptionKey = ['account', 'subscription'] as const;

const queryOf = {
  queryKey: subscriptionKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const subscription = await call('GET /billing/subscription', { signal });
    syncPlan(subscription);
    return subscription;
  },
};

/** Read again every so many milliseconds, where given, until there is a plan. */
export const useSubscription = (askEveryMs?: number) =>
  useQuery({
    ...queryOf,
    refetchInterval: ({ state }) => (state.data?.plan ? false : (askEveryMs ?? false)),
    // What happens elsewhere is only seen by looking again.
    staleTime: 0,
  });

export interface TrialState {
  /** Begun days count; null once it has ended. */
  readonly daysLeft: number | null;
}

function trialOf({ enabled, plan, trialEndsAt }: Subscription): TrialState | null {
  if (!enabled || plan) return null;
  const left = trialEndsAt === null ? 0 : Date.parse(trialEndsAt) - Date.now();
  return { daysLeft: left > 0 ? Math.ceil(left / DAY_MS) : null };
}

/** Null for who has a plan, and where none is sold. */
export function useTrial(): TrialState | null {
  const signedIn = useUser() !== null;
  const { data } = useQuery({
    ...queryOf,
    select: trialOf,
    enabled: signedIn && document.body.dataset['billing'] !== 'off',
  });
  return (signedIn && data) || null;
}
