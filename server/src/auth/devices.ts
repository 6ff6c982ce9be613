import { randomInt } from 'node:crypto';
import { DEVICE_CODE_SECONDS, DEVICE_POLL_SECONDS } from '@clipline/contract/limits.ts';
import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import type { Scope } from '@clipline/contract/scopes.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import { hashToken, keyed, newToken } from '../core/ids.ts';
import { issueApiToken, scopesOf } from './api-tokens.ts';
import * as queries from './programs.queries.ts';

/** No vowels, so that no code is a word, and none that is taken for another. */
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;
const CODE = new RegExp(`^[${CONSONANTS}]{${CODE_LENGTH}}$`);
const MAX_WAITING = 20;

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CONSONANTS.charAt(randomInt(CONSONANTS.length))).join(
    '',
  );

export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** As it is stored, of what was typed; undefined of what can be none. */
export function codeOf(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return CODE.test(code) ? code : undefined;
}

export const networkOf = (secret: string, address: string): string =>
  keyed(secret, 'network of a device', limitKeysOf({ address }).own);

async function checkWaiting(tx: Tx, network: string, now: number): Promise<void> {
  const open = await queries.listOpenRequests(tx, network, now);
  const [oldest] = open;
  if (!oldest || open.length < MAX_WAITING) return;
  throw new ProductError('TOO_MANY_REQUESTS', {}, Math.ceil((oldest.expires_at - now) / 1000));
}

export interface Asked {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly network: string;
}

export function openRequest(
  db: Db,
  { name, scopes, network }: Asked,
  isLimited: boolean,
  now = Date.now(),
): Promise<{ deviceCode: string; userCode: string }> {
  const deviceCode = newToken();
  return transact(db, async (tx) => {
    if (isLimited) await checkWaiting(tx, network, now);
    let userCode = newCode();
    while (await queries.isCodeTaken(tx, userCode)) userCode = newCode();
    await queries.insertRequest(tx, {
      device_hash: hashToken(deviceCode),
      user_code: userCode,
      name,
      scopes: scopes.join(' '),
      network,
      created_at: now,
      expires_at: now + DEVICE_CODE_SECONDS * 1000,
      polled_at: null,
      user_id: null,
      is_allowed: 0,
    });
    return { deviceCode, userCode };
  });
}

/** Whether a user has as many tokens as they may is decided again here. */
async function issue(
  tx: Tx,
  userId: string,
  request: { readonly name: string; readonly scopes: string },
  now: number,
): Promise<Fetched> {
  const scopes = scopesOf(request.scopes);
  try {
    const wanted = { userId, name: request.name, scopes, expiresAt: 'unused' as const };
    return { token: (await issueApiToken(tx, wanted, now)).token, scopes };
  } catch (error) {
    if (error instanceof ProductError) return { refused: 'ACCESS_DENIED' };
    throw error;
  }
}

export type Fetched =
  | { readonly token: string; readonly scopes: readonly Scope[] }
  | { readonly refused: ErrorCode };

/** What the program is told that waits with this code. Its token is given out once. */
export function fetchToken(db: Db, deviceCode: string, now = Date.now()): Promise<Fetched> {
  const hash = hashToken(deviceCode);
  return transact(db, async (tx): Promise<Fetched> => {
    const request = await queries.findRequest(tx, hash, now);
    if (!request) return { refused: 'EXPIRED_TOKEN' };
    if (request.user_id !== null) {
      if (request.is_allowed === 0 || request.disabled_at !== null)
        return { refused: 'ACCESS_DENIED' };
      await queries.removeRequest(tx, hash);
      return issue(tx, request.user_id, request, now);
    }
    const isEarly =
      request.polled_at !== null && now - request.polled_at < DEVICE_POLL_SECONDS * 1000;
    await queries.updateRequest(tx, hash, { polled_at: now });
    return { refused: isEarly ? 'SLOW_DOWN' : 'AUTHORIZATION_PENDING' };
  });
}
