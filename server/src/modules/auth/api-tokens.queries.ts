import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type ApiTokenRow = Schema['api_tokens'];

const holder = (db: Db) =>
  db
    .selectFrom('api_tokens as token')
    .innerJoin('users as user', 'user.id', 'token.user_id')
    .select([
      'user.id',
      'user.name',
      'user.email',
      'user.created_at',
      'user.trial_ends_at',
      'user.paid_plan',
      'user.paid_until',
    ])
    .select([
      'token.id as token_id',
      'token.name as token_name',
      'token.scopes',
      'token.last_used_at',
    ])
    .where('user.disabled_at', 'is', null);

const holdersByHash = prepared((db, tokenHash: string, now: number) =>
  holder(db)
    .where('token.token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)])),
);
const holdersById = prepared((db, id: string, now: number) =>
  holder(db)
    .where('token.id', '=', id)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)])),
);

/** The user and token behind an API token that is still good. */
export const findHolder = async (db: Db, tokenHash: string, now: number) =>
  (await holdersByHash(db, tokenHash, now))[0];

export const findHolderById = async (db: Db, id: string, now: number) =>
  (await holdersById(db, id, now))[0];

export const markApiTokenUsed = (db: Db, id: string, now: number) =>
  db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();

export const insertApiToken = (tx: Tx, token: Insertable<ApiTokenRow>) =>
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

/** Ends every API token of a user, and those that programs have yet to fetch; answers their ids. */
export const removeApiTokensOf = async (tx: Tx, userId: string): Promise<string[]> => {
  await tx.deleteFrom('device_requests').where('user_id', '=', userId).execute();
  const ended = await tx
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
};

export const removeExpiredApiTokens = (db: Db, now: number) =>
  db.deleteFrom('api_tokens').where('expires_at', '<=', now).execute();

export const removeExpiredDeviceRequests = (db: Db, now: number) =>
  db.deleteFrom('device_requests').where('expires_at', '<=', now).execute();

const MAX_IDS_AT_ONCE = 500;

/** Which of the tokens are still good. */
export const listOpenApiTokens = async (
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> => {
  const open = new Set<string>();
  for (let start = 0; start < ids.length; start += MAX_IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('api_tokens as token')
      .innerJoin('users as user', 'user.id', 'token.user_id')
      .select('token.id')
      .where('token.id', 'in', ids.slice(start, start + MAX_IDS_AT_ONCE))
      .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)]))
      .where('user.disabled_at', 'is', null)
      .execute();
    for (const { id } of rows) open.add(id);
  }
  return open;
};
