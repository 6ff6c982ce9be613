import type { Db, Tx } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';

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

export const insertRequest = (tx: Tx, request: DeviceRequest) =>
  tx.insertInto('device_requests').values(request).execute();

export const isCodeTaken = async (tx: Tx, userCode: string): Promise<boolean> =>
  (await tx
    .selectFrom('device_requests')
    .select('user_code')
    .where('user_code', '=', userCode)
    .executeTakeFirst()) !== undefined;

/** The request that waits for a user to decide. */
export const findWaiting = (db: Db, userCode: string, now: number) =>
  db
    .selectFrom('device_requests')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const decideRequest = (tx: Tx, deviceHash: string, userId: string, allow: boolean) =>
  tx
    .updateTable('device_requests')
    .set({ user_id: userId, is_allowed: allow ? 1 : 0 })
    .where('device_hash', '=', deviceHash)
    .execute();

export const findByDevice = (tx: Tx, deviceHash: string, now: number) =>
  tx
    .selectFrom('device_requests')
    .leftJoin('users', 'users.id', 'device_requests.user_id')
    .selectAll('device_requests')
    .select('users.disabled_at')
    .where('device_hash', '=', deviceHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const markPolled = (tx: Tx, deviceHash: string, now: number) =>
  tx
    .updateTable('device_requests')
    .set({ polled_at: now })
    .where('device_hash', '=', deviceHash)
    .execute();

export const removeRequest = (tx: Tx, deviceHash: string) =>
  tx.deleteFrom('device_requests').where('device_hash', '=', deviceHash).execute();
