import { randomBytes, randomInt } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_PAIRINGS, PAIR_JOINED_SECONDS, PAIR_SECONDS } from '@clipline/contract/limits.ts';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import * as endpoints from '@clipline/contract/schemas/pairing.ts';
import type { App } from '../core/app.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import { shownDevice, userAgentOf } from '../core/http/headers.ts';
import { limitKeysOf, type RateLimits } from '../core/http/limits.ts';
import { type Call, type Handler, serve } from '../core/http/serve.ts';
import { hashToken, keyed, newId, newToken } from '../core/ids.ts';
import { Queue } from '../core/queue.ts';
import { isoTime, MINUTE_MS } from '../core/time.ts';
import { pairedUntil } from '../desktop/desktop.access.ts';
import { createPairedDesktop } from '../desktop/desktop.changes.ts';
import { type DesktopRow, findDesktop } from '../desktop/desktop.queries.ts';
import { pairingLimits } from './pairing.limits.ts';
import * as queries from './pairing.queries.ts';

declare module '../core/app.ts' {
  interface App {
    /** Counts wrong codes, whether or not other limits are on. */
    readonly codeTries: RateLimits;
  }
}

/** Those that nobody takes for another. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = new RegExp(`^[${LETTERS}]{6}$`);
const TOKEN_BYTES = 16;
const DIGITS = 100;

const newCode = (): string =>
  Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const codeHashOf = ({ config }: App, code: string) =>
  keyed(config.APP_SECRET, 'code of a pairing', code);

async function insertOpen(
  app: App,
  tx: Tx,
  pairing: Pick<queries.PairingRow, 'id' | 'network_hash' | 'opener_hash' | 'token_hash'>,
  opener: Pick<queries.PairingRow, 'opened_by' | 'expires_at'>,
  now: number,
): Promise<string> {
  const open = await queries.countUndecidedPairings(tx, pairing.network_hash, now);
  if (open >= MAX_PAIRINGS && app.config.RATE_LIMITS === 'on')
    throw new ProductError('TOO_MANY_PAIRINGS', { max: MAX_PAIRINGS });
  let code = newCode();
  while (await queries.findOpenPairing(tx, 'code_hash', codeHashOf(app, code), now))
    code = newCode();
  await queries.insertPairing(tx, {
    ...pairing,
    ...opener,
    code_hash: codeHashOf(app, code),
    state: 'open',
  });
  return code;
}

async function openPairing(
  { address, request, reply }: Call<typeof endpoints.openPairing>,
  app: App,
) {
  const [id, opener, now] = [newId(), newToken(), Date.now()];
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const network = keyed(
    app.config.APP_SECRET,
    'network of a pairing',
    limitKeysOf({ address }).own,
  );
  const expiresAt = now + PAIR_SECONDS * 1000;
  const hashes = {
    network_hash: network,
    opener_hash: hashToken(opener),
    token_hash: hashToken(token),
  };
  const shown = { opened_by: shownDevice(userAgentOf(request.headers)), expires_at: expiresAt };
  await app.limits.take(pairingLimits.codes, { address });
  const opened = transact(app.db, (tx) => insertOpen(app, tx, { id, ...hashes }, shown, now));
  const code = await opened.catch(async (error: unknown) => {
    await app.limits.giveBack(pairingLimits.codes, { address });
    throw error;
  });
  reply.code(201);
  const url = `${app.origins.given(request.headers.host)}/pair#${token}`;
  return { id, opener, code, url, expiresAt: isoTime(expiresAt) };
}

/**
 * A try counts until it turns out right: of one network they are made one after the other, or right
 * ones of many people at once would count as wrong.
 */
const tries = new Queue({ running: Infinity, runningEach: 1, waiting: 250, retryAfterSeconds: 5 });

/** Throws TOO_MANY_REQUESTS and PAIR_PAUSED, and what is refused by one counts for neither. */
async function countTry({ codeTries }: App, network: string): Promise<() => Promise<void>> {
  const takeBack = () => codeTries.giveBack(pairingLimits.guesses, network);
  await codeTries.take(pairingLimits.guesses, network);
  try {
    await codeTries.take(pairingLimits.guessesOfAll, '');
  } catch (error) {
    await takeBack();
    if (!(error instanceof ProductError)) throw error;
    throw new ProductError('PAIR_PAUSED', {}, error.retryAfter);
  }
  return async () => {
    await takeBack();
    await codeTries.giveBack(pairingLimits.guessesOfAll, '');
  };
}

async function tryingCode<T>(
  app: App,
  address: string,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { own, site } = limitKeysOf({ address });
  const network = site ?? own;
  return tries.run(network, async () => {
    const takeBack = await countTry(app, network);
    const done = await work().catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
    if (done !== undefined) await takeBack();
    return done;
  });
}

