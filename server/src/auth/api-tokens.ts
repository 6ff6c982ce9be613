import { crc32 } from 'node:zlib';
import { MAX_API_TOKENS } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { isScope, type Scope } from '@clipline/contract/scopes.ts';
import type { Db, Tx } from '../core/db/database.ts';
import { API_TOKEN_PREFIX } from '../core/http/current-user.ts';
import { hashToken, newId, newToken } from '../core/ids.ts';
import { DAY_MS } from '../core/time.ts';
import { type ApiTokenRow, insertApiToken, listApiTokens } from './programs.queries.ts';

const SHAPE = /^clipline_([A-Za-z0-9_-]{43})([A-Za-z0-9]{6})$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 6;
const START_LENGTH = 13;
/** Without use for so long, the token of a program that was let in ends. */
export const UNUSED_MS = 90 * DAY_MS;

/** By which a scanner of secrets tells a token from what only looks like one. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    text = BASE62.charAt(rest % BASE62.length) + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}

const newApiToken = (): string => {
  const secret = newToken();
  return `${API_TOKEN_PREFIX}${secret}${checksumOf(secret)}`;
};

export const isWellMade = (text: string): boolean => {
  const [, secret = '', checksum] = SHAPE.exec(text) ?? [];
  return checksum === checksumOf(secret);
};

export const scopesOf = (words: string): Scope[] => words.split(' ').filter(isScope);

export async function checkTokenCount(db: Db, userId: string, now: number): Promise<void> {
  if ((await listApiTokens(db, userId, now)).length >= MAX_API_TOKENS)
    throw new ProductError('TOO_MANY_TOKENS', { max: MAX_API_TOKENS });
}

export interface NewApiToken {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** 'unused': when nobody has used it for long. */
  readonly expiresAt: number | null | 'unused';
}

/** Makes a token; the only moment at which it exists in plain text. */
export async function issueApiToken(
  tx: Tx,
  { userId, name, scopes, expiresAt }: NewApiToken,
  now: number,
): Promise<{ token: string; row: ApiTokenRow }> {
  await checkTokenCount(tx, userId, now);
  const token = newApiToken();
  const row: ApiTokenRow = {
    id: newId(),
    token_hash: hashToken(token),
    user_id: userId,
    name,
    scopes: scopes.join(' '),
    start: token.slice(0, START_LENGTH),
    created_at: now,
    last_used_at: null,
    expires_at: expiresAt === 'unused' ? now + UNUSED_MS : expiresAt,
    ends_unused: expiresAt === 'unused' ? 1 : 0,
    device_at: null,
  };
  await insertApiToken(tx, row);
  return { token, row };
}
