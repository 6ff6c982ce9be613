import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';

export const findUser = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUserById = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'disabled_at'])
    .where('id', '=', userId)
    .executeTakeFirst();

export const findPlanColumns = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['trial_ends_at', 'paid_plan', 'paid_until'])
    .where('id', '=', userId)
    .executeTakeFirst();

/** Those who came while no plans were sold begin their trial when plans are. */
export const beginMissingTrials = (db: Db, endsAt: number) =>
  db
    .updateTable('users')
    .set({ trial_ends_at: endsAt })
    .where('trial_ends_at', 'is', null)
    .execute();

export const insertUser = (db: Db, user: Insertable<Schema['users']>) =>
  db.insertInto('users').values(user).execute();

export const setPassword = (db: Db, userId: string, passwordHash: string) =>
  db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning(['email'])
    .executeTakeFirstOrThrow();

/** The language of a user; null where it was never told. */
export const findLanguage = async (db: Db, userId: string): Promise<string | null> =>
  (await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst())
    ?.language ?? null;

/** Keeps the language of the browser that signed in. */
export const noteLanguage = (db: Db, userId: string, language: string) =>
  db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where((where) => where.or([where('language', 'is', null), where('language', '!=', language)]))
    .execute();

export const setDisabled = (db: Db, userId: string, at: number | null) =>
  db.updateTable('users').set({ disabled_at: at }).where('id', '=', userId).execute();

/** Notes that the user is told of a sign-up with their address; false when they were told since. */
export const noteKnownAddress = async (
  db: Db,
  userId: string,
  now: number,
  since: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ address_notice_at: now })
    .where('id', '=', userId)
    .where((where) =>
      where.or([where('address_notice_at', 'is', null), where('address_notice_at', '<', since)]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

export type Registration = Selectable<Schema['registrations']>;

export const insertRegistration = (db: Db, registration: Insertable<Schema['registrations']>) =>
  db.insertInto('registrations').values(registration).execute();

export const findRegistration = (db: Db, id: string) =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();

export const findRegistrationByToken = (db: Db, tokenHash: string) =>
  db.selectFrom('registrations').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** A link that was mailed before, by a hand-over that seemed to fail, ends with it. */
export const giveRegistrationToken = (db: Db, id: string, tokenHash: string, expiresAt: number) =>
  db
    .updateTable('registrations')
    .set({ token_hash: tokenHash, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();

/** The sign-ups of an address that wait for their links, the latest first. */
const pending = (db: Db, email: string) =>
  db
    .selectFrom('registrations')
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id');

export const findPendingRegistration = (db: Db, email: string) =>
  pending(db, email).selectAll().limit(1).executeTakeFirst();

/** What they would sign in with. */
export const listPendingPasswords = async (db: Db, email: string): Promise<string[]> => {
  const rows = await pending(db, email).select('password_hash').execute();
  return rows.map(({ password_hash: hash }) => hash);
};

/** From so many passwords on, none of those that wait for an address is taken for its reader's. */
const DISPUTING_PASSWORDS = 4;

/**
 * Whether another user may have signed up with the address who got no link of their own, since the
 * links of an hour were used up and the password is another; or many passwords wait for it.
 */
export const isDisputed = async (
  db: Db,
  {
    email,
    password_hash,
    created_at,
  }: Pick<Registration, 'email' | 'password_hash' | 'created_at'>,
): Promise<boolean> => {
  const others = await db
    .selectFrom('registrations')
    .select(['password_hash', 'is_mailed'])
    .distinct()
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .where('password_hash', '!=', password_hash)
    .where('expires_at', '>', created_at)
    .execute();
  const passwords = new Set(others.map((other) => other.password_hash)).add(password_hash);
  return others.some(({ is_mailed }) => is_mailed === 0) || passwords.size >= DISPUTING_PASSWORDS;
};

/**
 * The same where no link was opened: each sign-up of the address may be another user's, mailed or
 * not.
 */
export const hasOtherPassword = async (
  db: Db,
  { email, password_hash }: Pick<Registration, 'email' | 'password_hash'>,
): Promise<boolean> =>
  (await listPendingPasswords(db, email)).some((hash) => hash !== password_hash);

/**
 * Forgets those without a link that a new one repeats. What is kept differs in its passwords, so a
 * password sent over and over pushes out no other.
 */
export const removeUnmailedWith = (db: Db, email: string, passwordHash: string) =>
  db
    .deleteFrom('registrations')
    .where('email', '=', email)
    .where('is_mailed', '=', 0)
    .where('confirmed_at', 'is', null)
    .where('password_hash', '=', passwordHash)
    .execute();

/** Forgets the older of the sign-ups with an address that got no link. */
export async function keepLatestUnmailed(db: Db, email: string, kept: number): Promise<void> {
  const rows = await pending(db, email).select('id').where('is_mailed', '=', 0).execute();
  const old = rows.slice(kept).map(({ id }) => id);
  if (old.length > 0) await db.deleteFrom('registrations').where('id', 'in', old).execute();
}

export const countMailedSignUps = async (db: Db, email: string, since: number): Promise<number> => {
  const { count } = await db
    .selectFrom('registrations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('is_mailed', '=', 1)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
};

export const markConfirmed = (db: Db, id: string, now: number) =>
  db.updateTable('registrations').set({ confirmed_at: now }).where('id', '=', id).execute();

export const removePendingRegistrations = (db: Db, email: string) =>
  db
    .deleteFrom('registrations')
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .execute();

/** Old links are kept for a while beyond their end, to be told from wrong ones. */
export const removeOldRegistrations = (db: Db, expiredBefore: number) =>
  db.deleteFrom('registrations').where('expires_at', '<', expiredBefore).execute();

export const insertReset = (db: Db, reset: Insertable<Schema['password_resets']>) =>
  db.insertInto('password_resets').values(reset).execute();

export const isResetOpen = async (db: Db, tokenHash: string, now: number): Promise<boolean> =>
  (await db
    .selectFrom('password_resets as reset')
    .innerJoin('users as user', 'user.id', 'reset.user_id')
    .select('reset.user_id')
    .where('reset.token_hash', '=', tokenHash)
    .where('reset.expires_at', '>', now)
    .where('user.disabled_at', 'is', null)
    .executeTakeFirst()) !== undefined;

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

export const removeExpiredResets = (db: Db, now: number) =>
  db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();

export const findPasswordHash = async (db: Db, userId: string): Promise<string | undefined> => {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.password_hash;
};
