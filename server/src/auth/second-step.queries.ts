import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, type Tx, countOf, isAny } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';

export type PasskeyRow = Selectable<Schema['passkeys']>;

export const insertPasskey = (tx: Db, passkey: PasskeyRow) =>
  tx.insertInto('passkeys').values(passkey).execute();

export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findPasskeyByCredential = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

export const renamePasskey = (
  tx: Tx,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> =>
  tx
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** False where it did not count further: then there are two of it. */
export const usePasskey = (
  tx: Tx,
  id: string,
  { counter, is_synced, now }: { counter: number; is_synced: number; now: number },
): Promise<boolean> =>
  isAny(
    tx
      .updateTable('passkeys')
      .set({ counter, is_synced, last_used_at: now })
      .where('id', '=', id)
      .where(({ eb, or, and, lit }) =>
        or([eb('counter', '<', counter), and([eb('counter', '=', 0), lit(counter === 0)])]),
      ),
  );

export const removePasskey = (tx: Tx, userId: string, id: string): Promise<boolean> =>
  isAny(tx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id));

/** Those of a former address of this server. */
export const countPasskeysElsewhere = (db: Db, rpId: string): Promise<number> =>
  countOf(db.selectFrom('passkeys').where('rp_id', '!=', rpId));

export const findAuthenticator = (db: Db, userId: string) =>
  db.selectFrom('authenticators').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const keepAuthenticator = (tx: Tx, authenticator: Insertable<Schema['authenticators']>) =>
  tx
    .insertInto('authenticators')
    .values(authenticator)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(authenticator))
    .execute();

/** Of many at once one takes it: no step is taken twice, nor one before it. */
export const takeTimeStep = (tx: Tx, userId: string, step: number): Promise<boolean> =>
  isAny(
    tx
      .updateTable('authenticators')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('secret', 'is not', null)
      .where('last_step', '<', step),
  );

export const removeAuthenticator = (tx: Tx, userId: string): Promise<boolean> =>
  isAny(tx.deleteFrom('authenticators').where('user_id', '=', userId));

export const insertRecoveryCodes = (tx: Tx, codes: readonly Schema['recovery_codes'][]) =>
  tx.insertInto('recovery_codes').values(codes).execute();

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  countOf(db.selectFrom('recovery_codes').where('user_id', '=', userId));

export const takeRecoveryCode = (tx: Tx, userId: string, codeHash: string): Promise<boolean> =>
  isAny(
    tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', codeHash),
  );

export const removeRecoveryCodes = (tx: Tx, userId: string) =>
  tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();

export const insertStep = (tx: Tx, step: Schema['sign_in_steps']) =>
  tx.insertInto('sign_in_steps').values(step).execute();

export const findStep = (db: Db, tokenHash: string, now: number) =>
  db
    .selectFrom('sign_in_steps')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Of many at once one gets it. */
export const takeStep = (tx: Tx, tokenHash: string, now: number) =>
  tx
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

export const removeStepsOf = (tx: Tx, userId: string) =>
  tx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute();

export const removeOldSteps = (db: Db, now: number) =>
  db.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute();

/** From when the server asks for a second step; undefined where it does not. */
export const findRequiredFrom = preparedOne((db) =>
  db.selectFrom('settings').select('value').where('name', '=', 'second step from'),
);

export const updateSession = (tx: Tx, id: string, changes: Updateable<Schema['sessions']>) =>
  tx.updateTable('sessions').set(changes).where('id', '=', id).execute();
