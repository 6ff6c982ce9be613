import type { Plan } from '@clipline/contract/auth.ts';

/** How long a new user tries everything out, where plans are sold. */
export const TRIAL_MS = 7 * 24 * 3600 * 1000;

/** What a user may use now. Without billing every feature is open to everyone. */
export function planOf(
  user: { trial_ends_at: number | null },
  billing: boolean,
  now: number,
): { plan: Plan | null; trialEndsAt: number | null } {
  if (!billing) return { plan: 'advanced', trialEndsAt: null };
  const onTrial = user.trial_ends_at !== null && user.trial_ends_at > now;
  return { plan: onTrial ? 'trial' : null, trialEndsAt: user.trial_ends_at };
}
