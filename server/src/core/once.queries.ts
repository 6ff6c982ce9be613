import type { Db, Tx } from './db/database.ts';
import { preparedOne } from './db/prepared.ts';
import type { OnceTable } from './db/schema.ts';

export const findDone = preparedOne((db, key: string, now: number) =>
  db
    .selectFrom('once')
    .selectAll()
    .where('key', '=', key)
    .where((eb) => eb.or([eb('forget_at', 'is', null), eb('forget_at', '>', now)])),
);

/** In the place of what was kept under the key for long enough. */
export const keepDone = (tx: Db, done: OnceTable) =>
  tx
    .insertInto('once')
    .values(done)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(done))
    .execute();

export const findDoneOf = (db: Db, clipId: string): Promise<OnceTable | undefined> =>
  db.selectFrom('once').selectAll().where('clip_id', '=', clipId).executeTakeFirst();

export const updateReply = (tx: Tx, key: string, reply: string) =>
  tx.updateTable('once').set({ reply }).where('key', '=', key).execute();

export const removeDoneOf = (tx: Tx, clipId: string) =>
  tx.deleteFrom('once').where('clip_id', '=', clipId).execute();

/** What was done in something that is gone, by what its keys begin with. */
export const removeDoneIn = (tx: Tx, place: string) =>
  tx.deleteFrom('once').where('key', '>=', `${place} `).where('key', '<', `${place}!`).execute();

/** What clips came from that are gone is kept until then. */
export const forgetGoneAt = (db: Db, forgetAt: number) =>
  db
    .updateTable('once')
    .set({ forget_at: forgetAt })
    .where('clip_id', 'is', null)
    .where('forget_at', 'is', null)
    .execute();

export const removeDoneBefore = (db: Db, before: number) =>
  db.deleteFrom('once').where('forget_at', '<', before).execute();
