import type { Plan } from '@clipline/contract/schemas/auth.ts';
import { TRIAL_DAYS } from '@clipline/contract/plans.ts';
import type { UserTable } from './auth.tables.ts';
import { DAY_MS } from '../core/time.ts';

/** How long a new user tries everything out, where plans are sold. */
export const TRIAL_MS = TRIAL_DAYS * DAY_MS;

/** What of a user decides over their plan. */
export type PlanColumns = Pick<UserTable, 'trial_ends_at' | 'paid_plan' | 'paid_until'>;

/**
 * What a user may use now: a paid plan in force, else the trial. Without billing every feature is
 * open to everyone.
 */
export function planOf(
  user: PlanColumns,
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
