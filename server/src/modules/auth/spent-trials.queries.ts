import type { Db, Tx } from '../../platform/database/database.ts';
import type { SpentTrialTable } from './auth.tables.ts';

export const findSpentTrial = (
  db: Db,
  addressHash: string,
  now: number,
): Promise<SpentTrialTable | undefined> =>
  db
    .selectFrom('spent_trials')
    .selectAll()
    .where('address_hash', '=', addressHash)
    .where('forget_at', '>', now)
    .executeTakeFirst();

/** What a user has had of trials; undefined when there is no such user. */
export async function readTrials(db: Db, userId: string) {
  const user = await db
    .selectFrom('users')
    .select(['email', 'trial_ends_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const subscription = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'not like', 'incomplete%')
    .limit(1)
    .executeTakeFirst();
  return user && { ...user, hadSubscription: subscription !== undefined };
}

/**
 * What was noted before is not taken back: a deletion that is tried again finds no subscription any
 * more.
 */
export async function saveSpentTrial(tx: Tx, spent: SpentTrialTable): Promise<void> {
  const { address_hash, trial_ends_at, had_subscription, forget_at } = spent;
  await tx
    .insertInto('spent_trials')
    .values(spent)
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet({ trial_ends_at, forget_at }),
    )
    .execute();
  if (had_subscription === 1)
    await tx
      .updateTable('spent_trials')
      .set({ had_subscription })
      .where('address_hash', '=', address_hash)
      .execute();
}

export const forgetSpentTrials = (db: Db, now: number) =>
  db.deleteFrom('spent_trials').where('forget_at', '<=', now).execute();