const asWritten = (code: string) => code.replace(/[\s\p{Pd}]/gu, '').toUpperCase();

/** The digits prove nothing to the server: by them people see that two screens belong together. */
const newDigits = (): string => String(randomInt(DIGITS)).padStart(2, '0');

async function joinPairing(
  { body, address, request }: Call<typeof endpoints.joinPairing>,
  app: App,
) {
  const [claim, digits] = [newToken(), newDigits()];
  const joined_by = shownDevice(userAgentOf(request.headers));
  const join = (by: 'code_hash' | 'token_hash', hash: string) =>
    transact(app.db, async (tx) => {
      const open = await queries.findOpenPairing(tx, by, hash, Date.now());
      if (!open) return undefined;
      const expires_at = open.expires_at + PAIR_JOINED_SECONDS * 1000;
      const changes = { claim_hash: hashToken(claim), digits, joined_by, expires_at };
      await queries.updatePairing(tx, open.id, { ...changes, state: 'joined', code_hash: null });
      return { device: open.opened_by, expiresAt: isoTime(expires_at) };
    });
  const byCode = async (code: string) =>
    CODE.test(code) ? join('code_hash', codeHashOf(app, code)) : undefined;
  const joined =
    'token' in body
      ? await join('token_hash', hashToken(body.token))
      : await tryingCode(app, address, () => byCode(asWritten(body.code)));
  if (!joined) throw new ProductError('PAIR_CODE_INVALID');
  return { claim, digits, ...joined };
}

async function requireOpened(
  db: Db,
  { params, headers }: Pick<Call<typeof endpoints.readPairing>, 'params' | 'headers'>,
): Promise<queries.PairingRow> {
  const openerHash = hashToken(headers['x-pair-opener'] ?? '');
  const found = await queries.findOpenedPairing(db, params.id, openerHash, Date.now());
  if (!found) throw new ProductError('PAIR_NOT_FOUND');
  return found;
}

async function readPairing(call: Call<typeof endpoints.readPairing>, { db }: App) {
  const { state, joined_by: device, digits, expires_at } = await requireOpened(db, call);
  return { state, device, digits, expiresAt: isoTime(expires_at) };
}

const presentPaired = (desktop: DesktopRow) => ({
  shareToken: desktop.share_token,
  until: isoTime(pairedUntil(desktop) as number),
});

async function decidePairing(call: Call<typeof endpoints.decidePairing>, { db }: App) {
  const { body, request, reply } = call;
  const key = request.headers['idempotency-key'];
  const decision_hash = key === undefined ? null : hashToken(String(key));
  const desktop = await transact(db, async (tx) => {
    const found = await requireOpened(tx, call);
    const isRepeat = body.allow && decision_hash !== null && found.decision_hash === decision_hash;
    if (isRepeat && found.desktop_id !== null) return findDesktop(tx, found.desktop_id);
    if (found.state !== 'joined') throw new ProductError('PAIR_NOT_WAITING');
    const made = body.allow ? await createPairedDesktop(tx) : undefined;
    const changes = { decision_hash, desktop_id: made?.id ?? null };
    const state = body.allow ? 'allowed' : 'refused';
    await queries.updatePairing(tx, found.id, { ...changes, state });
    return made;
  });
  return desktop ? presentPaired(desktop) : reply.code(204).send();
}

async function takePairing({ body }: Call<typeof endpoints.takePairing>, { db }: App) {
  const found = await queries.findPairingByClaim(db, hashToken(body.claim), Date.now());
  if (found?.state === 'refused') throw new ProductError('ACCESS_DENIED');
  if (found?.state === 'joined') throw new ProductError('AUTHORIZATION_PENDING');
  const desktop = found?.desktop_id ? await findDesktop(db, found.desktop_id) : undefined;
  if (!desktop) throw new ProductError('EXPIRED_TOKEN');
  return presentPaired(desktop);
}

export function plugInPairing(app: App): void {
  const serveWhereOn = <E extends Endpoint>(endpoint: E, handler: Handler<E>) =>
    serve(app, endpoint, async (call, to) => {
      if (to.config.PAIRING === 'off') throw new ProductError('PAIRING_OFF');
      return handler(call, to);
    });
  serveWhereOn(endpoints.openPairing, openPairing);
  serveWhereOn(endpoints.joinPairing, joinPairing);
  serveWhereOn(endpoints.readPairing, readPairing);
  serveWhereOn(endpoints.decidePairing, decidePairing);
  serveWhereOn(endpoints.takePairing, takePairing);
  app.jobs.push({
    name: 'remove pairings that are over',
    everyMs: 15 * MINUTE_MS,
    run: async () => void (await queries.removeOldPairings(app.db, Date.now())),
  });
}
