import { transact, type Tx } from '../../database/database.ts';
import { hashToken, newId, newToken } from '../../ids.ts';
import { queueMail } from '../../mail/mails.queries.ts';
import { addressTaken, confirmAddress } from '../../mail/templates.ts';
import type { Accounts } from './accounts.ts';
import {
  countRegistrations,
  deletePendingRegistrations,
  findRegistration,
  findUser,
  insertRegistration,
  insertUser,
  markConfirmed,
  noteKnownAddress,
  type Registration,
} from './auth.queries.ts';
import { TRIAL_MS } from './plan.ts';
import { spentTrialOf } from './spent-trials.ts';

const HOUR_MS = 3600 * 1000;
const CONFIRMATION_MS = 24 * HOUR_MS;
/**
 * Counted in the store and not lifted with RATE_LIMITS: nobody's mailbox is flooded by somebody
 * else's form.
 */
const MAX_MAILS_AN_HOUR = 3;
const KNOWN_ADDRESS_NOTICE_MS = 24 * HOUR_MS;

interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Keeps a sign-up until its link is opened, and queues the mail. An address with an account gets a
 * note instead, once a day.
 */
export async function requestRegistration(
  tx: Tx,
  { publicUrl }: Pick<Accounts, 'publicUrl'>,
  signUp: SignUp,
  now = Date.now(),
): Promise<void> {
  const { email, name, passwordHash } = signUp;
  const user = await findUser(tx, email);
  if (user) {
    if (await noteKnownAddress(tx, user.id, now, now - KNOWN_ADDRESS_NOTICE_MS))
      await queueMail(tx, addressTaken(email, `${publicUrl}/auth?mode=login`), now);
    return;
  }
  if ((await countRegistrations(tx, email, now - HOUR_MS)) >= MAX_MAILS_AN_HOUR) return;
  const token = newToken();
  await insertRegistration(tx, {
    token_hash: hashToken(token),
    email,
    name,
    password_hash: passwordHash,
    created_at: now,
    expires_at: now + CONFIRMATION_MS,
  });
  await queueMail(tx, confirmAddress(email, `${publicUrl}/email-confirmation#token=${token}`), now);
}

/**
 * Makes a sign-up a user; answers what is to follow the commit. Other sign-ups of the address end:
 * whoever opened this link is the one who reads its mail.
 */
export async function createConfirmedUser(
  tx: Tx,
  accounts: Pick<Accounts, 'billing' | 'secret' | 'whenConfirmed'>,
  registration: Registration,
  now: number,
): Promise<() => void> {
  const { email, name, password_hash, token_hash } = registration;
  const id = newId();
  const trialEndsAt = async () =>
    (await spentTrialOf(tx, accounts.secret, email, now))?.trial_ends_at ?? now + TRIAL_MS;
  const trial_ends_at = accounts.billing ? await trialEndsAt() : null;
  await insertUser(tx, { id, email, name, password_hash, created_at: now, trial_ends_at });
  await markConfirmed(tx, token_hash, now);
  await deletePendingRegistrations(tx, email);
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
  // Most wrong tokens come from somewhere else; they need no place in the queue of writers.
  if (!(await findRegistration(accounts.db, hash))) return 'unknown';
  const { outcome, afterwards } = await transact(accounts.db, async (tx): Promise<Opened> => {
    const registration = await findRegistration(tx, hash);
    if (!registration) return { outcome: 'unknown' };
    if (registration.confirmed_at !== null) return { outcome: 'confirmed' };
    if (registration.expires_at <= now) return { outcome: 'expired' };
    if (await findUser(tx, registration.email)) return { outcome: 'unknown' };
    return {
      outcome: 'confirmed',
      afterwards: await createConfirmedUser(tx, accounts, registration, now),
    };
  });
  afterwards?.();
  return outcome;
}
