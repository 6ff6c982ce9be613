import { crc32 } from 'node:zlib';
import { MAX_API_TOKENS } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { isScope, type Scope } from '@clipline/contract/scopes.ts';
import { type Db, type Tx, whereWritable } from '../core/db/database.ts';
import { API_TOKEN_PREFIX, type CurrentUser } from '../core/http/current-user.ts';
import { hashToken, newId, newToken } from '../core/ids.ts';
import {
  type ApiTokenRow,
  findHolder,
  findHolderById,
  insertApiToken,
  listApiTokens,
  markApiTokenUsed,
} from './api-tokens.queries.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { planOf } from './plan.ts';

const SHAPE = /^clipline_([A-Za-z0-9_-]{43})([A-Za-z0-9]{6})$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 6;
const START_LENGTH = 13;
/** Written so seldom that a busy program does not cost a write for each call. */
const USE_NOTED_EVERY_MS = MINUTE_MS;
/** Without use for so long, the token of a program that was let in ends. */
const UNUSED_MS = 90 * DAY_MS;

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

const isWellMade = (text: string): boolean => {
  const [, secret = '', checksum] = SHAPE.exec(text) ?? [];
  return checksum === checksumOf(secret);
};

export const scopesOf = (words: string): Scope[] => words.split(' ').filter(isScope);

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

const presentHolder = (found: Holder, billing: boolean, now: number): CurrentUser => ({
  id: found.id,
  name: found.name,
  email: found.email,
  createdAt: found.created_at,
  sessionId: found.token_id,
  program: { name: found.token_name, scopes: scopesOf(found.scopes) },
  ...planOf(found, billing, now),
});

/** Whose API token this is, looked up each time, so that its end acts at once. */
export async function identifyProgram(
  db: Db,
  token: string,
  billing: boolean,
  now: number,
): Promise<CurrentUser | null> {
  const found = isWellMade(token) ? await findHolder(db, hashToken(token), now) : undefined;
  if (!found) return null;
  if (Math.abs(now - (found.last_used_at ?? 0)) >= USE_NOTED_EVERY_MS)
    await whereWritable(noteUse(db, found, now));
  return presentHolder(found, billing, now);
}

/** For what began a while ago: whether the token is still good, and the plan as it is now. */
export async function findProgram(
  db: Db,
  tokenId: string,
  billing: boolean,
  now: number,
): Promise<CurrentUser | null> {
  const found = await findHolderById(db, tokenId, now);
  return found ? presentHolder(found, billing, now) : null;
}

async function noteUse(
  db: Db,
  { token_id, ends_unused, expires_at }: Holder,
  now: number,
): Promise<void> {
  const end = now + UNUSED_MS;
  const isPutOff = ends_unused === 1 && end - (expires_at ?? 0) >= DAY_MS;
  await markApiTokenUsed(db, token_id, { last_used_at: now, ...(isPutOff && { expires_at: end }) });
}

/** Throws when a user has as many tokens as they may. */
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
  };
  await insertApiToken(tx, row);
  return { token, row };
}
