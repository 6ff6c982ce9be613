import { setTimeout as delay } from 'node:timers/promises';
import { canonicalAddress } from '@clipline/contract/addresses.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/auth.ts';
import type { App } from '../core/app.ts';
import { transact } from '../core/db/database.ts';
import { isApiToken } from '../core/http/current-user.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken, newId } from '../core/ids.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { authJobs } from './auth.jobs.ts';
import { authLimits } from './auth.limits.ts';
import { findUser, isResetOpen, listPendingRegistrations, updateUser } from './auth.queries.ts';
import { serveCommand } from './command.routes.ts';
import { hashPassword, matchPassword, signUpSalt, turnOf } from './passwords.ts';
import { currentPlan, sellsPlans } from './plans.ts';
import { servePrograms } from './programs.routes.ts';
import { confirmRegistration, requestRegistration } from './registrations.ts';
import { applyReset, requestReset } from './resets.ts';
import { removeSessionOf } from './sessions.queries.ts';
import { endSessionsBeyond, originOf, refreshSession, startSession } from './sessions.ts';

export function plugInAuth(app: App): void {
  serve(app, endpoints.register, register);
  serve(app, endpoints.checkEmailConfirmation, checkEmailConfirmation);
  serve(app, endpoints.login, login);
  serve(app, endpoints.refresh, refresh);
  serve(app, endpoints.logout, logout);
  serve(app, endpoints.forgotPassword, forgotPassword);
  serve(app, endpoints.resetPassword, resetPassword);
  servePrograms(app);
  serveCommand(app);
  app.jobs.push(...authJobs(app));
}

/**
 * Longer than the store takes, so that the time of a response does not tell whether an address has
 * an account.
 */
const EVEN_MS = 150;

const takingAtLeast = async <T>(ms: number, work: Promise<T>): Promise<T> =>
  (await Promise.all([work, delay(ms)]))[0];

async function register(
  { body, address, create, request }: Call<typeof endpoints.register>,
  app: App,
) {
  await app.limits.take(authLimits.registrations, { address });
  const { name, email } = body;
  const salt = signUpSalt(app.config.APP_SECRET, email);
  const passwordHash = await hashPassword(body.password, { from: turnOf(address), salt });
  const created = create(async (tx) => {
    const language = languageOfBrowser(request) ?? null;
    await requestRegistration(tx, { name, email, passwordHash, language });
    return { message: 'Please check your email to confirm your account before logging in.' };
  });
  const reply = await takingAtLeast(EVEN_MS, created);
  return reply;
}

async function checkEmailConfirmation(
  { headers, user, address }: Call<typeof endpoints.checkEmailConfirmation>,
  app: App,
) {
  const token = headers['x-confirmation-token'];
  if (!token) return { confirmed: user !== null };
  const outcome = await confirmRegistration(app, token);
  if (outcome === 'unknown') await app.limits.take(authLimits.tokenGuesses, { address });
  if (outcome === 'expired') throw new ProductError('CONFIRMATION_EXPIRED');
  return { confirmed: outcome === 'confirmed' };
}

type KnownUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

async function checkCredentials(
  { db, limits }: App,
  email: string,
  password: string,
  address: string,
): Promise<KnownUser> {
  const pair = { address, of: email };
  const beforeWork = async () => {
    await limits.check(authLimits.loginFailures, pair);
    await limits.check(authLimits.addressLoginFailures, { address });
    await limits.check(authLimits.signUpLogins, pair);
  };
  await beforeWork();
  await limits.take(authLimits.logins, pair);
  await limits.take(authLimits.accountLogins, email);
  const user = await findUser(db, email);
  const signUps = (await listPendingRegistrations(db, email)).map((each) => each.password_hash);
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

async function login({ body, address, request, reply }: Call<typeof endpoints.login>, app: App) {
  const { db, config, channels } = app;
  // What is no address has no account, and is counted as it was spelt.
  const email = canonicalAddress(body.email) ?? body.email.toLowerCase();
  const user = await checkCredentials(app, email, body.password, address);
  const sessionId = newId();
  const signedIn = await transact(db, async (tx) => {
    const current = await findUser(tx, email);
    // A reset that came between has ended every session; this one must not begin after it.
    if (current?.password_hash !== user.password_hash)
      throw new ProductError('INVALID_CREDENTIALS');
    if (current.disabled_at !== null) throw new ProductError('ACCOUNT_DISABLED');
    const language = languageOfBrowser(request);
    if (language && language !== current.language) await updateUser(tx, user.id, { language });
    const userAgent = request.headers['user-agent'] ?? '';
    const session = await startSession(tx, user.id, userAgent, Date.now(), sessionId);
    return { user: presentUser(current, sellsPlans(config)), session };
  });
  await app.tell(async () =>
    (await endSessionsBeyond(db, user.id, sessionId)).forEach(channels.disconnectSession),
  );
  if (sellsPlans(app.config)) app.files.browser.give(reply, sessionId);
  return signedIn;
}

function presentUser(user: KnownUser, billing: boolean) {
  const { plan, trialEndsAt } = currentPlan(user, billing, Date.now());
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    createdAt: isoTime(user.created_at),
    plan,
    trialEndsAt: isoOrNull(trialEndsAt),
  };
}

async function refresh(
  { headers, address, request, reply }: Call<typeof endpoints.refresh>,
  app: App,
) {
  const token = headers['x-refresh-token'] ?? '';
  if (isApiToken(token) && (await app.identify(token))) throw new ProductError('TOKEN_NOT_ALLOWED');
  const { APP_SECRET } = app.config;
  const origin = originOf(APP_SECRET, request.headers['user-agent'] ?? '', address);
  const refreshed = await refreshSession(app.db, APP_SECRET, token, origin);
  if (refreshed.kind === 'reused') app.channels.disconnectSession(refreshed.sessionId);
  if (refreshed.kind !== 'renewed') throw new ProductError('UNAUTHORIZED');
  const { tokens, sessionId } = refreshed;
  if (sellsPlans(app.config)) app.files.browser.give(reply, sessionId);
  reply.header('x-access-token', tokens.accessToken).header('x-refresh-token', tokens.refreshToken);
  return tokens;
}

async function logout({ user, change, reply }: Call<typeof endpoints.logout>, app: App) {
  await change((tx) => removeSessionOf(tx, user.id, user.sessionId));
  app.channels.disconnectSession(user.sessionId);
  if (sellsPlans(app.config)) app.files.browser.take(reply);
  return { message: 'Logged out successfully' };
}

async function forgotPassword(
  { body, address, request }: Call<typeof endpoints.forgotPassword>,
  app: App,
) {
  await app.limits.take(authLimits.passwordResets, { address });
  const language = languageOfBrowser(request) ?? null;
  await takingAtLeast(EVEN_MS, requestReset(app, body.email, language));
  return { message: 'Check your inbox for instructions to reset your password.' };
}

async function resetPassword({ body, address }: Call<typeof endpoints.resetPassword>, app: App) {
  const tokenHash = hashToken(body.token);
  if (!(await isResetOpen(app.db, tokenHash, Date.now()))) {
    await app.limits.take(authLimits.tokenGuesses, { address });
    throw new ProductError('INVALID_RESET_TOKEN');
  }
  const passwordHash = await hashPassword(body.new_password, { from: turnOf(address) });
  const ended = await applyReset(app, tokenHash, passwordHash);
  if (!ended) throw new ProductError('INVALID_RESET_TOKEN');
  for (const sessionId of ended) app.channels.disconnectSession(sessionId);
  return { message: 'Password Reset Successful' };
}
