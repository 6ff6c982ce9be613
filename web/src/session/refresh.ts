import { ApiError, noReply } from '../lib/api-error.ts';
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
/** The server cannot say: nobody is signed out for a restart or a limit. */
const UNDECIDED = new Set([429, 502, 503, 504]);

let running: Promise<void> | undefined;

/** Once for all callers and tabs: another tab may have replaced the refused token already. */
export function refreshSession(usedToken: string): Promise<void> {
  return (running ??= inOneTab(() => refresh(usedToken)).finally(() => (running = undefined)));
}

/** Locks need https. Without them two tabs may both ask; the server gives both one successor. */
function inOneTab(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

async function refresh(usedToken: string): Promise<void> {
  if (replacedSince(usedToken)) return;
  try {
    const pair = await requestPair(requireRefreshToken());
    // The person logged out meanwhile: the new pair belongs to no one.
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
    // Something in between spoke, and ends no session.
    if (!error) throw noReply(body);
    throw new ApiError(await inReadersLanguage(code, error, undefined), answer.status, {
      code,
      body,
    });
  }
  return { accessToken: body['accessToken'], refreshToken: body['refreshToken'] };
}

/** Only a person who had a session is told that it expired. */
export function endExpiredSession(): void {
  if (!getSession() && !getUser()) return;
  signOut('expiry');
  window.dispatchEvent(new Event(SESSION_EXPIRED));
}

/** A session that vanished under a signed-in person has expired for them. */
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
