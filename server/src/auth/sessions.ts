import { ACCESS_TOKEN_SECONDS } from '@clipline/contract/limits.ts';
import type { Session } from '@clipline/contract/schemas/auth.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import { browserOf } from '../core/http/headers.ts';
import { hashToken, keyed, newId, newToken } from '../core/ids.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { DAY_MS } from '../core/time.ts';
import type { WayIn } from './auth.tables.ts';
import {
  countTrades,
  extendAccessToken,
  extendSession,
  findRefreshToken,
  insertAccessToken,
  insertRefreshToken,
  insertSession,
  listOtherSessions,
  markRotated,
  removeSessions,
} from './sessions.queries.ts';

const ACCESS_MS = ACCESS_TOKEN_SECONDS * 1000;
/** A session that is not refreshed ends after this. */
export const IDLE_MS = 14 * DAY_MS;
/** No session outlives this, however busy. */
export const SESSION_MS = 90 * DAY_MS;
/**
 * Nor does it go on after so many trades, each of which leaves a row: five times what one an hour
 * comes to. Old ones cannot be forgotten instead: they are how a stolen token is found out.
 */
export const MAX_TRADES = 10_000;
/** Of one person; the next one ends the oldest. */
export const MAX_SESSIONS = 50;
/** Two tabs may refresh with one token; the second is no thief within this time. */
export const GRACE_MS = 30_000;

/** Opens a session; the only moment at which its first tokens exist in plain text. */
export async function startSession(
  db: Db,
  userId: string,
  userAgent: string,
  {
    now = Date.now(),
    sessionId = newId(),
    by = null,
    stepUntil = null,
  }: {
    readonly now?: number;
    readonly sessionId?: string;
    readonly by?: WayIn | null;
    readonly stepUntil?: number | null;
  } = {},
): Promise<Session> {
  const [accessToken, refreshToken] = [newToken(), newToken()];
  await insertSession(db, {
    id: sessionId,
    user_id: userId,
    user_agent: userAgent,
    created_at: now,
    last_used_at: now,
    idle_ends_at: now + IDLE_MS,
    ends_at: now + SESSION_MS,
    is_let_in: by === 'scan' ? 1 : 0,
    by,
    step_until: stepUntil,
  });
  await insertAccessToken(db, {
    token_hash: hashToken(accessToken),
    session_id: sessionId,
    expires_at: now + ACCESS_MS,
  });
  await insertRefreshToken(db, {
    token_hash: hashToken(refreshToken),
    session_id: sessionId,
    created_at: now,
  });
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_at: Math.floor((now + ACCESS_MS) / 1000),
  };
}

/**
 * Ends the oldest of a person's sessions beyond those they may have, but not the one that began;
 * returns them. Not in the transaction that began it: on PostgreSQL those of many sign-ins at once
 * would be in each other's way.
 */
export async function endSessionsBeyond(db: Db, userId: string, begun: string): Promise<string[]> {
  const ended = (await listOtherSessions(db, userId, begun)).slice(MAX_SESSIONS - 1);
  if (ended.length > 0) await transact(db, (tx) => removeSessions(tx, ended));
  return ended;
}

type Refreshed =
  | { kind: 'renewed'; tokens: TokenPair; sessionId: string }
  | { kind: 'unknown' }
  | { kind: 'reused'; sessionId: string };

/** Where a trade comes from, as far as it is kept: to be compared with another, not to be read. */
export const originOf = (secret: string, userAgent: string, address: string): string =>
  keyed(secret, 'place of a trade', browserOf(userAgent) ?? '', limitKeysOf({ address }).own);

/**
 * What a refresh token is traded for follows from it, so a repeated trade gets the same pair
 * although only hashes are stored.
 */
const successorOf = (secret: string, refreshToken: string) => ({
  accessToken: keyed(secret, 'access token after refresh', refreshToken),
  refreshToken: keyed(secret, 'refresh token after refresh', refreshToken),
});
type TokenPair = ReturnType<typeof successorOf>;

type KnownRefreshToken = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>;

/**
 * Trades a refresh token for a new pair. Traded again within the grace, or from the same network
 * and browser while the new pair is unused (its response may have been lost), it gets the very same
 * pair. Traded otherwise, one of the two callers is a thief: the whole session ends, and its person
 * is told.
 */
export function refreshSession(
  db: Db,
  secret: string,
  refreshToken: string,
  origin: string,
  now = Date.now(),
): Promise<Refreshed> {
  const hash = hashToken(refreshToken);
  const tokens = successorOf(secret, refreshToken);
  return transact(db, async (tx): Promise<Refreshed> => {
    const known = await findRefreshToken(tx, hash);
    if (!known || known.disabled_at !== null || known.idle_ends_at <= now || known.ends_at <= now)
      return { kind: 'unknown' };
    const renewed: Refreshed = { kind: 'renewed', tokens, sessionId: known.session_id };
    if (known.rotated_at === null && (await countTrades(tx, known.session_id)) > MAX_TRADES) {
      await removeSessions(tx, [known.session_id]);
      return { kind: 'unknown' };
    }
    if (known.rotated_at === null) {
      await rotate(tx, hash, known, tokens, origin, now);
      return renewed;
    }
    // The secret was changed since: the pair given out then cannot be told again.
    if (known.next_refresh_hash !== hashToken(tokens.refreshToken)) return { kind: 'unknown' };
    // The clock may have been set back since.
    if (Math.abs(now - known.rotated_at) < GRACE_MS) return renewed;
    const isSameOrigin = known.traded_at_place === null || known.traded_at_place === origin;
    if (isSameOrigin && isSuccessorUnused(known)) {
      await extendAccessToken(
        tx,
        hashToken(tokens.accessToken),
        Math.min(now + ACCESS_MS, known.ends_at),
      );
      // A user who asks again after many days has come back, as with any other trade.
      await extendSession(tx, known.session_id, now, Math.min(now + IDLE_MS, known.ends_at));
      return renewed;
    }
    await removeSessions(tx, [known.session_id]);
    await queueMail(tx, {
      kind: 'session-ended',
      recipient: known.email,
      user_id: known.user_id,
    });
    return { kind: 'reused', sessionId: known.session_id };
  });
}

/** The row of a used access token is removed when it expires, so a missing one counts as used. */
const isSuccessorUnused = (known: KnownRefreshToken): boolean =>
  known.next_rotated_at === null &&
  known.next_access_hash !== null &&
  known.next_access_used_at === null;

async function rotate(
  tx: Tx,
  hash: string,
  known: KnownRefreshToken,
  tokens: TokenPair,
  origin: string,
  now: number,
): Promise<void> {
  const { session_id, ends_at } = known;
  const [next_access_hash, next_refresh_hash] = [
    hashToken(tokens.accessToken),
    hashToken(tokens.refreshToken),
  ];
  // First, so that parallel trades of one token wait for each other here.
  await markRotated(tx, hash, {
    next_access_hash,
    next_refresh_hash,
    rotated_at: now,
    traded_at_place: origin,
  });
  await insertAccessToken(tx, {
    token_hash: next_access_hash,
    session_id,
    expires_at: Math.min(now + ACCESS_MS, ends_at),
  });
  await insertRefreshToken(tx, { token_hash: next_refresh_hash, session_id, created_at: now });
  await extendSession(tx, session_id, now, Math.min(now + IDLE_MS, ends_at));
}
