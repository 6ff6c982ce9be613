import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/security.ts';
import type { App } from '../core/app.ts';
import { transact, type Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { shownDevice, userAgentOf } from '../core/http/headers.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken, newId } from '../core/ids.ts';
import { isoOrNull, isoTime, MINUTE_MS } from '../core/time.ts';
import { authLimits } from './auth.limits.ts';
import { findUserById, requireUser, updateUser } from './auth.queries.ts';
import { type Purpose, spendChallenge } from './challenges.ts';
import * as confirmations from './confirmations.ts';
import * as passkeys from './passkeys.ts';
import { checkPassword } from './passwords.ts';
import * as queries from './second-step.queries.ts';
import { closeStep, makeRecoveryCodes, proving, requireStep } from './second-step.ts';
import { queueSecurityMail } from './security.mails.ts';
import { findSession } from './sessions.queries.ts';
import { beginSession, requirePasswords, type SignedIn } from './sign-in.ts';
import { base32, newSecret, sealed, stepOf, unsealed } from './totp.ts';

const WAITING_MS = 10 * MINUTE_MS;

export function serveSecurity(app: App): void {
  serve(app, endpoints.takeStep, takeStep);
  serve(app, endpoints.offerPasskeys, offerPasskeys);
  serve(app, endpoints.signInByPasskey, signInByPasskey);
  serve(app, endpoints.readSecurity, readSecurity);
  serve(app, endpoints.offerNewPasskey, offerNewPasskey);
  serve(app, endpoints.addPasskey, addPasskey);
  serve(app, endpoints.renamePasskey, renamePasskey);
  serve(app, endpoints.removePasskey, removePasskey);
  serve(app, endpoints.beginAuthenticator, beginAuthenticator);
  serve(app, endpoints.finishAuthenticator, finishAuthenticator);
  serve(app, endpoints.removeAuthenticator, removeAuthenticator);
  serve(app, endpoints.turnTwoStepOn, turnTwoStepOn);
  serve(app, endpoints.turnTwoStepOff, turnTwoStepOff);
  serve(app, endpoints.renewRecoveryCodes, renewRecoveryCodes);
  serve(app, endpoints.confirmIdentity, confirmIdentity);
  serve(app, endpoints.offerConfirmation, offerConfirmation);
}

const deviceOf = ({ request }: Pick<Call<typeof endpoints.takeStep>, 'request'>): string =>
  shownDevice(userAgentOf(request.headers));

const stepPurpose = (token: string): Purpose => ['step', hashToken(token)];

async function takeStep(call: Call<typeof endpoints.takeStep>, app: App): Promise<SignedIn> {
  requirePasswords(app);
  const { body, address, request, reply } = call;
  const { token } = body;
  const { user_id: userId } = await requireStep(app, token, address);
  const purpose = stepPurpose(token);
  const prover = { userId, address, device: deviceOf(call), purpose, token };
  return proving(
    app,
    prover,
    body,
    (work) => transact(app.db, work),
    async (tx) => {
      const { user, by, about } = await closeStep(tx, token);
      const arrived = (await app.bring[by]?.(tx, user, about)) ?? user;
      return beginSession(tx, app, { request, reply }, arrived, { by, isProved: true });
    },
  );
}

async function offerPasskeys({ body, address }: Call<typeof endpoints.offerPasskeys>, app: App) {
  requirePasswords(app);
  passkeys.requireParty(app);
  await app.limits.take(authLimits.passkeyOptions, { address });
  const token = body?.token;
  if (token === undefined) return passkeys.requestOptions(app, ['sign in']);
  const { user_id: userId } = await requireStep(app, token, address);
  const theirs = await queries.listPasskeys(app.db, userId);
  return passkeys.requestOptions(app, stepPurpose(token), theirs);
}

async function signInByPasskey(call: Call<typeof endpoints.signInByPasskey>, app: App) {
  requirePasswords(app);
  passkeys.requireParty(app);
  const { body, address, request, reply } = call;
  await app.limits.take(authLimits.passkeys, { address });
  const shown = await passkeys.readAssertion(app, ['sign in'], body.response);
  return transact(app.db, async (tx) => {
    await shown.spend(tx);
    const user = await requireUser(tx, shown.userId);
    if (user.disabled_at !== null || user.is_confirmed === 0)
      throw new ProductError('PASSKEY_UNKNOWN');
    return beginSession(tx, app, { request, reply }, user, { by: 'passkey', isProved: true });
  });
}

async function requiredFrom(
  app: App,
  user: { has_password: number; two_step_since: number | null },
) {
  if (app.config.PASSWORDS === 'off' || user.has_password === 0) return null;
  const found = await queries.findRequiredFrom(app.db);
  return found ? Number(found.value) : null;
}

async function readSecurity(
  { user: { id, sessionId } }: Call<typeof endpoints.readSecurity>,
  app: App,
) {
  const { db } = app;
  const user = await requireUser(db, id);
  const authenticator = await queries.findAuthenticator(db, id);
  const isOff = app.config.PASSWORDS === 'off';
  const isOn = confirmations.hasTwoSteps(app, user);
  const session = isOff ? undefined : await findSession(db, sessionId);
  return {
    off: isOff,
    twoStep: {
      on: isOn,
      since: isOn ? isoOrNull(user.two_step_since) : null,
      requiredFrom: isoOrNull(await requiredFrom(app, user)),
    },
    passkeys: isOff
      ? []
      : (await queries.listPasskeys(db, id)).map((each) => passkeys.presentPasskey(app, each)),
    authenticator:
      !isOff && authenticator?.secret ? { addedAt: isoTime(authenticator.added_at ?? 0) } : null,
    recoveryCodes: isOn ? { left: await queries.countRecoveryCodes(db, id) } : null,
    confirmed: confirmations.presentConfirmation(confirmations.confirmationOf(session)),
  };
}

async function offerNewPasskey({ user }: Call<typeof endpoints.offerNewPasskey>, app: App) {
  requirePasswords(app);
  passkeys.requireParty(app);
  const theirs = await queries.listPasskeys(app.db, user.id);
  passkeys.requireRoom(theirs);
  return passkeys.creationOptions(app, user, theirs);
}

/** To add a method. */
async function requireConfirmedToAdd(app: App, user: CurrentUser): Promise<void> {
  const methods = await confirmations.methodsOf(app, app.db, user.id);
  const isFirst = confirmations.countMethods(methods) === 0;
  const asked = isFirst ? confirmations.FIRST_METHOD : confirmations.METHOD_ACT;
  await confirmations.requireConfirmed(app, app.db, user, asked);
}

async function addPasskey(call: Call<typeof endpoints.addPasskey>, app: App) {
  requirePasswords(app);
  const { user, body, create } = call;
  passkeys.requireParty(app);
  const { passkey, challenge } = await passkeys.readAttestation(app, user.id, body.response);
  const requireNew = async (tx: App['db'] | Tx) => {
    if (await queries.findPasskeyByCredential(tx, passkey.credential_id))
      throw new ProductError('PASSKEY_KNOWN');
    passkeys.requireRoom(await queries.listPasskeys(tx, user.id));
  };
  await requireNew(app.db);
  await requireConfirmedToAdd(app, user);
  const device = deviceOf(call);
  return create(async (tx) => {
    await requireNew(tx);
    await spendChallenge(tx, challenge);
    const row = {
      ...passkey,
      id: newId(),
      user_id: user.id,
      name: body.name ?? device,
      created_at: Date.now(),
      last_used_at: null,
    };
    await queries.insertPasskey(tx, row);
    await queueSecurityMail(tx, 'passkey-added', user.id, { device });
    return passkeys.presentPasskey(app, row);
  });
}

async function renamePasskey(
  { user, params, body, change }: Call<typeof endpoints.renamePasskey>,
  app: App,
) {
  requirePasswords(app);
  const row = await change((tx) => queries.renamePasskey(tx, user.id, params.id, body.name));
  if (!row) throw new ProductError('PASSKEY_NOT_FOUND');
  return passkeys.presentPasskey(app, row);
}

const isOn = async (app: App, db: App['db'] | Tx, userId: string): Promise<boolean> =>
  confirmations.hasTwoSteps(app, await requireUser(db, userId));

/** Throws LAST_METHOD. */
async function requireOther(app: App, db: App['db'] | Tx, userId: string): Promise<void> {
  const methods = await confirmations.methodsOf(app, db, userId);
  if (confirmations.countMethods(methods) <= 1 && (await isOn(app, db, userId)))
    throw new ProductError('LAST_METHOD');
}

async function removePasskey(call: Call<typeof endpoints.removePasskey>, app: App): Promise<void> {
  requirePasswords(app);
  const { user, params, change } = call;
  const requireRemovable = async (db: App['db'] | Tx) => {
    const mine = await queries.listPasskeys(db, user.id);
    const found = mine.find(({ id }) => id === params.id);
    if (!found) throw new ProductError('PASSKEY_NOT_FOUND');
    if (passkeys.workingOf(app, [found]).length > 0) await requireOther(app, db, user.id);
  };
  await requireRemovable(app.db);
  await confirmations.requireConfirmed(app, app.db, user, confirmations.METHOD_ACT);
  await change(async (tx) => {
    await requireRemovable(tx);
    await queries.removePasskey(tx, user.id, params.id);
    await queueSecurityMail(tx, 'passkey-removed', user.id, { device: deviceOf(call) });
  });
}

async function beginAuthenticator(
  { user, change }: Call<typeof endpoints.beginAuthenticator>,
  app: App,
) {
  requirePasswords(app);
  await requireConfirmedToAdd(app, user);
  const secret = newSecret();
  await change(async (tx) => {
    const known = await queries.findAuthenticator(tx, user.id);
    await queries.keepAuthenticator(tx, {
      user_id: user.id,
      secret: known?.secret ?? null,
      added_at: known?.added_at ?? null,
      waiting_secret: sealed(app.config.APP_SECRET, user.id, secret),
      waits_until: Date.now() + WAITING_MS,
    });
  });
  const text = base32(secret);
  const issuer = encodeURIComponent(`Clipline (${new URL(app.origins.bound()).host})`);
  const account = encodeURIComponent(user.email);
  return {
    secret: text,
    uri: `otpauth://totp/${issuer}:${account}?secret=${text}&issuer=${issuer}`,
  };
}

async function finishAuthenticator(
  call: Call<typeof endpoints.finishAuthenticator>,
  app: App,
): Promise<void> {
  requirePasswords(app);
  const { user, body, change } = call;
  const code = body.code.replaceAll(/[\s\p{Pd}]/gu, '');
  await change(async (tx) => {
    const now = Date.now();
    const { waiting_secret: waiting = null, waits_until: until = 0 } =
      (await queries.findAuthenticator(tx, user.id)) ?? {};
    const secret =
      waiting === null || until <= now
        ? undefined
        : unsealed(app.config.APP_SECRET, user.id, waiting);
    if (!secret) throw new ProductError('AUTHENTICATOR_NOT_WAITING');
    const step = stepOf(secret, code, now);
    if (step === undefined) throw new ProductError('WRONG_CODE');
    await queries.keepAuthenticator(tx, {
      user_id: user.id,
      secret: waiting,
      added_at: now,
      last_step: step,
      waiting_secret: null,
      waits_until: 0,
    });
    await queueSecurityMail(tx, 'authenticator-added', user.id, { device: deviceOf(call) });
  });
}

async function removeAuthenticator(
  call: Call<typeof endpoints.removeAuthenticator>,
  app: App,
): Promise<void> {
  requirePasswords(app);
  const { user, change } = call;
  const requireRemovable = async (db: App['db'] | Tx) => {
    const { hasAuthenticator } = await confirmations.methodsOf(app, db, user.id);
    if (!hasAuthenticator) throw new ProductError('NOT_FOUND');
    await requireOther(app, db, user.id);
  };
  await requireRemovable(app.db);
  await confirmations.requireConfirmed(app, app.db, user, confirmations.METHOD_ACT);
  await change(async (tx) => {
    await requireRemovable(tx);
    await queries.removeAuthenticator(tx, user.id);
    await queueSecurityMail(tx, 'authenticator-removed', user.id, { device: deviceOf(call) });
  });
}

async function turnTwoStepOn(call: Call<typeof endpoints.turnTwoStepOn>, app: App) {
  requirePasswords(app);
  const { user, change } = call;
  const requireMethod = async (db: App['db'] | Tx) => {
    if (await isOn(app, db, user.id)) throw new ProductError('TWO_STEP_ON');
    if (confirmations.countMethods(await confirmations.methodsOf(app, db, user.id)) === 0)
      throw new ProductError('NO_METHOD');
  };
  await requireMethod(app.db);
  await confirmations.requireConfirmed(app, app.db, user, confirmations.METHOD_ACT);
  const recoveryCodes = await change(async (tx) => {
    await requireMethod(tx);
    await updateUser(tx, user.id, { two_step_since: Date.now() });
    await queueSecurityMail(tx, 'two-step-on', user.id, { device: deviceOf(call) });
    return makeRecoveryCodes(tx, app, user.id);
  });
  return { recoveryCodes };
}

async function turnTwoStepOff(call: Call<typeof endpoints.turnTwoStepOff>, app: App) {
  requirePasswords(app);
  const { user, change } = call;
  if (await isOn(app, app.db, user.id))
    await confirmations.requireConfirmed(app, app.db, user, confirmations.METHOD_ACT);
  await change(async (tx) => {
    if (!(await isOn(app, tx, user.id))) return;
    await updateUser(tx, user.id, { two_step_since: null });
    await queries.removeRecoveryCodes(tx, user.id);
    await queueSecurityMail(tx, 'two-step-off', user.id, { device: deviceOf(call) });
  });
}

async function renewRecoveryCodes(call: Call<typeof endpoints.renewRecoveryCodes>, app: App) {
  requirePasswords(app);
  const { user, change } = call;
  const requireOn = async (db: App['db'] | Tx) => {
    if (!(await isOn(app, db, user.id))) throw new ProductError('TWO_STEP_OFF');
  };
  await requireOn(app.db);
  await confirmations.requireConfirmed(app, app.db, user, confirmations.METHOD_ACT);
  const recoveryCodes = await change(async (tx) => {
    await requireOn(tx);
    await queueSecurityMail(tx, 'recovery-codes-made', user.id, { device: deviceOf(call) });
    return makeRecoveryCodes(tx, app, user.id);
  });
  return { recoveryCodes };
}

async function confirmIdentity(call: Call<typeof endpoints.confirmIdentity>, app: App) {
  requirePasswords(app);
  const { user, body, address, change } = call;
  const until = Date.now() + confirmations.CONFIRMED_MS;
  const keep = (by: 'password_until' | 'step_until') => (tx: Tx) =>
    queries.updateSession(tx, user.sessionId, { [by]: until });
  if (body.password !== undefined) {
    const known = await findUserById(app.db, user.id);
    if (!known) throw new ProductError('UNAUTHORIZED');
    await checkPassword(app, known, address, body.password);
    await change(keep('password_until'));
    return { until: isoTime(until), by: 'password' as const };
  }
  const purpose = ['confirm', user.sessionId] as const;
  const prover = { userId: user.id, address, device: deviceOf(call), purpose };
  await proving(app, prover, body, change, keep('step_until'));
  return { until: isoTime(until), by: 'step' as const };
}

async function offerConfirmation({ user }: Call<typeof endpoints.offerConfirmation>, app: App) {
  requirePasswords(app);
  const theirs = await queries.listPasskeys(app.db, user.id);
  return passkeys.requestOptions(app, ['confirm', user.sessionId], theirs);
}
