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

type Found =
  | { readonly isKnown: true; readonly user: users.KnownUser }
  | { readonly isKnown: false; readonly user: users.KnownUser | undefined; readonly email: string };

/** Whom issuer and subject name, else whose the address is. Throws OIDC_EMAIL, OIDC_EMAIL_TAKEN. */
export async function findAccount(tx: Tx, { issuer, sub, email }: SignOn): Promise<Found> {
  const known = await findUserBySub(tx, issuer, sub);
  if (known) return { isKnown: true, user: known };
  if (email === null) throw new ProductError('OIDC_EMAIL');
  const user = await users.findUser(tx, email);
  if (user && (await isJoined(tx, issuer, user.id))) throw new ProductError('OIDC_EMAIL_TAKEN');
  if (user && user.disabled_at !== null) throw new ProductError('ACCOUNT_DISABLED');
  return { isKnown: false, user, email };
}

/**
 * The account of a person: known by issuer and subject, else joined by the address that the
 * provider confirmed, else made as the rule of this server allows. Throws what refuses sign-ups.
 */
export async function accountOf(
  tx: Tx,
  app: App,
  signOn: SignOn,
  language: Language | null,
): Promise<users.KnownUser> {
  const found = await findAccount(tx, signOn);
  if (found.isKnown) return found.user;
  const { email } = found;
  const now = Date.now();
  if (found.user) await join(tx, app, found.user, signOn.name, now);
  else await make(tx, app, { ...signOn, email }, language, now);
  const user = await users.requireUserWith(tx, email);
  const { issuer, sub } = signOn;
  await insertIdentity(tx, { issuer, sub, user_id: user.id, created_at: now });
  return user;
}

const noPassword = () => ({ password_hash: unusableHash(), has_password: 0 }) as const;

async function join(tx: Tx, app: App, user: users.KnownUser, name: string, now: number) {
  const { id, email } = user;
  await queueMail(tx, { kind: 'account-joined', recipient: email, user_id: id });
  if (user.is_confirmed === 1) return;
  // Nobody proved what the account was made with.
  await users.updateUser(tx, id, { name, ...noPassword() });
  await users.removeResetsOf(tx, id);
  await confirmUser(tx, app, user, now);
}

async function make(
  tx: Tx,
  app: App,
  { email, name, invitation }: SignOn & { readonly email: string },
  language: Language | null,
  now: number,
) {
  const isWaiting = (await users.listPendingRegistrations(tx, email, now)).length > 0;
  if (!isWaiting) {
    const own = await findOpenInvitationTo(tx, email, now);
    const token = own && invitationToken(app.config.APP_SECRET, own.id);
    const { spend } = await app.admit(tx, { email, invitation: token ?? invitation ?? undefined });
    await spend(tx);
  }
  const id = newId();
  const person = { id, email, name, language, ...noPassword() };
  await createConfirmedUser(tx, app, person, false, now);
  if (isWaiting) await queueMail(tx, { kind: 'account-joined', recipient: email, user_id: id });
}
