import { fold } from '@clipline/contract/folding.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, countOf, isAny } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import { HOUR_MS } from '../core/time.ts';

export const findUser = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export type KnownUser = Selectable<Schema['users']>;

export const requireUserWith = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

export const findUserById = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const requireUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const findLanguage = async (db: Db, userId: string): Promise<string | null> =>
  (await findUserById(db, userId))?.language ?? null;

export const insertUser = (db: Db, user: Insertable<Schema['users']>) =>
  db
    .insertInto('users')
    .values({ ...user, name_key: fold(user.name) })
    .execute();

export const updateUser = (db: Db, id: string, changes: Updateable<Schema['users']>) =>
  db
    .updateTable('users')
    .set({ ...changes, ...(changes.name !== undefined && { name_key: fold(changes.name) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Those who came while no plans were sold begin their trial when plans are. */
export const beginMissingTrials = (db: Db, endsAt: number) =>
  db
    .updateTable('users')
    .set({ trial_ends_at: endsAt })
    .where('trial_ends_at', 'is', null)
    .execute();

const SEEN_MS = HOUR_MS;

/** To the hour, so that it is written seldom. */
export const noteSeen = (db: Db, userId: string, now: number) =>
  db
    .updateTable('users')
    .set({ last_seen_at: now - (now % SEEN_MS) })
    .where('id', '=', userId)
    .where(({ eb, or }) =>
      or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', now - (now % SEEN_MS))]),
    )
    .execute();

/** Notes that the user is told of a sign-up with their address; false when they were told since. */
export const noteKnownAddress = async (
  db: Db,
  userId: string,
  now: number,
  since: number,
): Promise<boolean> =>
  isAny(
    db
      .updateTable('users')
      .set({ address_notice_at: now })
      .where('id', '=', userId)
      .where(({ eb, or }) =>
        or([eb('address_notice_at', 'is', null), eb('address_notice_at', '<', since)]),
      ),
  );

export type Registration = Selectable<Schema['registrations']>;

export const insertRegistration = (db: Db, registration: Insertable<Schema['registrations']>) =>
  db
    .insertInto('registrations')
    .values({ ...registration, name_key: fold(registration.name) })
    .execute();

export const findRegistration = (db: Db, id: string) =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();

export const findRegistrationByToken = (db: Db, tokenHash: string) =>
  db.selectFrom('registrations').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

export const updateRegistration = (
  db: Db,
  id: string,
  changes: Updateable<Schema['registrations']>,
) => db.updateTable('registrations').set(changes).where('id', '=', id).execute();

/** The sign-ups of an address that wait for their links then, the latest first. */
export const listPendingRegistrations = (
  db: Db,
  email: string,
  now: number,
): Promise<Registration[]> =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const countMailedSignUps = (db: Db, email: string, since: number): Promise<number> =>
  countOf(
    db
      .selectFrom('registrations')
      .where('email', '=', email)
      .where('is_mailed', '=', 1)
      .where('created_at', '>', since),
  );

/** Those that are over, too. */
export const removeUnconfirmedRegistrations = (db: Db, email: string) =>
  db
    .deleteFrom('registrations')
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .execute();

export async function removeRegistrations(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('registrations').where('id', 'in', ids).execute();
}

/** Old links are kept for a while beyond their end, to be told from wrong ones. */
export const removeOldRegistrations = (db: Db, expiredBefore: number) =>
  db.deleteFrom('registrations').where('expires_at', '<', expiredBefore).execute();

export const insertReset = (db: Db, reset: Insertable<Schema['password_resets']>) =>
  db.insertInto('password_resets').values(reset).execute();

export const isResetOpen = (db: Db, tokenHash: string, now: number): Promise<boolean> =>
  isAny(
    db
      .selectFrom('password_resets as reset')
      .innerJoin('users as user', 'user.id', 'reset.user_id')
      .select('reset.user_id')
      .where('reset.token_hash', '=', tokenHash)
      .where('reset.expires_at', '>', now)
      .where('user.disabled_at', 'is', null),
  );

/**
 * Takes an open reset, so that it works once; returns whose it was, undefined when it was taken,
 * replaced or out of time.
 */
export const takeReset = async (
  db: Db,
  tokenHash: string,
  now: number,
): Promise<string | undefined> => {
  const taken = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return taken?.user_id;
};

export const removeResetsOf = (db: Db, userId: string) =>
  db.deleteFrom('password_resets').where('user_id', '=', userId).execute();

/** Those that were asked for at the sign-in screen. */
export const removeOwnResetsOf = (db: Db, userId: string) =>
  db
    .deleteFrom('password_resets')
    .where('user_id', '=', userId)
    .where('is_by_admin', '=', 0)
    .execute();

export const removeExpiredResets = (db: Db, now: number) =>
  db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
