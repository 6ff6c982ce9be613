import type { App } from '../core/app.ts';
import { setTimeout as delay } from 'node:timers/promises';
import {
  checkEmailConfirmation,
  forgotPassword,
  login,
  logout,
  refresh,
  register,
  resetPassword,
} from '@clipline/contract/schemas/auth.ts';
import { canonicalAddress } from '@clipline/contract/addresses.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { transact } from '../core/db/database.ts';
import { isApiToken } from '../core/http/current-user.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken, newId } from '../core/ids.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import type { Accounts } from './accounts.ts';
import { listPendingPasswords, findUser, isResetOpen, noteLanguage } from './auth.queries.ts';
import { hashPassword, matchPassword, signUpSalt, turnOf } from './passwords.ts';
import { planOf } from './plan.ts';
import { confirmRegistration, requestRegistration } from './registrations.ts';
import { applyReset, requestReset } from './resets.ts';
import { removeSession } from './sessions.queries.ts';
import { endSessionsBeyond, originOf, refreshSession, startSession } from './sessions.ts';
import { authLimits } from './auth.limits.ts';

/**
 * Longer than the store takes, so that the time of a response does not tell whether an address has
 * an account.
 */
const EVEN_MS = 150;

const takingAtLeast = async <T>(ms: number, work: Promise<T>): Promise<T> =>
  (await Promise.all([work, delay(ms)]))[0];

/**
 * The user of this address and password. Throws INVALID_CREDENTIALS, EMAIL_NOT_CONFIRMED or
 * TOO_MANY_REQUESTS.
 */
async function checkCredentials(
  { db, limits }: Accounts,
  email: string,
  password: string,
  address: string,
): Promise<KnownUser> {
  const checkLimits = async () => {
    await limits.check(authLimits.loginFailures, { address, of: email });
    await limits.check(authLimits.addressLoginFailures, { address });
    await limits.check(authLimits.signUpLogins, { address, of: email });
  };
  await checkLimits();
  await limits.take(authLimits.logins, { address, of: email });
  await limits.take(authLimits.accountLogins, email);
  const user = await findUser(db, email);
  const signUps = await listPendingPasswords(db, email);
  const match = await matchPassword({ account: user?.password_hash, signUps }, password, {
    from: turnOf(address),
    beforeWork: checkLimits,
  });
  if (match === undefined) {
    await limits.take(authLimits.addressLoginFailures, { address });
    await limits.take(authLimits.loginFailures, { address, of: email });
    throw new ProductError('INVALID_CREDENTIALS');
  }
  if (match === 'sign-up') {
    await limits.take(authLimits.signUpLogins, { address, of: email });
    throw new ProductError('EMAIL_NOT_CONFIRMED');
  }
  await limits.forget(authLimits.loginFailures, { address, of: email });
  if (!user) throw new ProductError('INVALID_CREDENTIALS');
  return user;
}

async function logIn(accounts: Accounts, { body, address, request, reply }: Call<typeof login>) {
  const { db, billing, browser, disconnectSession, tell } = accounts;
  // What is no address has no account, and is counted as it was spelt.
  const email = canonicalAddress(body.email) ?? body.email.toLowerCase();
  const user = await checkCredentials(accounts, email, body.password, address);
  const sessionId = newId();
  const signedIn = await transact(db, async (tx) => {
    const current = await findUser(tx, email);
    // A reset that came between has ended every session; this one must not begin after it.
    if (current?.password_hash !== user.password_hash)
      throw new ProductError('INVALID_CREDENTIALS');
    if (current.disabled_at !== null) throw new ProductError('ACCOUNT_DISABLED');
    const language = languageOfBrowser(request);
    if (language) await noteLanguage(tx, user.id, language);
    const userAgent = request.headers['user-agent'] ?? '';
    const session = await startSession(tx, user.id, userAgent, Date.now(), sessionId);
    return { user: presentUser(current, billing), session };
  });
  await tell(async () =>
    (await endSessionsBeyond(db, user.id, sessionId)).forEach(disconnectSession),
  );
  browser?.give(reply, sessionId);
  return signedIn;
}

