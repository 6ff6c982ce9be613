import { ProductError } from '@clipline/contract/errors.ts';
import type { Session, SignedInOrStep, User } from '@clipline/contract/schemas/auth.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { afterCommit, transact, type Tx } from '../core/db/database.ts';
import { userAgentOf } from '../core/http/headers.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { newId } from '../core/ids.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { authLimits } from './auth.limits.ts';
import * as queries from './auth.queries.ts';
import type { WayIn } from './auth.tables.ts';
import { CONFIRMED_MS, hasTwoSteps } from './confirmations.ts';
import { matchPassword, turnOf } from './passwords.ts';
import { currentPlan, sellsPlans } from './plans.ts';
import { openStep } from './second-step.ts';
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
  const signUps = (await queries.listPendingRegistrations(db, email, Date.now())).map(
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

export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

interface Began {
  readonly by: WayIn;
  /** By a passkey, or with a second step. */
  readonly isProved?: boolean;
}

/** Opens a session for an account. Throws ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED. */
export async function beginSession(
  tx: Tx,
  { db, config, channels, files, tell }: App,
  { request, reply }: Browser,
  user: queries.KnownUser,
  { by, isProved = false }: Began,
): Promise<SignedIn> {
  if (user.disabled_at !== null) throw new ProductError('ACCOUNT_DISABLED');
  if (user.is_confirmed === 0) throw new ProductError('EMAIL_NOT_CONFIRMED');
  const language = languageOfBrowser(request);
  if (language && language !== user.language) await queries.updateUser(tx, user.id, { language });
  const userAgent = userAgentOf(request.headers);
  const sessionId = newId();
  const stepUntil = isProved ? Date.now() + CONFIRMED_MS : null;
  const session = await startSession(tx, user.id, userAgent, { sessionId, by, stepUntil });
  afterCommit(tx, async () => {
    await tell(async () => {
      await queries.noteSeen(db, user.id, Date.now());
      (await endSessionsBeyond(db, user.id, sessionId)).forEach(channels.disconnectSession);
    });
    if (sellsPlans(config)) files.browser.give(reply, sessionId);
  });
  return { user: presentUser(user, sellsPlans(config)), session };
}

export interface Arrival {
  /** Undefined for one that is yet to be made. */
  readonly user: queries.KnownUser | undefined;
  /** JSON of what comes with the sign-in, for when the second step is taken. */
  readonly about?: string;
  /** Does what comes with it. */
  readonly bring?: (tx: Tx) => Promise<queries.KnownUser>;
}

declare module '../core/app.ts' {
  interface App {
    /** Does what comes with a sign-in after its second step, by the way that it came. */
    readonly bring: Partial<
      Record<WayIn, (tx: Tx, user: queries.KnownUser, about: string) => Promise<queries.KnownUser>>
    >;
  }
}

/**
 * Opens a session for who arrives, or asks for the second step in its place: then nothing of what
 * comes with the sign-in has happened yet.
 */
export const signIn = (
  app: App,
  browser: Browser,
  by: WayIn,
  arrive: (tx: Tx) => Promise<Arrival>,
): Promise<SignedInOrStep> =>
  transact(app.db, async (tx) => {
    const { user, about = '', bring } = await arrive(tx);
    if (user && hasTwoSteps(app, user)) {
      if (user.disabled_at !== null && by !== 'setup') throw new ProductError('ACCOUNT_DISABLED');
      return openStep(tx, app, user, { by, about });
    }
    const arrived = bring ? await bring(tx) : user;
    if (!arrived) throw new ProductError('INVALID_CREDENTIALS');
    return beginSession(tx, app, browser, arrived, { by });
  });

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
