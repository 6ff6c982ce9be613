import { DEVICE_CODE_SECONDS, DEVICE_POLL_SECONDS } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/programs.ts';
import type { App } from '../core/app.ts';
import { isFromElsewhere } from '../core/http/origins.ts';
import type { Change } from '../core/http/current-user.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { DAY_MS, isoOrNull, isoTime } from '../core/time.ts';
import { checkTokenCount, issueApiToken, scopesOf } from './api-tokens.ts';
import { authLimits } from './auth.limits.ts';
import type { AllowedProgram } from './auth.mails.ts';
import { ACCOUNT_ACT, requireConfirmed, requireConfirmedBy, WAY_OUT } from './confirmations.ts';
import { codeOf, fetchToken, networkOf, openRequest, shownCode } from './devices.ts';
import * as queries from './programs.queries.ts';

export function servePrograms(app: App): void {
  serve(app, endpoints.listTokens, listTokens);
  serve(app, endpoints.createToken, createToken);
  serve(app, endpoints.deleteToken, deleteToken);
  serve(app, endpoints.endCurrentToken, endCurrentToken);
  serve(app, endpoints.whoami, whoami);
  serve(app, endpoints.askForDevice, askForDevice);
  serve(app, endpoints.askForDeviceToken, askForDeviceToken);
  serve(app, endpoints.findDevice, findDevice);
  serve(app, endpoints.decideDevice, decideDevice);
}

const presentToken = (row: queries.ApiTokenRow): endpoints.ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: scopesOf(row.scopes),
  start: row.start,
  createdAt: isoTime(row.created_at),
  lastUsedAt: isoOrNull(row.last_used_at),
  expiresAt: isoOrNull(row.expires_at),
});

async function listTokens({ user }: Call<typeof endpoints.listTokens>, { db }: App) {
  return (await queries.listApiTokens(db, user.id, Date.now())).map(presentToken);
}

async function createToken(
  { user, address, body, create }: Call<typeof endpoints.createToken>,
  app: App,
) {
  await checkTokenCount(app.db, user.id, Date.now());
  await requireConfirmedBy(app, user, ACCOUNT_ACT, { address, password: body.password });
  await app.limits.take(authLimits.newTokens, user.id);
  const { name, scopes, expiresInDays } = body;
  return create(async (tx) => {
    const now = Date.now();
    const expiresAt = expiresInDays === null ? null : now + expiresInDays * DAY_MS;
    const { row, token } = await issueApiToken(
      tx,
      { userId: user.id, name, scopes, expiresAt },
      now,
    );
    return { ...presentToken(row), token };
  });
}

async function endToken({ channels }: App, change: Change, userId: string, id: string) {
  if (!(await change((tx) => queries.removeApiToken(tx, userId, id))))
    throw new ProductError('TOKEN_NOT_FOUND');
  channels.disconnectSession(id);
  return { message: 'Token deleted' };
}

const deleteToken = ({ user, params, change }: Call<typeof endpoints.deleteToken>, app: App) =>
  endToken(app, change, user.id, params.id);

const endCurrentToken = ({ user, change }: Call<typeof endpoints.endCurrentToken>, app: App) =>
  endToken(app, change, user.id, user.sessionId);

async function whoami({ user: { id, name, email, program } }: Call<typeof endpoints.whoami>) {
  return { user: { id, name, email }, scopes: program ? [...program.scopes] : null };
}

async function askForDevice(
  { body, address, request }: Call<typeof endpoints.askForDevice>,
  app: App,
) {
  const { config, db, origins } = app;
  // Forms of any page may be sent here, and would take the places of the network that reads it.
  if (isFromElsewhere(request.headers, config)) throw new ProductError('ORIGIN_REFUSED');
  const asked = { ...body, network: networkOf(config.APP_SECRET, address) };
  const { deviceCode, userCode } = await openRequest(db, asked, config.RATE_LIMITS === 'on');
  return {
    device_code: deviceCode,
    user_code: shownCode(userCode),
    verification_uri: `${origins.given(request.headers.host)}/device`,
    expires_in: DEVICE_CODE_SECONDS,
    interval: DEVICE_POLL_SECONDS,
  };
}

async function askForDeviceToken({ body }: Call<typeof endpoints.askForDeviceToken>, { db }: App) {
  const fetched = await fetchToken(db, body.device_code);
  if ('refused' in fetched) throw new ProductError(fetched.refused);
  const { token, scopes } = fetched;
  return { access_token: token, token_type: 'Bearer' as const, scope: scopes.join(' ') };
}

/**
 * Guessing is stopped, so that a code may be short enough to be typed. A guess is counted before it
 * is looked up: many at once are no more than their number.
 */
async function requireWaiting(
  { db, limits }: App,
  userId: string,
  typed: string,
): Promise<queries.DeviceRequest> {
  await limits.take(authLimits.deviceCodeFailures, userId);
  const code = codeOf(typed);
  const found =
    code === undefined ? undefined : await queries.findWaitingRequest(db, code, Date.now());
  if (!found) throw new ProductError('DEVICE_CODE_INVALID');
  await limits.giveBack(authLimits.deviceCodeFailures, userId);
  return found;
}

async function findDevice({ user, query }: Call<typeof endpoints.findDevice>, app: App) {
  const { name, scopes, created_at } = await requireWaiting(app, user.id, query.user_code);
  return { name, scopes: scopesOf(scopes), askedAt: isoTime(created_at) };
}

async function decideDevice({ user, body, change }: Call<typeof endpoints.decideDevice>, app: App) {
  const found = await requireWaiting(app, user.id, body.user_code);
  if (body.allow) {
    await checkTokenCount(app.db, user.id, Date.now());
    await requireConfirmed(app, app.db, user, WAY_OUT);
    await app.limits.take(authLimits.newTokens, user.id);
  }
  await change(async (tx) => {
    // Another user may have typed it in the same moment.
    const waiting = await queries.findWaitingRequest(tx, found.user_code, Date.now());
    if (!waiting) throw new ProductError('DEVICE_CODE_INVALID');
    const decision = { user_id: user.id, is_allowed: body.allow ? 1 : 0 };
    await queries.updateRequest(tx, waiting.device_hash, decision);
    if (!body.allow) return;
    const about: AllowedProgram = { name: waiting.name, scopes: waiting.scopes };
    await queueMail(tx, {
      kind: 'program-allowed',
      recipient: user.email,
      user_id: user.id,
      about: JSON.stringify(about),
    });
  });
  return { message: body.allow ? 'The program is signed in' : 'The program was refused' };
}