export function serveAuth(app: App, accounts: Accounts): void {
  const { db, limits, deliverMail, disconnectSession, browser } = accounts;

  serve(app, register, async ({ body, address, create, request }) => {
    await limits.take(authLimits.registrations, { address });
    const salt = signUpSalt(accounts.secret, body.email);
    const passwordHash = await hashPassword(body.password, { from: turnOf(address), salt });
    const created = create(async (tx) => {
      const language = languageOfBrowser(request) ?? null;
      const { name, email } = body;
      await requestRegistration(tx, { name, email, passwordHash, language });
      return { message: 'Please check your email to confirm your account before logging in.' };
    });
    const reply = await takingAtLeast(EVEN_MS, created);
    deliverMail();
    return reply;
  });

  serve(app, checkEmailConfirmation, async ({ headers, user, address }) => {
    const token = headers['x-confirmation-token'];
    if (!token) return { confirmed: user !== null };
    const outcome = await confirmRegistration(accounts, token);
    if (outcome === 'unknown') await limits.take(authLimits.tokenGuesses, { address });
    if (outcome === 'expired') throw new ProductError('CONFIRMATION_EXPIRED');
    return { confirmed: outcome === 'confirmed' };
  });

  serve(app, login, (call) => logIn(accounts, call));

  serve(app, refresh, async ({ headers, address, request, reply }) => {
    const refreshToken = headers['x-refresh-token'];
    if (isApiToken(refreshToken ?? '') && (await app.identify(refreshToken ?? '')))
      throw new ProductError('TOKEN_NOT_ALLOWED');
    const refreshed = refreshToken
      ? await refreshSession(
          db,
          accounts.secret,
          refreshToken,
          originOf(accounts.secret, request.headers['user-agent'] ?? '', address),
        )
      : undefined;
    if (refreshed?.kind === 'reused') {
      disconnectSession(refreshed.sessionId);
      deliverMail();
    }
    if (refreshed?.kind !== 'renewed') throw new ProductError('UNAUTHORIZED');
    const { tokens, sessionId } = refreshed;
    browser?.give(reply, sessionId);
    reply
      .header('x-access-token', tokens.accessToken)
      .header('x-refresh-token', tokens.refreshToken);
    return tokens;
  });

  serve(app, logout, async ({ user, change, reply }) => {
    await change((tx) => removeSession(tx, user.sessionId));
    disconnectSession(user.sessionId);
    browser?.take(reply);
    return { message: 'Logged out successfully' };
  });

  serve(app, forgotPassword, async ({ body, address, request }) => {
    await limits.take(authLimits.passwordResets, { address });
    const language = languageOfBrowser(request) ?? null;
    await takingAtLeast(EVEN_MS, requestReset(accounts, body.email, language));
    deliverMail();
    return { message: 'Check your inbox for instructions to reset your password.' };
  });

  serve(app, resetPassword, async ({ body, address }) => {
    const tokenHash = hashToken(body.token);
    if (!(await isResetOpen(db, tokenHash, Date.now()))) {
      await limits.take(authLimits.tokenGuesses, { address });
      throw new ProductError('INVALID_RESET_TOKEN');
    }
    const ended = await applyReset(
      accounts,
      tokenHash,
      await hashPassword(body.new_password, {
        from: turnOf(address),
      }),
    );
    if (!ended) throw new ProductError('INVALID_RESET_TOKEN');
    for (const sessionId of ended) disconnectSession(sessionId);
    deliverMail();
    return { message: 'Password Reset Successful' };
  });
}

type KnownUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

function presentUser(user: KnownUser, billing: boolean) {
  const { plan, trialEndsAt } = planOf(user, billing, Date.now());
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    createdAt: isoTime(user.created_at),
    plan,
    trialEndsAt: isoOrNull(trialEndsAt),
  };
}
