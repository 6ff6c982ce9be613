import { ProductError } from '@clipline/contract/errors.ts';
import type { Language } from '@clipline/contract/languages.ts';
import type { App } from '../core/app.ts';
import type { Tx } from '../core/db/database.ts';
import { newId } from '../core/ids.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import * as users from '../auth/auth.queries.ts';
import { unusableHash } from '../auth/passwords.ts';
import { confirmUser, createConfirmedUser } from '../auth/registrations.ts';
import { findOpenInvitationTo } from './invitations.queries.ts';
import type { Claims } from './oidc.ts';
import { findUserBySub, insertIdentity, isJoined } from './owner.queries.ts';
import { invitationToken } from './owner.present.ts';

export interface SignOn extends Claims {
  readonly invitation: string | null;
}

export interface SignedOn {
  readonly user: users.KnownUser;
  /** Follows the commit. */
  readonly afterwards?: () => void;
}

/**
 * The account of a person: known by issuer and subject, else joined by the address that the
 * provider confirmed, else made as the rule of this server allows. Throws OIDC_EMAIL,
 * OIDC_EMAIL_TAKEN and what refuses sign-ups.
 */
export async function accountOf(
  tx: Tx,
  app: App,
  signOn: SignOn,
  language: Language | null,
): Promise<SignedOn> {
  const { issuer, sub, email } = signOn;
  const known = await findUserBySub(tx, issuer, sub);
  if (known) return { user: known };
  if (email === null) throw new ProductError('OIDC_EMAIL');
  const now = Date.now();
  const found = await users.findUser(tx, email);
  if (found && (await isJoined(tx, issuer, found.id))) throw new ProductError('OIDC_EMAIL_TAKEN');
  if (found && found.disabled_at !== null) throw new ProductError('ACCOUNT_DISABLED');
  const afterwards = found
    ? await join(tx, app, found, signOn.name, now)
    : await make(tx, app, { ...signOn, email }, language, now);
  const user = await users.requireUserWith(tx, email);
  await insertIdentity(tx, { issuer, sub, user_id: user.id, created_at: now });
  return { user, afterwards };
}

const noPassword = () => ({ password_hash: unusableHash(), has_password: 0 }) as const;

async function join(tx: Tx, app: App, user: users.KnownUser, name: string, now: number) {
  const { id, email } = user;
  await queueMail(tx, { kind: 'account-joined', recipient: email, user_id: id });
  if (user.is_confirmed === 1) return () => {};
  // Nobody proved what the account was made with.
  await users.updateUser(tx, id, { name, ...noPassword() });
  await users.removeResetsOf(tx, id);
  return confirmUser(tx, app, user, now);
}

async function make(
  tx: Tx,
  app: App,
  { email, name, invitation }: SignOn & { readonly email: string },
  language: Language | null,
  now: number,
) {
  const isWaiting = (await users.listPendingRegistrations(tx, email)).length > 0;
  if (!isWaiting) {
    const own = await findOpenInvitationTo(tx, email, now);
    const token = own && invitationToken(app.config.APP_SECRET, own.id);
    const { spend } = await app.admit(tx, { email, invitation: token ?? invitation ?? undefined });
    await spend(tx);
  }
  const id = newId();
  const person = { id, email, name, language, ...noPassword() };
  const afterwards = await createConfirmedUser(tx, app, person, false, now);
  if (isWaiting) await queueMail(tx, { kind: 'account-joined', recipient: email, user_id: id });
  return afterwards;
}
