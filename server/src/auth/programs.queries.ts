import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, type Tx, isAny } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';
import { CALLER, foundAmong } from './sessions.queries.ts';

export type ApiTokenRow = Selectable<Schema['api_tokens']>;

const goodTokens = (db: Db, now: number) =>
  db
    .selectFrom('api_tokens as token')
    .innerJoin('users as user', 'user.id', 'token.user_id')
    .where('user.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)]));

const PROGRAM = [
  ...CALLER,
  'token.id as token_id',
  'token.name as token_name',
  'token.scopes',
  'token.last_used_at',
  'token.expires_at',
  'token.ends_unused',
] as const;

export const findProgram = preparedOne((db, tokenHash: string, now: number) =>
  goodTokens(db, now).select(PROGRAM).where('token.token_hash', '=', tokenHash),
);

export const findProgramById = preparedOne((db, id: string, now: number) =>
  goodTokens(db, now).select(PROGRAM).where('token.id', '=', id),
);

export const listOpenApiTokens = (
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> =>
  foundAmong(ids, (lot) =>
    goodTokens(db, now).select('token.id').where('token.id', 'in', lot).execute(),
  );

export const listApiTokens = (db: Db, userId: string, now: number): Promise<ApiTokenRow[]> =>
  db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const insertApiToken = (tx: Tx, token: Insertable<Schema['api_tokens']>) =>
  tx.insertInto('api_tokens').values(token).execute();

export const updateApiToken = (db: Db, id: string, use: Updateable<Schema['api_tokens']>) =>
  db.updateTable('api_tokens').set(use).where('id', '=', id).execute();

/** False when it is not one of theirs. */
export const removeApiToken = (tx: Tx, userId: string, id: string): Promise<boolean> =>
  isAny(tx.deleteFrom('api_tokens').where('id', '=', id).where('user_id', '=', userId));

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

export type DeviceRequest = Schema['device_requests'];

/** Of one network, those that still wait or are waited for; the oldest first. */
export const listOpenRequests = (db: Db, network: string, now: number) =>
  db
    .selectFrom('device_requests')
    .select(['expires_at'])
    .where('network', '=', network)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute();

export const isCodeTaken = (tx: Tx, userCode: string): Promise<boolean> =>
  isAny(tx.selectFrom('device_requests').select('user_code').where('user_code', '=', userCode));

export const findWaitingRequest = (db: Db, userCode: string, now: number) =>
  db
    .selectFrom('device_requests')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const findRequest = (tx: Tx, deviceHash: string, now: number) =>
  tx
    .selectFrom('device_requests')
    .leftJoin('users', 'users.id', 'device_requests.user_id')
    .selectAll('device_requests')
    .select('users.disabled_at')
    .where('device_hash', '=', deviceHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const insertRequest = (tx: Tx, request: DeviceRequest) =>
  tx.insertInto('device_requests').values(request).execute();

export const updateRequest = (tx: Tx, deviceHash: string, changes: Partial<DeviceRequest>) =>
  tx.updateTable('device_requests').set(changes).where('device_hash', '=', deviceHash).execute();

export const removeRequest = (tx: Tx, deviceHash: string) =>
  tx.deleteFrom('device_requests').where('device_hash', '=', deviceHash).execute();

export const removeExpiredRequests = (db: Db, now: number) =>
  db.deleteFrom('device_requests').where('expires_at', '<=', now).execute();
