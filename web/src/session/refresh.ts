import { ApiError } from '../lib/api-error.ts';
import { inReadersLanguage } from '../lib/failure-language.ts';
import { m } from '../paraglide/messages.js';
import {
  confirmSession,
  getSession,
  getSessionState,
  getUser,
  isExpired,
  replaceTokens,
  requireRefreshToken,
  signOut,
} from './session.ts';
import { exchange } from '../lib/transport.ts';

export const SESSION_EXPIRED = 'auth:session-expired';
const LOCK = 'clipline:refresh';
const FAILED = m.ui_refresh_failed();
/**
 * The server is there but cannot say: no one is signed out for a restart, a proxy's bad moment or a
 * limit.
 */
const UNDECIDED = new Set([429, 502, 503, 504]);

let running: Promise<void> | undefined;

/**
 * Trades the refresh token for a new pair, once for all callers and all tabs. `usedToken` is the
 * access token that was refused: when another tab has replaced it meanwhile, there is nothing left
 * to do.
 */
export function refreshSession(usedToken: string): Promise<void> {
  return (running ??= inOneTab(() => refresh(usedToken)).finally(() => (running = undefined)));
}

/**
 * Web Locks exist only in secure contexts. Without them two tabs may both ask; the server gives
 * both the same successor.
 */
function inOneTab(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

async function refresh(usedToken: string): Promise<void> {
  if (replacedSince(usedToken)) return;
  try {
    const pair = await requestPair(requireRefreshToken());
    // False when the person logged out while the reply was under way: the new pair then belongs to
    // no one.
    if (!replaceTokens(pair, usedToken) && !replacedSince(usedToken))
      throw new ApiError(FAILED, 401);
  } catch (error) {
    if (replacedSince(usedToken)) return;
    if (error instanceof ApiError && (error.status === 0 || UNDECIDED.has(error.status)))
      throw error;
    endExpiredSession();
    const { message, status, code, body } = asApiError(error);
    throw new ApiError(message, status, { code, body, sessionEnded: true });
  }
}

const replacedSince = (usedToken: string): boolean => {
  const session = getSession();
  return session !== null && session.access_token !== usedToken;
};

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(error instanceof Error ? error.message : FAILED, 401);

async function requestPair(
  refreshToken: string,
): Promise<{ accessToken: string; refreshToken: string }> {
  const answer = await exchange({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { 'x-refresh-token': refreshToken },
  });
  const body = (await answer
    .text()
    .then(JSON.parse)
    .catch(() => null)) as Record<string, string> | null;
  if (answer.status !== 200 || !body?.['accessToken'] || !body['refreshToken']) {
    const { error, code } = body ?? {};
    const message = error ? await inReadersLanguage(code, error, undefined) : FAILED;
    throw new ApiError(message, answer.status === 200 ? 401 : answer.status, { code, body });
  }
  return { accessToken: body['accessToken'], refreshToken: body['refreshToken'] };
}

/**
 * Clears user and session and says so, once: only a person who had a session is told that it
 * expired.
 */
export function endExpiredSession(): void {
  if (!getSession() && !getUser()) return;
  signOut('expiry');
  window.dispatchEvent(new Event(SESSION_EXPIRED));
}

/**
 * Looks at the stored session: refreshes an expired one, clears a half one. True while a person is
 * signed in. A session that vanished under a signed-in person has expired for them.
 */
export async function checkSession(): Promise<boolean> {
  const session = getSession();
  if (!session || !getUser()) {
    const { status } = getSessionState();
    if (status === 'signed-in') {
      signOut('expiry');
      window.dispatchEvent(new Event(SESSION_EXPIRED));
    } else if (status === 'loading' || session || getUser()) signOut(null);
    return false;
  }
  if (isExpired(session)) {
    try {
      await refreshSession(session.access_token);
    } catch (error) {
      if (error instanceof ApiError && error.sessionEnded) return false;
    }
  }
  confirmSession();
  return getSession() !== null;
}
