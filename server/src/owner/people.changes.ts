import { ProductError } from '@clipline/contract/errors.ts';
import type { BodyOf } from '@clipline/contract/schemas/endpoint.ts';
import type {
  AdminAction,
  updateUser as updateUserEndpoint,
} from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import { type Db, type Tx, wakeJob } from '../core/db/database.ts';
import { keyed, newId } from '../core/ids.ts';
import { CLOSE_SESSIONS } from '../core/jobs.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { DAY_MS } from '../core/time.ts';
import * as users from '../auth/auth.queries.ts';
import { unusableHash } from '../auth/passwords.ts';
import { removeApiTokensOf } from '../auth/programs.queries.ts';
import { createConfirmedUser, confirmUser } from '../auth/registrations.ts';
import { openReset } from '../auth/resets.ts';
import { removeStepsOf } from '../auth/second-step.queries.ts';
import { forgetSecondStep } from '../auth/second-step.ts';
import { queueSecurityMail } from '../auth/security.mails.ts';
import { removeSessionsOf } from '../auth/sessions.queries.ts';
import { forgetInvited, revokeInvitations } from './invitations.queries.ts';
import { MAX_LOGGED } from './owner.limits.ts';
import { findAdmin, insertLogEntry, type LogEntry, removeSetups } from './owner.queries.ts';

const NEW_ACCOUNT_MS = DAY_MS;

export const note = (tx: Tx, admin: LogEntry['admin'], action: AdminAction, target: string) =>
  insertLogEntry(tx, { admin, action, target }, MAX_LOGGED);

/** Somebody who only signed up gets an account, unconfirmed. Throws USER_NOT_FOUND. */
export async function requireAccount(tx: Tx, id: string): Promise<users.KnownUser> {
  const user = await users.findUserById(tx, id);
  if (user) return user;
  const { name, email, password_hash, created_at, language } = await requireSignUp(tx, id);
  const row = { id, name, email, password_hash, created_at, language, is_confirmed: 0 };
  await users.insertUser(tx, { ...row, trial_ends_at: null });
  return users.requireUser(tx, id);
}

/** One that waits, of an address without an account. Throws USER_NOT_FOUND. */
export async function requireSignUp(db: Db, id: string): Promise<users.Registration> {
  const signUp = await users.findRegistration(db, id);
  if (!signUp || signUp.confirmed_at !== null || (await users.findUser(db, signUp.email)))
    throw new ProductError('USER_NOT_FOUND');
  return signUp;
}

/** Throws LAST_ADMIN. What an admin handed out ends with their office. */
async function resign(tx: Tx, userId: string, now = Date.now()): Promise<void> {
  const user = await users.findUserById(tx, userId);
  if (user?.is_admin !== 1) return;
  await requireOtherAdmin(tx, user);
  await users.updateUser(tx, userId, { is_admin: 0 });
  await revokeInvitations(tx, { createdBy: userId }, now);
}

/** Who leaves is no admin from here on, and takes their address along. Throws LAST_ADMIN. */
export async function leave(
  tx: Tx,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await resign(tx, id);
  await forgetInvited(tx, email);
}

async function requireOtherAdmin(tx: Tx, { id, disabled_at, is_confirmed }: users.KnownUser) {
  const counts = disabled_at === null && is_confirmed === 1;
  if (counts && !(await findAdmin(tx, id))) throw new ProductError('LAST_ADMIN');
}

/** Ends what they are signed in with; returns sessions and API tokens. */
export async function endSessions(tx: Tx, userId: string): Promise<string[]> {
  const sessions = await removeSessionsOf(tx, userId);
  const programs = await removeApiTokensOf(tx, userId);
  await wakeJob(tx, CLOSE_SESSIONS);
  return [...sessions, ...programs];
}

/** Returns what ended; undefined where there was nothing to reset, and nothing changed. */
export async function resetSecondStep(
  tx: Tx,
  user: users.KnownUser,
  admin: LogEntry['admin'],
): Promise<string[] | undefined> {
  if (!(await forgetSecondStep(tx, user))) return undefined;
  await users.updateUser(tx, user.id, { two_step_since: null });
  await note(tx, admin, 'user.reset-second-step', user.email);
  await queueSecurityMail(tx, 'second-step-reset', user.id, { device: '' });
  const ended = await removeSessionsOf(tx, user.id);
  await wakeJob(tx, CLOSE_SESSIONS);
  return ended;
}

