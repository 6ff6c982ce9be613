import { ProductError } from '@clipline/contract/errors.ts';
import { CONFIRMED_SECONDS } from '@clipline/contract/limits.ts';
import type { Security } from '@clipline/contract/schemas/security.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { isoTime } from '../core/time.ts';
import { findUserById, type KnownUser } from './auth.queries.ts';
import { workingOf } from './passkeys.ts';
import { checkPassword } from './passwords.ts';
import * as queries from './second-step.queries.ts';
import { findSession } from './sessions.queries.ts';

export const CONFIRMED_MS = CONFIRMED_SECONDS * 1000;

type Proof = NonNullable<Security['confirmed']>['by'];
const STRENGTH: Readonly<Record<Proof, number>> = { 'sign-in': 1, password: 2, step: 3 };

/** What an act asks for, while two-step sign-in is off and while it is on. */
interface Asked {
  readonly off: Proof | undefined;
  readonly on: Proof;
}
/** What ended with a password's being typed before there were confirmations. */
export const ACCOUNT_ACT: Asked = { off: 'password', on: 'password' };
/** To change what signs in, or what others need for it. */
export const METHOD_ACT: Asked = { off: 'password', on: 'step' };
export const FIRST_METHOD: Asked = { off: 'sign-in', on: 'step' };
/** To let another device in, or everything out. */
export const WAY_OUT: Asked = { off: undefined, on: 'sign-in' };

export const hasTwoSteps = (
  { config }: Pick<App, 'config'>,
  { two_step_since }: Pick<KnownUser, 'two_step_since'>,
): boolean => config.PASSWORDS !== 'off' && two_step_since !== null;

/** The strongest that lives. */
export function confirmationOf(
  session: Awaited<ReturnType<typeof findSession>>,
  now = Date.now(),
): { readonly by: Proof; readonly until: number } | undefined {
  if (!session) return undefined;
  const signedIn = session.is_let_in === 1 ? 0 : session.created_at + CONFIRMED_MS;
  const proofs: readonly { readonly by: Proof; readonly until: number }[] = [
    { by: 'step', until: session.step_until ?? 0 },
    { by: 'password', until: session.password_until ?? 0 },
    { by: 'sign-in', until: signedIn },
  ];
  return proofs.find(({ until }) => until > now);
}

export const presentConfirmation = (
  confirmed: ReturnType<typeof confirmationOf>,
): Security['confirmed'] =>
  confirmed ? { until: isoTime(confirmed.until), by: confirmed.by } : null;

export async function methodsOf(app: Pick<App, 'origins'>, db: Db, userId: string) {
  const passkeys = workingOf(app, await queries.listPasskeys(db, userId));
  const authenticator = await queries.findAuthenticator(db, userId);
  return { passkeys, hasAuthenticator: Boolean(authenticator?.secret) };
}

export const countMethods = ({
  passkeys,
  hasAuthenticator,
}: Awaited<ReturnType<typeof methodsOf>>): number => passkeys.length + Number(hasAuthenticator);

type Caller = Pick<CurrentUser, 'id' | 'sessionId'>;

/** Of whoever has no password a sign-in counts as one. */
const lacksPassword = ({ config }: Pick<App, 'config'>, user: KnownUser): boolean =>
  user.has_password === 0 || config.PASSWORDS === 'off';

/**
 * A session left open on another user's screen must not be enough. Throws CONFIRM_FIRST; without a
 * password and a method SIGN_IN_AGAIN.
 */
export async function requireConfirmed(
  app: Pick<App, 'config' | 'origins'>,
  db: Db,
  { id: userId, sessionId }: Caller,
  asked: Asked,
): Promise<void> {
  const user = await findUserById(db, userId);
  if (!user) throw new ProductError('UNAUTHORIZED');
  const isTwoStep = hasTwoSteps(app, user);
  const wanted = isTwoStep ? asked.on : asked.off;
  if (wanted === undefined) return;
  const needed = wanted === 'password' && lacksPassword(app, user) ? 'sign-in' : wanted;
  const confirmed = confirmationOf(await findSession(db, sessionId));
  if (confirmed && STRENGTH[confirmed.by] >= STRENGTH[needed]) return;
  const canConfirm =
    app.config.PASSWORDS !== 'off' &&
    (user.has_password === 1 || countMethods(await methodsOf(app, db, userId)) > 0);
  if (!canConfirm) throw new ProductError('SIGN_IN_AGAIN');
  const values = { by: wanted === 'step' ? 'step' : 'any' };
  throw new ProductError('CONFIRM_FIRST', {}, undefined, { values });
}

/**
 * As a confirmed session may, or with the right password in the call itself where a password is
 * enough. A wrong one is refused in a confirmed session, too.
 */
export async function requireConfirmedBy(
  app: App,
  caller: Caller,
  asked: Asked,
  { address, password }: { readonly address: string; readonly password: string | undefined },
): Promise<void> {
  const user = await findUserById(app.db, caller.id);
  if (password === undefined || !user || user.has_password === 0)
    return requireConfirmed(app, app.db, caller, asked);
  await checkPassword(app, user, address, password);
  const wanted = hasTwoSteps(app, user) ? asked.on : asked.off;
  if (wanted === 'step') await requireConfirmed(app, app.db, caller, asked);
}
