import { setTimeout as delay } from 'node:timers/promises';
import { canonicalAddress } from '@clipline/contract/addresses.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/auth.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Tx } from '../core/db/database.ts';
import { isApiToken } from '../core/http/current-user.ts';
import { userAgentOf } from '../core/http/headers.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken, newId } from '../core/ids.ts';
import { authJobs } from './auth.jobs.ts';
import { authLimits } from './auth.limits.ts';
import { findUser, isResetOpen, requireUserWith } from './auth.queries.ts';
import { serveCommand } from './command.routes.ts';
import { hashPassword, signUpSalt, turnOf } from './passwords.ts';
import { sellsPlans } from './plans.ts';
import { servePrograms } from './programs.routes.ts';
import {
  confirmRegistration,
  createConfirmedUser,
  requestRegistration,
  type SignUp,
} from './registrations.ts';
import { applyReset, requestReset } from './resets.ts';
import { serveSecurity } from './security.routes.ts';
import { removeSessionOf } from './sessions.queries.ts';
import { originOf, refreshSession } from './sessions.ts';
import {
  beginSession,
  type Browser,
  checkCredentials,
  requirePasswords,
  type SignedIn,
  signIn,
} from './sign-in.ts';

export function plugInAuth(app: App): void {
  serve(app, endpoints.register, register);
  serve(app, endpoints.checkEmailConfirmation, checkEmailConfirmation);
  serve(app, endpoints.login, login);
  serve(app, endpoints.refresh, refresh);
  serve(app, endpoints.logout, logout);
  serve(app, endpoints.forgotPassword, forgotPassword);
  serve(app, endpoints.resetPassword, resetPassword);
  serveSecurity(app);
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
  { body, address, create, request, reply }: Call<typeof endpoints.register>,
  app: App,
) {
  requirePasswords(app);
  await app.limits.take(authLimits.registrations, { address });
  const { name, email, invitation } = body;
  await app.admit(app.db, { email, invitation });
  const salt = signUpSalt(app.config.APP_SECRET, email);
  const passwordHash = await hashPassword(body.password, { from: turnOf(address), salt });
  const signUp = { name, email, passwordHash, language: languageOfBrowser(request) ?? null };
  let signedIn: SignedIn | undefined;
  const created = create(async (tx) => {
    const admission = await app.admit(tx, { email, invitation });
    // Also for an address that is taken: whether it is must not be seen by what is used up.
    await admission.spend(tx);
    if (admission.isProof && !(await findUser(tx, email))) {
      const welcomed = await welcome(tx, app, { request, reply }, signUp);
      afterCommit(tx, () => void (signedIn = welcomed));
      return { message: 'Welcome to Clipline.' };
    }
    await requestRegistration(tx, signUp);
    return { message: 'Please check your email to confirm your account before logging in.' };
  });
  const answer = await takingAtLeast(EVEN_MS, created);
  if (!signedIn) return answer;
  reply.code(201);
  // Not in what is kept for a repeat: no row tells a token.
  return { ...answer, ...signedIn };
}

/** Makes the account and signs in, or neither. */
async function welcome(tx: Tx, app: App, browser: Browser, signUp: SignUp) {
  const person = { id: newId(), ...signUp, password_hash: signUp.passwordHash };
  await createConfirmedUser(tx, app, person, false, Date.now());
  return beginSession(tx, app, browser, await requireUserWith(tx, signUp.email), {
    by: 'password',
  });
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

async function login({ body, address, request, reply }: Call<typeof endpoints.login>, app: App) {
  requirePasswords(app);
  // What is no address has no account, and is counted as it was spelt.
  const email = canonicalAddress(body.email) ?? body.email.toLowerCase();
  const user = await checkCredentials(app, email, body.password, address);
  return signIn(app, { request, reply }, 'password', async (tx) => {
    const current = await findUser(tx, email);
    // A reset that came between has ended every session; this one must not begin after it.
    if (current?.password_hash !== user.password_hash)
      throw new ProductError('INVALID_CREDENTIALS');
    return { user: current };
  });
}

async function refresh(
  { headers, address, request, reply }: Call<typeof endpoints.refresh>,
  app: App,
) {
  const token = headers['x-refresh-token'] ?? '';
  if (isApiToken(token) && (await app.identify(token))) throw new ProductError('TOKEN_NOT_ALLOWED');
  const { APP_SECRET } = app.config;
  const origin = originOf(APP_SECRET, userAgentOf(request.headers), address);
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
  requirePasswords(app);
  await app.limits.take(authLimits.passwordResets, { address });
  const language = languageOfBrowser(request) ?? null;
  await takingAtLeast(EVEN_MS, requestReset(app, body.email, language));
  return { message: 'Check your inbox for instructions to reset your password.' };
}

async function resetPassword({ body, address }: Call<typeof endpoints.resetPassword>, app: App) {
  requirePasswords(app);
  const tokenHash = hashToken(body.token);
  if (!(await isResetOpen(app.db, tokenHash, Date.now()))) {
    await app.limits.take(authLimits.tokenGuesses, { address });
    throw new ProductError('INVALID_RESET_TOKEN');
  }
  const passwordHash = await hashPassword(body.new_password, { from: turnOf(address) });
  if (!(await applyReset(app, tokenHash, passwordHash)))
    throw new ProductError('INVALID_RESET_TOKEN');
  return { message: 'Password Reset Successful' };
}