/** Returns what ended. */
export async function disable(tx: Tx, user: users.KnownUser, now = Date.now()): Promise<string[]> {
  await users.updateUser(tx, user.id, { disabled_at: now });
  await users.removeResetsOf(tx, user.id);
  await removeStepsOf(tx, user.id);
  await revokeInvitations(tx, { createdBy: user.id }, now);
  return endSessions(tx, user.id);
}

/** Returns what ended. Throws LAST_ADMIN. */
export async function changeAccount(
  tx: Tx,
  id: string,
  { disabled, isAdmin, storageMb }: BodyOf<typeof updateUserEndpoint>,
  admin: LogEntry['admin'],
): Promise<string[]> {
  const user = await requireAccount(tx, id);
  const did = (action: AdminAction) => note(tx, admin, action, user.email);
  let ended: string[] = [];
  if (isAdmin !== undefined && isAdmin !== (user.is_admin === 1)) {
    if (isAdmin) {
      await users.updateUser(tx, user.id, { is_admin: 1 });
      await removeSetups(tx);
    } else await resign(tx, user.id);
    await did(isAdmin ? 'user.admin' : 'user.unadmin');
  }
  if (disabled !== undefined && disabled !== (user.disabled_at !== null)) {
    if (disabled && user.is_admin === 1 && isAdmin !== false) await requireOtherAdmin(tx, user);
    if (disabled) ended = await disable(tx, user);
    else await users.updateUser(tx, user.id, { disabled_at: null });
    await did(disabled ? 'user.disable' : 'user.enable');
  }
  if (storageMb !== undefined && storageMb !== user.storage_mb) {
    await users.updateUser(tx, user.id, { storage_mb: storageMb });
    const limit = storageMb === null ? '–' : `${storageMb} MB`;
    await note(tx, admin, 'user.storage', `${user.email} ${limit}`);
  }
  return ended;
}

/** Derived, so that the mail has the link too: no token that works is ever in the store. */
export const tokenOfLink = (secret: string, id: string): string =>
  keyed(secret, 'link to choose a password', id);

/** Returns a link to choose a password, which is mailed too. */
export async function makePasswordLink(
  tx: Tx,
  { APP_SECRET }: App['config'],
  origin: string,
  { id: userId, email }: Pick<users.KnownUser, 'id' | 'email'>,
  kind: 'account-made' | 'reset-by-admin',
): Promise<string> {
  const id = newId();
  const token = tokenOfLink(APP_SECRET, id);
  await queueMail(tx, { kind, recipient: email, user_id: userId, about: id });
  return openReset(tx, origin, userId, {
    token,
    isByAdmin: true,
    ...(kind === 'account-made' && { ms: NEW_ACCOUNT_MS }),
  });
}

/** Throws ADDRESS_TAKEN. */
export async function createAccount(
  tx: Tx,
  config: App['config'],
  origin: string,
  { name, email }: { readonly name: string; readonly email: string },
  admin: LogEntry['admin'],
): Promise<{ id: string; url: string }> {
  const known =
    (await users.findUser(tx, email)) ??
    (await users.listPendingRegistrations(tx, email, Date.now())).at(0);
  if (known) throw new ProductError('ADDRESS_TAKEN');
  const id = newId();
  await users.insertUser(tx, {
    id,
    name,
    email,
    password_hash: unusableHash(),
    has_password: 0,
    is_confirmed: 0,
    created_at: Date.now(),
    trial_ends_at: null,
  });
  await note(tx, admin, 'user.create', email);
  return { id, url: await makePasswordLink(tx, config, origin, { id, email }, 'account-made') };
}

export async function confirm(
  tx: Tx,
  app: Pick<App, 'config' | 'whenConfirmed'>,
  id: string,
  admin: LogEntry['admin'],
): Promise<void> {
  const now = Date.now();
  const user = await users.findUserById(tx, id);
  if (user?.is_confirmed === 1) return;
  const { email } = user ?? (await requireSignUp(tx, id));
  await note(tx, admin, 'user.confirm', email);
  if (user) return confirmUser(tx, app, user, now);
  const [signUp, ...others] = await users.listPendingRegistrations(tx, email, now);
  if (!signUp) throw new ProductError('USER_NOT_FOUND');
  // No link was opened: each sign-up of the address may be another user's.
  const isOpen = others.some((each) => each.password_hash !== signUp.password_hash);
  return createConfirmedUser(tx, app, signUp, isOpen, now);
}
