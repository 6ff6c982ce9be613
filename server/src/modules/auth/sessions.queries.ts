import type { Insertable } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Schema } from '../../platform/database/schema.ts';

export const insertSession = (db: Db, session: Insertable<Schema['sessions']>) =>
  db.insertInto('sessions').values(session).execute();

export const insertAccessToken = (db: Db, token: Insertable<Schema['access_tokens']>) =>
  db.insertInto('access_tokens').values(token).execute();

export const insertRefreshToken = (db: Db, token: Insertable<Schema['refresh_tokens']>) =>
  db.insertInto('refresh_tokens').values(token).execute();

const identities = prepared((db, accessHash: string, now: number) =>
  db
    .selectFrom('access_tokens as access')
    .innerJoin('sessions as session', 'session.id', 'access.session_id')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select([
      'user.id',
      'user.name',
      'user.email',
      'user.created_at',
      'user.trial_ends_at',
      'user.paid_plan',
      'user.paid_until',
    ])
    .select(['access.session_id', 'access.first_used_at'])
    .where('access.token_hash', '=', accessHash)
    .where('access.expires_at', '>', now)
    .where('user.disabled_at', 'is', null),
);

/** The user and session behind an access token that is still good. */
export const findIdentity = async (db: Db, accessHash: string, now: number) =>
  (await identities(db, accessHash, now))[0];

const openSessions = prepared((db, sessionId: string, now: number, alsoNow: number) =>
  db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select([
      'user.id',
      'user.name',
      'user.email',
      'user.created_at',
      'user.trial_ends_at',
      'user.paid_plan',
      'user.paid_until',
    ])
    .where('session.id', '=', sessionId)
    .where('session.idle_ends_at', '>', now)
    .where('session.ends_at', '>', alsoNow)
    .where('user.disabled_at', 'is', null),
);

/** The user of a session that is still open. */
export const findUserOfSession = async (db: Db, sessionId: string, now: number) =>
  (await openSessions(db, sessionId, now, now))[0];

export const markAccessUsed = (db: Db, accessHash: string, now: number) =>
  db
    .updateTable('access_tokens')
    .set({ first_used_at: now })
    .where('token_hash', '=', accessHash)
    .where('first_used_at', 'is', null)
    .execute();

/** A refresh token with what decides over it: its session's ends and what it was traded for. */
export const findRefreshToken = (db: Db, refreshHash: string) =>
  db
    .selectFrom('refresh_tokens as refresh')
    .innerJoin('sessions as session', 'session.id', 'refresh.session_id')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .leftJoin('refresh_tokens as next', 'next.token_hash', 'refresh.next_refresh_hash')
    .leftJoin('access_tokens as next_access', 'next_access.token_hash', 'refresh.next_access_hash')
    .select([
      'refresh.session_id',
      'refresh.rotated_at',
      'refresh.next_refresh_hash',
      'refresh.traded_at_place',
      'session.idle_ends_at',
      'session.ends_at',
      'user.disabled_at',
      'user.id as user_id',
      'user.email',
      'next.rotated_at as next_rotated_at',
      'next_access.token_hash as next_access_hash',
      'next_access.first_used_at as next_access_used_at',
    ])
    .where('refresh.token_hash', '=', refreshHash)
    .executeTakeFirst();

export const markRotated = (
  db: Db,
  refreshHash: string,
  next: {
    next_refresh_hash: string;
    next_access_hash: string;
    rotated_at: number;
    traded_at_place: string;
  },
) => db.updateTable('refresh_tokens').set(next).where('token_hash', '=', refreshHash).execute();

export const extendSession = (db: Db, sessionId: string, now: number, idleEndsAt: number) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: now, idle_ends_at: idleEndsAt })
    .where('id', '=', sessionId)
    .execute();

export const extendAccessToken = (db: Db, accessHash: string, expiresAt: number) =>
  db
    .updateTable('access_tokens')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', accessHash)
    .execute();

/** Its tokens go with it. */
export const removeSession = (db: Db, sessionId: string) =>
  db.deleteFrom('sessions').where('id', '=', sessionId).execute();

/** The other sessions of a user, the latest first. */
export const listOtherSessions = async (
  db: Db,
  userId: string,
  sessionId: string,
): Promise<string[]> => {
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return sessions.map(({ id }) => id);
};

export const removeSessions = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('sessions').where('id', 'in', ids).execute();

/** Ends every session of a user; answers their ids. */
export const removeSessionsOf = async (db: Db, userId: string): Promise<string[]> => {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
};

/**
 * An access token that was never used stays with its session: the trade that made it may yet be
 * repeated.
 */
export const removeExpiredSessions = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('idle_ends_at', '<=', now), where('ends_at', '<=', now)]))
    .execute();
  await db
    .deleteFrom('access_tokens')
    .where('expires_at', '<=', now)
    .where('first_used_at', 'is not', null)
    .execute();
};

const MAX_IDS_AT_ONCE = 500;

/** Which of the sessions are still open. */
export const listOpenSessions = async (
  db: Db,
  sessionIds: readonly string[],
  now: number,
): Promise<Set<string>> => {
  const open = new Set<string>();
  for (let start = 0; start < sessionIds.length; start += MAX_IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('sessions as session')
      .innerJoin('users as user', 'user.id', 'session.user_id')
      .select('session.id')
      .where('session.id', 'in', sessionIds.slice(start, start + MAX_IDS_AT_ONCE))
      .where('session.idle_ends_at', '>', now)
      .where('session.ends_at', '>', now)
      .where('user.disabled_at', 'is', null)
      .execute();
    for (const { id } of rows) open.add(id);
  }
  return open;
};
