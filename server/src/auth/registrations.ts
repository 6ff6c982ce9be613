import type { Language } from '@clipline/contract/languages.ts';
import type { App } from '../core/app.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import { hashToken, idsOf, newId } from '../core/ids.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { HOUR_MS } from '../core/time.ts';
import * as queries from './auth.queries.ts';
import { unusableHash } from './passwords.ts';
import { sellsPlans, TRIAL_MS } from './plans.ts';

declare module '../core/app.ts' {
  interface App {
    /** What else belongs to a new user, in the transaction that makes them one. */
    readonly whenConfirmed: (tx: Tx, user: { id: string; email: string }) => Promise<unknown>;
    /** By the rule of this server. Throws unless the address may get an account. */
    readonly admit: (db: Db, wish: Wish) => Promise<Admission>;
  }
}

export interface Wish {
  readonly email: string;
  /** The secret of one. */
  readonly invitation: string | undefined;
}

export interface Admission {
  /** Whether it came by a mail to this very address. */
  readonly isProof: boolean;
  /** Uses up the invitation that it rests on. */
  readonly spend: (tx: Tx) => Promise<void>;
}

export const CONFIRMATION_MS = 24 * HOUR_MS;
/**
 * Counted in the store and not lifted with RATE_LIMITS: no mailbox is flooded by the forms of
 * strangers.
 */
const MAX_MAILS_AN_HOUR = 3;
/** Of sign-ups beyond that, each with another password, so many are remembered for an address. */
const MAX_UNMAILED = 10;
/** From so many passwords on, none of those that wait for an address is taken for its reader's. */
const DISPUTING_PASSWORDS = 4;
const KNOWN_ADDRESS_NOTICE_MS = 24 * HOUR_MS;

export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly language: Language | null;
}

/**
 * Of the sign-ups without a link the latest stay. They differ in their passwords, so one that is
 * sent over and over pushes out no other.
 */
async function forgetUnmailed(tx: Tx, { email, passwordHash }: SignUp, now: number): Promise<void> {
  const unmailed = (await queries.listPendingRegistrations(tx, email, now)).filter(
    (each) => !each.is_mailed,
  );
  const repeated = unmailed.filter((each) => each.password_hash === passwordHash);
  const others = unmailed.filter((each) => each.password_hash !== passwordHash);
  await queries.removeRegistrations(tx, idsOf([...repeated, ...others.slice(MAX_UNMAILED - 1)]));
}

/**
 * Keeps a sign-up until its link is opened, and queues the mail. One with the address of an account
 * is kept as well, so that signing in with it fails alike; its link is never made, and the
 * account is told instead, once a day.
 */
export async function requestRegistration(tx: Tx, signUp: SignUp, now = Date.now()): Promise<void> {
  const { email, name, passwordHash, language } = signUp;
  const isMailed = (await queries.countMailedSignUps(tx, email, now - HOUR_MS)) < MAX_MAILS_AN_HOUR;
  const id = newId();
  if (!isMailed) await forgetUnmailed(tx, signUp, now);
  await queries.insertRegistration(tx, {
    id,
    token_hash: null,
    is_mailed: isMailed ? 1 : 0,
    email,
    name,
    password_hash: passwordHash,
    created_at: now,
    expires_at: now + CONFIRMATION_MS,
    language,
  });
  const user = await queries.findUser(tx, email);
  if (user) {
    if (await queries.noteKnownAddress(tx, user.id, now, now - KNOWN_ADDRESS_NOTICE_MS))
      await queueMail(tx, { kind: 'address-taken', recipient: email, user_id: user.id }, now);
  } else if (isMailed) {
    await queueMail(tx, { kind: 'confirm-address', recipient: email, about: id, language }, now);
  }
}

/**
 * Whether another user may have signed up with the address who got no link of their own, since the
 * links of an hour were used up and the password is another; or many passwords wait for it.
 */
async function isDisputed(tx: Tx, { email, password_hash, created_at }: queries.Registration) {
  const others = (await queries.listPendingRegistrations(tx, email, created_at)).filter(
    (each) => each.password_hash !== password_hash,
  );
  const passwords = new Set(others.map((each) => each.password_hash)).add(password_hash);
  return others.some((each) => !each.is_mailed) || passwords.size >= DISPUTING_PASSWORDS;
}

type Confirmable = Pick<
  queries.Registration,
  'id' | 'email' | 'name' | 'password_hash' | 'language'
> & {
  readonly has_password?: 0;
};

/**
 * Makes a sign-up a user. Other sign-ups of the address end: a user who opened this link is the one
 * who reads its mail. Of one whose password is open the address alone counts, and its reader is
 * mailed a link to choose the password.
 */
export async function createConfirmedUser(
  tx: Tx,
  app: Pick<App, 'config' | 'whenConfirmed'>,
  signUp: Confirmable,
  isOpen: boolean,
  now: number,
): Promise<void> {
  const { id: signUpId, email, name, password_hash, language } = signUp;
  const made = await queries.findUser(tx, email);
  const user = {
    id: made?.id ?? signUpId,
    email,
    language,
    ...(isOpen
      ? { name: localPart(email), password_hash: unusableHash(), has_password: 0 }
      : { name, password_hash, has_password: signUp.has_password ?? 1 }),
  };
  if (made) await queries.updateUser(tx, made.id, user);
  else await queries.insertUser(tx, { ...user, created_at: now, trial_ends_at: null });
  if (isOpen)
    await queueMail(tx, { kind: 'choose-password', recipient: email, user_id: user.id }, now);
  await queries.updateRegistration(tx, signUpId, { confirmed_at: now });
  await confirmUser(tx, app, user, now);
}

export const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** Lets an account begin. Sign-ups of the address end. */
export async function confirmUser(
  tx: Tx,
  app: Pick<App, 'config' | 'whenConfirmed'>,
  { id, email }: { readonly id: string; readonly email: string },
  now: number,
): Promise<void> {
  const trial = sellsPlans(app.config) ? { trial_ends_at: now + TRIAL_MS } : {};
  await queries.updateUser(tx, id, { is_confirmed: 1, ...trial });
  await queries.removeUnconfirmedRegistrations(tx, email);
  await app.whenConfirmed(tx, { id, email });
}

/** Opens the link of a sign-up. Opened again it is confirmed again. */
export async function confirmRegistration(
  app: App,
  token: string,
  now = Date.now(),
): Promise<'confirmed' | 'expired' | 'unknown'> {
  const hash = hashToken(token);
  // Most wrong tokens come from somewhere else; they need not queue with the writers.
  if (!(await queries.findRegistrationByToken(app.db, hash))) return 'unknown';
  return transact(app.db, async (tx) => {
    const registration = await queries.findRegistrationByToken(tx, hash);
    if (!registration) return 'unknown';
    if (registration.confirmed_at !== null) return 'confirmed';
    if (registration.expires_at <= now) return 'expired';
    const user = await queries.findUser(tx, registration.email);
    if (user?.is_confirmed === 1) return 'unknown';
    const isOpen = await isDisputed(tx, registration);
    await createConfirmedUser(tx, app, registration, isOpen, now);
    return 'confirmed';
  });
}
