import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';
import { CALLER, foundAmong } from './sessions.queries.ts';

export type ApiTokenRow = Selectable<Schema['api_tokens']>;

/** Tokens that are still good, of people who may sign in. */
const goodTokens = (db: Db, now: number) =>
  db
    .selectFrom('api_tokens as token')
    .innerJoin('users as user', 'user.id', 'token.user_id')
    .where('user.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)]));

const HOLDER = [
  ...CALLER,
  'token.id as token_id',
  'token.name as token_name',
  'token.scopes',
  'token.last_used_at',
  'token.expires_at',
  'token.ends_unused',
] as const;

/** The user and token behind an API token that is still good. */
export const findHolder = preparedOne((db, tokenHash: string, now: number) =>
  goodTokens(db, now).select(HOLDER).where('token.token_hash', '=', tokenHash),
);

export const findHolderById = preparedOne((db, id: string, now: number) =>
  goodTokens(db, now).select(HOLDER).where('token.id', '=', id),
);

export const markApiTokenUsed = (
  db: Db,
  id: string,
  use: Pick<Updateable<Schema['api_tokens']>, 'last_used_at' | 'expires_at'>,
) => db.updateTable('api_tokens').set(use).where('id', '=', id).execute();

export const insertApiToken = (tx: Tx, token: Insertable<Schema['api_tokens']>) =>
  tx.insertInto('api_tokens').values(token).execute();

/** Those that are still good, the latest first. */
export const listApiTokens = (db: Db, userId: string, now: number): Promise<ApiTokenRow[]> =>
  db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** False when it is not one of theirs. */
export const removeApiToken = async (tx: Tx, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Ends every API token of a user, and those that programs have yet to fetch; returns the ids. */
export const removeApiTokensOf = async (tx: Tx, userId: string): Promise<string[]> => {
  await tx.deleteFrom('device_requests').where('user_id', '=', userId).execute();
  const ended = await tx
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return idsOf(ended);
};

export const removeExpiredApiTokens = (db: Db, now: number) =>
  db.deleteFrom('api_tokens').where('expires_at', '<=', now).execute();

export const removeExpiredDeviceRequests = (db: Db, now: number) =>
  db.deleteFrom('device_requests').where('expires_at', '<=', now).execute();

/** Which of the tokens are still good. */
export const listOpenApiTokens = (
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> =>
  foundAmong(ids, (lot) =>
    goodTokens(db, now).select('token.id').where('token.id', 'in', lot).execute(),
  );
