import type { Session, User } from '@clipline/contract/schemas/auth.ts';
import { useSyncExternalStore } from 'react';
import { m } from '../paraglide/messages.js';
import { forgetKept } from '../lib/kept-database.ts';
import { storage } from '../lib/storage.ts';
import { getSession, getUser, isExpired, SESSION_KEY, USER_KEY } from './stored.ts';

export { getSession, getUser, isExpired };
/** Lifetime when the server gives none, and after every token it renews. */
const SESSION_SECONDS = 3600;
const CLOCK_TOLERANCE_SECONDS = 300;

export type SessionEnd = 'logout' | 'expiry' | null;

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: User }
  | { readonly status: 'signed-out'; readonly endedBy: SessionEnd };

const LOADING: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();
let state: SessionState | undefined;

export function requireSession(): Session {
  const session = getSession();
  if (!session) throw new Error('No session available');
  return session;
}

export function requireRefreshToken(): string {
  const { refresh_token: token } = requireSession();
  if (!token) throw new Error('No refresh token available');
  return token;
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** A session that seems expired as it begins only tells that this device's clock is off. */
function inThisClock(session: Session): Session {
  const now = nowInSeconds();
  const seconds = (session.expires_at ?? 0) - now;
  const believable = seconds > 0 && seconds <= SESSION_SECONDS + CLOCK_TOLERANCE_SECONDS;
  return believable ? session : { ...session, expires_at: now + SESSION_SECONDS };
}

function derive(endedBy: SessionEnd): SessionState {
  const user = getUser();
  const session = getSession();
  if (!user || !session) return { status: 'signed-out', endedBy };
  return isExpired(session) ? LOADING : { status: 'signed-in', user };
}

function publish(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function getSessionState(): SessionState {
  return (state ??= derive(null));
}

export function signIn(user: User, session: Session | null | undefined): void {
  if (!session) throw new Error(m.ui_no_session_received());
  forgetKept();
  storage.set(USER_KEY, JSON.stringify(user));
  storage.set(SESSION_KEY, JSON.stringify(inThisClock(session)));
  publish({ status: 'signed-in', user });
}

/** A session that ended meanwhile is not brought back. */
export function replaceTokens(
  tokens: { accessToken: string; refreshToken?: string | null },
  from?: string,
): boolean {
  const session = getSession();
  if (!session || (from !== undefined && session.access_token !== from)) return false;
  const next: Session = {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken ?? session.refresh_token,
    expires_at: nowInSeconds() + SESSION_SECONDS,
  };
  storage.set(SESSION_KEY, JSON.stringify(next));
  return true;
}

export function signOut(endedBy: SessionEnd): void {
  storage.remove(USER_KEY);
  storage.remove(SESSION_KEY);
  forgetKept();
  publish({ status: 'signed-out', endedBy });
}

/** Good as far as can be told while the server does not answer. */
export function confirmSession(): void {
  const user = getUser();
  if (!user || !getSession()) publish({ status: 'signed-out', endedBy: null });
  else if (getSessionState().status !== 'signed-in') publish({ status: 'signed-in', user });
}

export function setUser(user: User): void {
  storage.set(USER_KEY, JSON.stringify(user));
  if (getSession()) publish({ status: 'signed-in', user });
}

function onOtherTab(event: StorageEvent): void {
  if (event.key !== USER_KEY && event.key !== SESSION_KEY && event.key !== null) return;
  const current = getSessionState();
  // Tokens change nothing that is drawn, and expired ones are renewed by the next call.
  if (current.status === 'signed-in' && getSession() && getUser()?.id === current.user.id) return;
  const next = derive(null);
  if (next.status !== current.status || next.status === 'signed-in') publish(next);
}

export function subscribeToSession(listener: () => void): () => void {
  if (listeners.size === 0 && typeof window !== 'undefined')
    window.addEventListener('storage', onOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onOtherTab);
  };
}

let rendered: SessionState = LOADING;
/** For the build: whose pages are rendered. */
export const renderAs = (who: 'unknown' | 'visitor'): void => {
  rendered = who === 'visitor' ? { status: 'signed-out', endedBy: null } : LOADING;
};
const onServer = (): SessionState => rendered;

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, getSessionState, onServer);
}

export function useUser(): User | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : null;
}
