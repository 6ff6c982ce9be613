import { randomBytes } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import { RECOVERY_CODES, STEP_SECONDS } from '@clipline/contract/limits.ts';
import type { Step } from '@clipline/contract/schemas/auth.ts';
import type { Assertion } from '@clipline/contract/schemas/security.ts';
import type { App } from '../core/app.ts';
import { transact, type Tx } from '../core/db/database.ts';
import type { Change } from '../core/http/current-user.ts';
import type { RateLimits } from '../core/http/limits.ts';
import { hashToken, keyed } from '../core/ids.ts';
import { isoTime } from '../core/time.ts';
import { authLimits, stepLimits } from './auth.limits.ts';
import { type KnownUser, requireUser } from './auth.queries.ts';
import type { WayIn } from './auth.tables.ts';
import type { Purpose } from './challenges.ts';
import { methodsOf } from './confirmations.ts';
import { readAssertion } from './passkeys.ts';
import * as queries from './second-step.queries.ts';
import { queueSecurityMail } from './security.mails.ts';
import { stepOf, unsealed } from './totp.ts';

declare module '../core/app.ts' {
  interface App {
    /** Counts with RATE_LIMITS=off, too. */
    readonly stepTries: RateLimits;
  }
}

const TOKEN_BYTES = 16;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

function newRecoveryCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => CROCKFORD.charAt(byte % 32)).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** As it was meant: people type blanks, small letters, and O for 0. */
const meant = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

const recoveryHash = ({ APP_SECRET }: App['config'], userId: string, code: string): string =>
  keyed(APP_SECRET, 'recovery code', userId, meant(code));

/** Those before end. They are shown once. */
export async function makeRecoveryCodes(
  tx: Tx,
  { config }: Pick<App, 'config'>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await queries.removeRecoveryCodes(tx, userId);
  const rows = codes.map((each) => ({
    user_id: userId,
    code_hash: recoveryHash(config, userId, each),
  }));
  await queries.insertRecoveryCodes(tx, rows);
  return codes;
}

const markOf = ({ password_hash }: Pick<KnownUser, 'password_hash'>): string =>
  hashToken(password_hash);

/** In place of a session. */
export async function openStep(
  tx: Tx,
  app: App,
  user: KnownUser,
  { by, about, now = Date.now() }: { by: WayIn; about: string; now?: number },
): Promise<{ readonly step: Step }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = now + STEP_SECONDS * 1000;
  await queries.insertStep(tx, {
    token_hash: hashToken(token),
    user_id: user.id,
    by,
    about,
    password_mark: markOf(user),
    expires_at: expiresAt,
  });
  const { passkeys, hasAuthenticator } = await methodsOf(app, tx, user.id);
  const codes = await queries.countRecoveryCodes(tx, user.id);
  const methods = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(hasAuthenticator ? (['authenticator'] as const) : []),
    ...(codes > 0 ? (['recovery'] as const) : []),
  ];
  return { step: { token, methods, expiresAt: isoTime(expiresAt) } };
}

/** Uses it up. Throws STEP_OVER. */
export async function closeStep(tx: Tx, token: string) {
  const step = await queries.takeStep(tx, hashToken(token), Date.now());
  const user = step && (await requireUser(tx, step.user_id));
  // A link to set up enables the account that it is used for.
  const isOut = user?.disabled_at !== null && step?.by !== 'setup';
  if (!user || isOut || markOf(user) !== step.password_mark) throw new ProductError('STEP_OVER');
  return { user, by: step.by, about: step.about };
}

/** Whose step a token is, before it is used. Throws STEP_OVER. */
export async function requireStep({ db, limits }: App, token: string, address: string) {
  const step = await queries.findStep(db, hashToken(token), Date.now());
  if (step) return step;
  await limits.take(authLimits.tokenGuesses, { address });
  throw new ProductError('STEP_OVER');
}

export interface Prover {
  readonly userId: string;
  readonly address: string;
  readonly device: string;
  readonly purpose: Purpose;
  /** Of a sign-in. */
  readonly token?: string;
}

interface Given {
  readonly code?: string | undefined;
  readonly response?: Assertion | undefined;
}

/**
 * Works in the transaction that uses up the code or the answer of a passkey: of many at once with
 * one of them one works. Throws WRONG_CODE, PASSKEY_UNKNOWN, STEP_OVER.
 */
