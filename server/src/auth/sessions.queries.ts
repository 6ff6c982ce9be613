import { type Insertable, sql, type SqlBool } from 'kysely';
import { chunksOf } from '../core/chunks.ts';
import { type Db, type Tx, countOf, isAny } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';

export const insertSession = (db: Db, session: Insertable<Schema['sessions']>) =>
  db.insertInto('sessions').values(session).execute();

export const insertAccessToken = (db: Db, token: Insertable<Schema['access_tokens']>) =>
  db.insertInto('access_tokens').values(token).execute();

export const insertRefreshToken = (db: Db, token: Insertable<Schema['refresh_tokens']>) =>
  db.insertInto('refresh_tokens').values(token).execute();

export const CALLER = [
  'user.id',
  'user.name',
  'user.email',
  'user.created_at',
  'user.trial_ends_at',
  'user.paid_plan',
  'user.paid_until',
  'user.is_admin',
  'user.has_password',
  'user.two_step_since',
] as const;

/** From when the server asks for a second step. */
const requiredFrom = sql<string | null>`(select value from settings
  where name = 'second step from')`.as('required_from');

export const findIdentity = preparedOne((db, accessHash: string, now: number) =>
  db
    .selectFrom('access_tokens as access')
    .innerJoin('sessions as session', 'session.id', 'access.session_id')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(CALLER)
    .select(['access.session_id', 'access.first_used_at'])
    .select(requiredFrom)
    .where('access.token_hash', '=', accessHash)
    .where('access.expires_at', '>', now)
    .where('user.disabled_at', 'is', null),
);

export const findUserOfSession = preparedOne((db, sessionId: string, now: number) =>
  db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(CALLER)
    .select(requiredFrom)
    .where('session.id', '=', sessionId)
    .where('session.idle_ends_at', '>', now)
    .where('session.ends_at', '>', now)
    .where('user.disabled_at', 'is', null),
);

export const findSession = (db: Db, id: string) =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();

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

/** Each left a row that stays as long as its session, so that an old token is known when it comes. */
export const countTrades = (db: Db, sessionId: string): Promise<number> =>
  countOf(db.selectFrom('refresh_tokens').where('session_id', '=', sessionId));

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

/** Those that go on, the latest used first. */
export const sessionsOf = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'name', 'by', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('idle_ends_at', '>', now)
    .where('ends_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id');

export const listSessions = (db: Db, userId: string, now: number) =>
  sessionsOf(db, userId, now).execute();

export const listOtherSessions = async (
  db: Db,
  userId: string,
  sessionId: string,
): Promise<string[]> =>
  idsOf(
    await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '!=', sessionId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
  );

/** Their tokens go with them. */
export const removeSessions = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('sessions').where('id', 'in', ids).execute();

/** False when it is not one of theirs. */
export const removeSessionOf = (db: Db, userId: string, id: string): Promise<boolean> =>
  isAny(db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId));

/** False when it is not one of theirs. */
export const nameSession = (tx: Tx, userId: string, id: string, name: string): Promise<boolean> =>
  isAny(
    tx.updateTable('sessions').set({ name }).where('id', '=', id).where('user_id', '=', userId),
  );

/** Its tokens go on; what knows it by its id does not. */
export async function renameSession(tx: Tx, sessionId: string, newId: string): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!session) return;
  await insertSession(tx, { ...session, id: newId });
  for (const table of ['access_tokens', 'refresh_tokens'] as const)
    await tx
      .updateTable(table)
      .set({ session_id: newId })
      .where('session_id', '=', sessionId)
      .execute();
}

/** Ends the sessions of a user, but for one that is kept; returns the ids. */
export const removeSessionsOf = async (db: Db, userId: string, keptId = ''): Promise<string[]> =>
  idsOf(
    await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '!=', keptId)
      .returning('id')
      .execute(),
  );

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

export async function foundAmong(
  ids: readonly string[],
  find: (lot: readonly string[]) => Promise<{ id: string }[]>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const lot of chunksOf(ids, MAX_IDS_AT_ONCE))
    for (const { id } of await find(lot)) found.add(id);
  return found;
}

/**
 * Of whom the server asks for no second step, or who have it: `askedAt` is now, or 0 where it asks
 * nobody.
 */
export const mayGoOn = (askedAt: number) => sql<SqlBool>`("user".has_password = 0
  or "user".two_step_since is not null or not exists (select 1 from settings
    where name = 'second step from' and cast(value as bigint) <= ${askedAt}))`;

export const listOpenSessions = (
  db: Db,
  sessionIds: readonly string[],
  now: number,
  askedAt: number,
): Promise<Set<string>> =>
  foundAmong(sessionIds, (lot) =>
    db
      .selectFrom('sessions as session')
      .innerJoin('users as user', 'user.id', 'session.user_id')
      .select('session.id')
      .where('session.id', 'in', lot)
      .where('session.idle_ends_at', '>', now)
      .where('session.ends_at', '>', now)
      .where('user.disabled_at', 'is', null)
      .where(mayGoOn(askedAt))
      .execute(),
  );
