import { login, logout, refresh } from '@clipline/contract/auth.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, transact } from '../../database/database.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { serve, type Serving } from '../../http/serve.ts';
import { findPendingRegistration, findUser } from './auth.queries.ts';
import { verifyPassword } from './passwords.ts';
import { planOf } from './plan.ts';
import { deleteSession } from './sessions.queries.ts';
import { refreshSession, startSession } from './sessions.ts';

/** What accounts need of the rest of the program. */
export interface Accounts {
  readonly db: Db;
  readonly secret: string;
  /** Whether plans are sold here. */
  readonly billing: boolean;
  readonly limits: RateLimits;
  /** Closes the sockets of a session that ended. */
  readonly disconnectSession: (sessionId: string) => void;
}

export function serveAuth(serving: Serving, accounts: Accounts): void {
  const { db, limits, disconnectSession } = accounts;

  serve(serving, login, async ({ body, address, request }) => {
    const email = body.email.toLowerCase();
    const checkLimits = async () => {
      await limits.check('loginFailures', `${address} ${email}`);
      await limits.check('addressLoginFailures', address);
    };
    await checkLimits();
    const user = await findUser(db, email);
    const pending = await findPendingRegistration(db, email);
    const hash = user?.password_hash ?? pending?.password_hash;
    if (!(await verifyPassword(hash, body.password, checkLimits))) {
      await limits.take('addressLoginFailures', address);
      await limits.take('loginFailures', `${address} ${email}`);
      throw new ProductError('INVALID_CREDENTIALS');
    }
    await limits.forget('loginFailures', `${address} ${email}`);
    if (!user) throw new ProductError('EMAIL_NOT_CONFIRMED');
    if (user.disabled_at !== null) throw new ProductError('ACCOUNT_DISABLED');
    const session = await transact(db, (tx) => startSession(tx, user.id, request.headers['user-agent'] ?? ''));
    return { user: presentUser(user, accounts.billing), session };
  });

  serve(serving, logout, async ({ user }) => {
    await deleteSession(db, user.sessionId);
    disconnectSession(user.sessionId);
    return { message: 'Logged out successfully' };
  });

  serve(serving, refresh, async ({ headers, reply }) => {
    const refreshToken = headers['x-refresh-token'];
    const refreshed = refreshToken ? await refreshSession(db, accounts.secret, refreshToken) : undefined;
    if (refreshed?.kind === 'reused') disconnectSession(refreshed.sessionId);
    if (refreshed?.kind !== 'renewed') throw new ProductError('UNAUTHORIZED');
    const { accessToken, refreshToken: next } = refreshed.tokens;
    reply.header('x-access-token', accessToken).header('x-refresh-token', next);
    return refreshed.tokens;
  });
}

type KnownUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

function presentUser(user: KnownUser, billing: boolean) {
  const { plan, trialEndsAt } = planOf(user, billing, Date.now());
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    createdAt: new Date(user.created_at).toISOString(),
    plan,
    trialEndsAt: trialEndsAt === null ? null : new Date(trialEndsAt).toISOString(),
  };
}