export async function proving<T>(
  app: App,
  prover: Prover,
  { code = '', response }: Given,
  change: Change,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!response) return provingByCode(app, prover, meant(code), change, work);
  const shown = await readAssertion(app, prover.purpose, response);
  if (shown.userId !== prover.userId) throw new ProductError('PASSKEY_UNKNOWN');
  return change(async (tx) => {
    await shown.spend(tx);
    return work(tx);
  });
}

const isOfApp = (code: string): boolean => /^\d{6}$/.test(code);

async function spendCode(tx: Tx, app: App, { userId, device }: Prover, code: string) {
  const { APP_SECRET } = app.config;
  if (!isOfApp(code)) {
    const hash = recoveryHash(app.config, userId, code);
    if (!(await queries.takeRecoveryCode(tx, userId, hash))) return false;
    const left = await queries.countRecoveryCodes(tx, userId);
    await queueSecurityMail(tx, 'recovery-code-used', userId, { device, left });
    return true;
  }
  const { secret = null } = (await queries.findAuthenticator(tx, userId)) ?? {};
  const plain = secret === null ? undefined : unsealed(APP_SECRET, userId, secret);
  const step = plain && stepOf(plain, code, Date.now());
  return step !== undefined && queries.takeTimeStep(tx, userId, step);
}

/** The same wrong code again at once, of a form that was sent twice, is one. */
async function isRepeat({ stepTries }: App, { token }: Prover, code: string): Promise<boolean> {
  if (token === undefined) return false;
  return !(await stepTries.allows(stepLimits.sameCode, hashToken(`${token} ${code}`)));
}

/** A try is counted before it is looked at: many at once are no more than their number. */
async function countTry(app: App, prover: Prover, code: string) {
  const { stepTries } = app;
  const { userId, address } = prover;
  const place = { address, of: userId };
  const rules = isOfApp(code)
    ? [stepLimits.codes, stepLimits.codesOfDay]
    : [stepLimits.recoveryCodes];
  const all = [
    ...rules.map((rule) => [rule, place] as const),
    ...(isOfApp(code) ? [[stepLimits.codesOfAccount, userId] as const] : []),
  ];
  const isSame = await isRepeat(app, prover, code);
  const counted: (() => Promise<void>)[] = [];
  const giveBack = async () => {
    for (const each of counted) await each();
  };
  try {
    for (const [rule, key] of all) {
      if (isSame) await stepTries.check(rule as never, key as never);
      else {
        await stepTries.take(rule as never, key as never);
        counted.push(() => stepTries.giveBack(rule as never, key as never));
      }
    }
  } catch (error) {
    await giveBack();
    throw error;
  }
  return { isSame, giveBack };
}

async function provingByCode<T>(
  app: App,
  prover: Prover,
  code: string,
  change: Change,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { isSame, giveBack } = await countTry(app, prover, code);
  try {
    const done = await change(async (tx) => {
      if (!(await spendCode(tx, app, prover, code))) throw new ProductError('WRONG_CODE');
      return work(tx);
    });
    await giveBack();
    return done;
  } catch (error) {
    const isWrong = error instanceof ProductError && error.code === 'WRONG_CODE';
    if (!isWrong) await giveBack();
    else if (prover.token !== undefined && !isSame) await warnOwner(app, prover);
    throw error;
  }
}

/** Who types codes has the password. */
async function warnOwner({ db, stepTries }: App, { userId, device }: Prover): Promise<void> {
  if (await stepTries.allows(stepLimits.unwarned, userId)) return;
  if (!(await stepTries.allows(stepLimits.warnings, userId))) return;
  await transact(db, (tx) => queueSecurityMail(tx, 'password-known', userId, { device }));
}

/** Everything that a second step is made of goes. False where there was nothing. */
export async function forgetSecondStep(tx: Tx, user: KnownUser): Promise<boolean> {
  const passkeys = await queries.listPasskeys(tx, user.id);
  for (const { id } of passkeys) await queries.removePasskey(tx, user.id, id);
  const hadApp = await queries.removeAuthenticator(tx, user.id);
  await queries.removeRecoveryCodes(tx, user.id);
  await queries.removeStepsOf(tx, user.id);
  return passkeys.length > 0 || hadApp || user.two_step_since !== null;
}
