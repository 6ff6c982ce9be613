import type { Language } from '@clipline/contract/languages.ts';
import { transact, type Tx } from '../core/db/database.ts';
import { hashToken, newId } from '../core/ids.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { HOUR_MS } from '../core/time.ts';
import type { Accounts } from './accounts.ts';
import {
  countMailedSignUps,
  removePendingRegistrations,
  findRegistrationByToken,
  findUser,
  insertRegistration,
  insertUser,
  isDisputed,
  keepLatestUnmailed,
  markConfirmed,
  noteKnownAddress,
  removeUnmailedWith,
  type Registration,
} from './auth.queries.ts';
import { unusableHash } from './passwords.ts';
import { TRIAL_MS } from './plan.ts';

export const CONFIRMATION_MS = 24 * HOUR_MS;
/**
 * Counted in the store and not lifted with RATE_LIMITS: no mailbox is flooded by the forms of
 * strangers.
 */
const MAX_MAILS_AN_HOUR = 3;
/** Of sign-ups beyond that, each with another password, so many are remembered for an address. */
const MAX_UNMAILED = 10;
const KNOWN_ADDRESS_NOTICE_MS = 24 * HOUR_MS;

interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Of the browser that asks. */
  readonly language: Language | null;
}

/**
 * Keeps a sign-up until its link is opened, and queues the mail. One with the address of an account
 * is kept as well, so that signing in with it fails alike; its link is never made, and the
 * account is told instead, once a day.
 */
export async function requestRegistration(tx: Tx, signUp: SignUp, now = Date.now()): Promise<void> {
  const { email, name, passwordHash, language } = signUp;
  const isMailed = (await countMailedSignUps(tx, email, now - HOUR_MS)) < MAX_MAILS_AN_HOUR;
  const id = newId();
  if (!isMailed) await removeUnmailedWith(tx, email, passwordHash);
  await insertRegistration(tx, {
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
  if (!isMailed) await keepLatestUnmailed(tx, email, MAX_UNMAILED);
  const user = await findUser(tx, email);
  if (user) {
    if (await noteKnownAddress(tx, user.id, now, now - KNOWN_ADDRESS_NOTICE_MS))
      await queueMail(tx, { kind: 'address-taken', recipient: email, user_id: user.id }, now);
  } else if (isMailed) {
    await queueMail(tx, { kind: 'confirm-address', recipient: email, about: id, language }, now);
  }
}

/**
 * Makes a sign-up a user; returns what is to follow the commit. Other sign-ups of the address end:
 * a user who opened this link is the one who reads its mail. Of one whose password is open the
 * address alone counts, and its reader is mailed a link to choose the password.
 */
export async function createConfirmedUser(
  tx: Tx,
  accounts: Pick<Accounts, 'billing' | 'whenConfirmed'>,
  registration: Registration & { readonly isOpen: boolean },
  now: number,
): Promise<() => void> {
  const { id: registrationId, email, name, password_hash, language, isOpen } = registration;
  const id = newId();
  await insertUser(tx, {
    id,
    email,
    created_at: now,
    trial_ends_at: accounts.billing ? now + TRIAL_MS : null,
    language,
    ...(isOpen
      ? { name: email.slice(0, email.lastIndexOf('@')), password_hash: unusableHash() }
      : { name, password_hash }),
  });
  if (isOpen) await queueMail(tx, { kind: 'choose-password', recipient: email, user_id: id }, now);
  await markConfirmed(tx, registrationId, now);
  await removePendingRegistrations(tx, email);
  return accounts.whenConfirmed(tx, { id, email });
}

interface Opened {
  readonly outcome: 'confirmed' | 'expired' | 'unknown';
  readonly afterwards?: () => void;
}

/** Opens the link of a sign-up. Opened again it is confirmed again. */
export async function confirmRegistration(
  accounts: Accounts,
  token: string,
  now = Date.now(),
): Promise<Opened['outcome']> {
  const hash = hashToken(token);
  // Most wrong tokens come from somewhere else; they need not queue with the writers.
  if (!(await findRegistrationByToken(accounts.db, hash))) return 'unknown';
  const { outcome, afterwards } = await transact(accounts.db, async (tx): Promise<Opened> => {
    const registration = await findRegistrationByToken(tx, hash);
    if (!registration) return { outcome: 'unknown' };
    if (registration.confirmed_at !== null) return { outcome: 'confirmed' };
    if (registration.expires_at <= now) return { outcome: 'expired' };
    if (await findUser(tx, registration.email)) return { outcome: 'unknown' };
    const signUp = { ...registration, isOpen: await isDisputed(tx, registration) };
    return {
      outcome: 'confirmed',
      afterwards: await createConfirmedUser(tx, accounts, signUp, now),
    };
  });
  afterwards?.();
  accounts.deliverMail();
  return outcome;
}
