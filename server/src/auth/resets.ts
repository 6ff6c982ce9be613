import type { Language } from '@clipline/contract/languages.ts';
import type { App } from '../core/app.ts';
import { transact, type Tx } from '../core/db/database.ts';
import { hashToken, newToken } from '../core/ids.ts';
import { dropMails, queueMail } from '../core/mail/mails.queries.ts';
import { HOUR_MS } from '../core/time.ts';
import { authLimits } from './auth.limits.ts';
import { findUser, insertReset, removeResetsOf, takeReset, updateUser } from './auth.queries.ts';
import { removeApiTokensOf } from './programs.queries.ts';
import { confirmUser } from './registrations.ts';
import { removeSessionsOf } from './sessions.queries.ts';

const RESET_MS = HOUR_MS;

export const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password#access_token=${token}&refresh_token=${newToken()}&type=recovery`;

/**
 * A new link to choose a password; earlier ones end. The page expects two tokens in it, of which
 * only the first means something.
 */
export async function openReset(
  tx: Tx,
  publicUrl: string,
  userId: string,
  { token = newToken(), ms = RESET_MS, now = Date.now() } = {},
): Promise<string> {
  await removeResetsOf(tx, userId);
  await insertReset(tx, {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    expires_at: now + ms,
  });
  return resetUrl(publicUrl, token);
}

/**
 * Mails a link to the address, if it has an account. One that still waits is not mailed besides.
 * The store is asked for the same whether there is an account or not, so that neither its time nor
 * its failures tell: a mail about none is dropped when it would leave.
 */
export async function requestReset(
  { db, limits }: App,
  email: string,
  language: Language | null,
): Promise<void> {
  const kind = 'reset-password';
  if (!(await limits.allows(authLimits.mails, `reset ${email}`))) return;
  await transact(db, async (tx) => {
    const user = await findUser(tx, email);
    await dropMails(tx, kind, email);
    await queueMail(tx, { kind, recipient: email, user_id: user?.id ?? null, language });
  });
}

/**
 * Sets the password; returns the sessions and API tokens that ended with it, undefined when the
 * token was taken meanwhile. Whoever has the link reads the mail of the address: that confirms it.
 */
export async function applyReset(
  app: Pick<App, 'db' | 'config' | 'whenConfirmed'>,
  tokenHash: string,
  passwordHash: string,
): Promise<string[] | undefined> {
  let afterwards: (() => void) | undefined;
  const ended = await transact(app.db, async (tx) => {
    const now = Date.now();
    const userId = await takeReset(tx, tokenHash, now);
    if (userId === undefined) return undefined;
    await removeResetsOf(tx, userId);
    const user = await updateUser(tx, userId, { password_hash: passwordHash, has_password: 1 });
    if (user.is_confirmed === 0) afterwards = await confirmUser(tx, app, user, now);
    else await queueMail(tx, { kind: 'password-changed', recipient: user.email, user_id: userId });
    return [...(await removeSessionsOf(tx, userId)), ...(await removeApiTokensOf(tx, userId))];
  });
  afterwards?.();
  return ended;
}
