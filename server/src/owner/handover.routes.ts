import { randomBytes, randomInt } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import { HANDOVER_SECONDS, MAX_HANDOVERS } from '@clipline/contract/limits.ts';
import * as endpoints from '@clipline/contract/schemas/handover.ts';
import type { App } from '../core/app.ts';
import { transact, type Tx } from '../core/db/database.ts';
import { shownDevice, userAgentOf } from '../core/http/headers.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken, newId, newToken } from '../core/ids.ts';
import { channelOf } from '../core/live/channels.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { isoTime } from '../core/time.ts';
import { requireUser } from '../auth/auth.queries.ts';
import { requireConfirmed, WAY_OUT } from '../auth/confirmations.ts';
import { beginSession } from '../auth/sign-in.ts';
import { maskEmail } from '../rooms/rooms.present.ts';
import * as queries from './handovers.queries.ts';
import { ownerLimits } from './owner.limits.ts';

const TOKEN_BYTES = 16;
const CODES = 100;

export function serveHandovers(app: App): void {
  serve(app, endpoints.openHandover, openHandover);
  serve(app, endpoints.peekHandover, peekHandover);
  serve(app, endpoints.claimHandover, claimHandover);
  serve(app, endpoints.takeHandover, takeHandover);
  serve(app, endpoints.readHandover, readHandover);
  serve(app, endpoints.decideHandover, decideHandover);
}

async function openHandover(
  { user, change, request, reply }: Call<typeof endpoints.openHandover>,
  { origins }: App,
) {
  const [id, now] = [newId(), Date.now()];
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = now + HANDOVER_SECONDS * 1000;
  await change(async (tx) => {
    if ((await queries.countUndecided(tx, user.id, now)) >= MAX_HANDOVERS)
      throw new ProductError('TOO_MANY_HANDOVERS', { max: MAX_HANDOVERS });
    await queries.insertHandover(tx, {
      id,
      token_hash: hashToken(token),
      user_id: user.id,
      session_id: user.sessionId,
      state: 'open',
      expires_at: expiresAt,
    });
  });
  reply.code(201);
  const origin = origins.given(request.headers.host);
  return { id, url: `${origin}/handover#${token}`, expiresAt: isoTime(expiresAt) };
}

async function noHandover({ limits }: App, address: string): Promise<never> {
  await limits.take(ownerLimits.tokenGuesses, { address });
  throw new ProductError('HANDOVER_NOT_FOUND');
}

async function peekHandover({ headers, address }: Call<typeof endpoints.peekHandover>, app: App) {
  const tokenHash = hashToken(headers['x-handover-token'] ?? '');
  const handover = await queries.findOpenHandover(app.db, tokenHash, Date.now());
  if (!handover) return noHandover(app, address);
  const { email } = await requireUser(app.db, handover.user_id);
  return { as: maskEmail(email), expiresAt: isoTime(handover.expires_at) };
}

/** The digits prove nothing to the server: by them people see that two screens belong together. */
const newCode = (): string => String(randomInt(CODES)).padStart(2, '0');

async function claimHandover(
  { body, address, request }: Call<typeof endpoints.claimHandover>,
  app: App,
) {
  const [claim, code] = [newToken(), newCode()];
  const device = shownDevice(userAgentOf(request.headers));
  const claimed = await transact(app.db, async (tx) => {
    const open = await queries.findOpenHandover(tx, hashToken(body.token), Date.now());
    if (!open) return undefined;
    const changes = { state: 'claimed', claim_hash: hashToken(claim), code, device } as const;
    await queries.updateHandover(tx, open.id, changes);
    return open;
  });
  if (!claimed) return noHandover(app, address);
  const { id, session_id: sessionId } = claimed;
  app.channels.publish(channelOf.session(sessionId), 'handover:claimed', { id, device, code });
  return { claim, code, expiresAt: isoTime(claimed.expires_at) };
}

async function takeHandover(
  { body, request, reply }: Call<typeof endpoints.takeHandover>,
  app: App,
) {
  async function claimant(tx: Tx) {
    const found = await queries.findHandoverByClaim(tx, hashToken(body.claim), Date.now());
    if (!found) throw new ProductError('EXPIRED_TOKEN');
    if (found.state === 'refused') throw new ProductError('ACCESS_DENIED');
    if (found.state !== 'allowed') throw new ProductError('AUTHORIZATION_PENDING');
    await queries.updateHandover(tx, found.id, { is_used: 1 });
    const user = await requireUser(tx, found.user_id);
    await queueMail(tx, {
      kind: 'device-signed-in',
      recipient: user.email,
      user_id: user.id,
      about: found.device,
    });
    return user;
  }

  return transact(app.db, async (tx) =>
    beginSession(tx, app, { request, reply }, await claimant(tx), { by: 'scan' }),
  );
}

async function readHandover({ user, params }: Call<typeof endpoints.readHandover>, { db }: App) {
  const found = await queries.findHandoverOf(db, user.sessionId, params.id, Date.now());
  if (!found) throw new ProductError('HANDOVER_NOT_FOUND');
  const { id, state, device, code, expires_at } = found;
  return { id, state, device, code, expiresAt: isoTime(expires_at) };
}

const decideHandover = (
  { user, params, body, change }: Call<typeof endpoints.decideHandover>,
  app: App,
): Promise<void> =>
  change(async (tx) => {
    const found = await queries.findHandoverOf(tx, user.sessionId, params.id, Date.now());
    if (!found) throw new ProductError('HANDOVER_NOT_FOUND');
    if (found.state !== 'claimed') throw new ProductError('HANDOVER_NOT_WAITING');
    if (body.allow) await requireConfirmed(app, tx, user, WAY_OUT);
    await queries.updateHandover(tx, found.id, { state: body.allow ? 'allowed' : 'refused' });
  });
