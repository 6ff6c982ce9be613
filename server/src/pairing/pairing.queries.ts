import type { Insertable, Selectable, Updateable } from 'kysely';
import { countOf, type Db, type Tx } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';

export type PairingRow = Selectable<Schema['pairings']>;

const living = (db: Db, now: number) =>
  db.selectFrom('pairings').selectAll().where('expires_at', '>', now);

export const insertPairing = (tx: Tx, pairing: Insertable<Schema['pairings']>) =>
  tx.insertInto('pairings').values(pairing).execute();

/** Of a network, those that nobody decided yet. */
export const countUndecidedPairings = (db: Db, networkHash: string, now: number) =>
  countOf(
    db
      .selectFrom('pairings')
      .where('network_hash', '=', networkHash)
      .where('state', 'in', ['open', 'joined'])
      .where('expires_at', '>', now),
  );

/** One that nobody joined yet. */
export const findOpenPairing = (
  db: Db,
  by: 'code_hash' | 'token_hash',
  hash: string,
  now: number,
): Promise<PairingRow | undefined> =>
  living(db, now).where(by, '=', hash).where('state', '=', 'open').executeTakeFirst();

export const findOpenedPairing = (
  db: Db,
  id: string,
  openerHash: string,
  now: number,
): Promise<PairingRow | undefined> =>
  living(db, now).where('id', '=', id).where('opener_hash', '=', openerHash).executeTakeFirst();

export const findPairingByClaim = (
  db: Db,
  claimHash: string,
  now: number,
): Promise<PairingRow | undefined> =>
  living(db, now).where('claim_hash', '=', claimHash).executeTakeFirst();

export const updatePairing = (tx: Tx, id: string, changes: Updateable<Schema['pairings']>) =>
  tx.updateTable('pairings').set(changes).where('id', '=', id).execute();

export const removeOldPairings = (db: Db, now: number) =>
  db.deleteFrom('pairings').where('expires_at', '<=', now).execute();
