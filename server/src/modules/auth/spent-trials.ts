import type { Db, Tx } from '../../platform/database/database.ts';
import { keyed } from '../../platform/ids.ts';
import { DAY_MS } from '../../platform/time.ts';
import { findSpentTrial, readTrials, saveSpentTrial } from './spent-trials.queries.ts';

/** After that an address is as good as new. */
const KEPT_MS = 365 * DAY_MS;

/** Keyed, or a reader of the store could try addresses until one fits. */
const hashOf = (secret: string, email: string) => keyed(secret, 'spent-trial', email);

export const spentTrialOf = (db: Db, secret: string, email: string, now: number) =>
  findSpentTrial(db, hashOf(secret, email), now);

/** Before an account goes: what it had of trials is remembered for a while, its address is not. */
export async function noteSpentTrial(
  tx: Tx,
  secret: string,
  userId: string,
  now: number,
): Promise<void> {
  const trials = await readTrials(tx, userId);
  if (!trials || trials.trial_ends_at === null) return;
  await saveSpentTrial(tx, {
    address_hash: hashOf(secret, trials.email),
    trial_ends_at: trials.trial_ends_at,
    had_subscription: trials.hadSubscription ? 1 : 0,
    forget_at: now + KEPT_MS,
  });
}
