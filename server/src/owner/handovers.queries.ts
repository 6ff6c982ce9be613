import type { Insertable, Updateable } from 'kysely';
import { type Db, type Tx, countOf } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';

const living = (db: Db, now: number) =>
  db.selectFrom('handovers').selectAll().where('expires_at', '>', now);

export const insertHandover = (tx: Tx, handover: Insertable<Schema['handovers']>) =>
  tx.insertInto('handovers').values(handover).execute();

/** Those of a person that nobody decided yet. */
export const countUndecided = (tx: Tx, userId: string, now: number): Promise<number> =>
  countOf(
    tx
      .selectFrom('handovers')
      .where('user_id', '=', userId)
      .where('state', 'in', ['open', 'claimed'])
      .where('expires_at', '>', now),
  );

/** One that nobody claimed yet. */
export const findOpenHandover = (db: Db, tokenHash: string, now: number) =>
  living(db, now)
    .where('token_hash', '=', tokenHash)
    .where('state', '=', 'open')
    .executeTakeFirst();

export const findHandoverOf = (db: Db, sessionId: string, id: string, now: number) =>
  living(db, now).where('session_id', '=', sessionId).where('id', '=', id).executeTakeFirst();

export const findHandoverByClaim = (db: Db, claimHash: string, now: number) =>
  living(db, now).where('claim_hash', '=', claimHash).where('is_used', '=', 0).executeTakeFirst();

export const updateHandover = (tx: Tx, id: string, changes: Updateable<Schema['handovers']>) =>
  tx.updateTable('handovers').set(changes).where('id', '=', id).execute();

export const removeHandoversOf = (tx: Tx, userId: string) =>
  tx.deleteFrom('handovers').where('user_id', '=', userId).execute();

export const removeOldHandovers = (db: Db, now: number) =>
  db.deleteFrom('handovers').where('expires_at', '<=', now).execute();
