import { ProductError } from '@clipline/contract/errors.ts';
import type { Session, User } from '@clipline/contract/schemas/auth.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { transact, type Tx } from '../core/db/database.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { newId } from '../core/ids.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { authLimits } from './auth.limits.ts';
import * as queries from './auth.queries.ts';
import { matchPassword, turnOf } from './passwords.ts';
import { currentPlan, sellsPlans } from './plans.ts';
import { endSessionsBeyond, startSession } from './sessions.ts';

export function requirePasswords({ config }: Pick<App, 'config'>): void {
  if (config.PASSWORDS === 'off') throw new ProductError('PASSWORDS_OFF');
}

/** Throws EMAIL_NOT_CONFIRMED for the password of a sign-up that waits for its link. */
export async function checkCredentials(
  { db, limits }: App,
  email: string,
  password: string,
  address: string,
): Promise<queries.KnownUser> {
  const pair = { address, of: email };
  const beforeWork = async () => {
    await limits.check(authLimits.loginFailures, pair);
    await limits.check(authLimits.addressLoginFailures, { address });
    await limits.check(authLimits.signUpLogins, pair);
  };
  await beforeWork();
  await limits.take(authLimits.logins, pair);
  await limits.take(authLimits.accountLogins, email);
  const user = await queries.findUser(db, email);
  const signUps = (await queries.listPendingRegistrations(db, email)).map(
    (each) => each.password_hash,
  );
  const turn = { from: turnOf(address), beforeWork };
  const match = await matchPassword({ account: user?.password_hash, signUps }, password, turn);
  if (match === 'sign-up') {
    await limits.take(authLimits.signUpLogins, pair);
    throw new ProductError('EMAIL_NOT_CONFIRMED');
  }
  if (match === undefined || !user) {
    await limits.take(authLimits.addressLoginFailures, { address });
    await limits.take(authLimits.loginFailures, pair);
    throw new ProductError('INVALID_CREDENTIALS');
  }
  await limits.forget(authLimits.loginFailures, pair);
  return user;
}

export interface Browser {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Opens a session for the account that `find` returns, in its transaction: whatever way somebody
 * came. Throws ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED.
 */
export async function signIn(
  { db, config, channels, files, tell }: App,
  { request, reply }: Browser,
  find: (tx: Tx) => Promise<queries.KnownUser>,
): Promise<{ user: User; session: Session }> {
  const sessionId = newId();
  const signedIn = await transact(db, async (tx) => {
    const user = await find(tx);
    if (user.disabled_at !== null) throw new ProductError('ACCOUNT_DISABLED');
    if (user.is_confirmed === 0) throw new ProductError('EMAIL_NOT_CONFIRMED');
    const language = languageOfBrowser(request);
    if (language && language !== user.language) await queries.updateUser(tx, user.id, { language });
    const userAgent = request.headers['user-agent'] ?? '';
    const session = await startSession(tx, user.id, userAgent, Date.now(), sessionId);
    return { user: presentUser(user, sellsPlans(config)), session };
  });
  await tell(async () => {
    await queries.noteSeen(db, signedIn.user.id, Date.now());
    (await endSessionsBeyond(db, signedIn.user.id, sessionId)).forEach(channels.disconnectSession);
  });
  if (sellsPlans(config)) files.browser.give(reply, sessionId);
  return signedIn;
}

function presentUser(user: queries.KnownUser, billing: boolean) {
  const { plan, trialEndsAt } = currentPlan(user, billing, Date.now());
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    createdAt: isoTime(user.created_at),
    plan,
    trialEndsAt: isoOrNull(trialEndsAt),
    isAdmin: user.is_admin === 1,
  };
}
