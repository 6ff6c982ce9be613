import type { Language } from '@clipline/contract/languages.ts';
import type { App } from '../core/app.ts';
import { afterCommit, transact, type Tx } from '../core/db/database.ts';
import { hashToken, newToken } from '../core/ids.ts';
import { dropMails, queueMail } from '../core/mail/mails.queries.ts';
import { HOUR_MS } from '../core/time.ts';
import { authLimits } from './auth.limits.ts';
import {
  findUser,
  insertReset,
  removeOwnResetsOf,
  removeResetsOf,
  takeReset,
  updateUser,
} from './auth.queries.ts';
import { removeApiTokensOf } from './programs.queries.ts';
import { confirmUser } from './registrations.ts';
import { removeSessionsOf } from './sessions.queries.ts';

const RESET_MS = HOUR_MS;

export const resetUrl = (origin: string, token: string): string =>
  `${origin}/reset-password#access_token=${token}&refresh_token=${newToken()}&type=recovery`;

/**
 * A new link to choose a password; earlier ones end, but no one's own wish ends what an admin made.
 * The page expects two tokens in it, of which only the first means something.
 */
export async function openReset(
  tx: Tx,
  origin: string,
  userId: string,
  { token = newToken(), ms = RESET_MS, now = Date.now(), isByAdmin = false } = {},
): Promise<string> {
  if (isByAdmin) await removeResetsOf(tx, userId);
  else await removeOwnResetsOf(tx, userId);
  await insertReset(tx, {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    expires_at: now + ms,
    is_by_admin: isByAdmin ? 1 : 0,
  });
  return resetUrl(origin, token);
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
 * Sets the password and ends sessions and API tokens; false when the token was taken meanwhile.
 * Whoever has the link reads the mail of the address: that confirms it.
 */
export const applyReset = (app: App, tokenHash: string, passwordHash: string): Promise<boolean> =>
  transact(app.db, async (tx) => {
    const now = Date.now();
    const userId = await takeReset(tx, tokenHash, now);
    if (userId === undefined) return false;
    await removeResetsOf(tx, userId);
    const user = await updateUser(tx, userId, { password_hash: passwordHash, has_password: 1 });
    if (user.is_confirmed === 0) await confirmUser(tx, app, user, now);
    else await queueMail(tx, { kind: 'password-changed', recipient: user.email, user_id: userId });
    const ended = [
      ...(await removeSessionsOf(tx, userId)),
      ...(await removeApiTokensOf(tx, userId)),
    ];
    afterCommit(tx, () => ended.forEach(app.channels.disconnectSession));
    return true;
  });
