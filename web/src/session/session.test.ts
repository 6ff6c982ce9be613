import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser, USER } from '../testing/fake-browser.ts';

const now = 1_800_000_000;
const stored = (expiresAt: number) => ({
  access_token: 'a',
  refresh_token: 'r',
  expires_at: expiresAt,
});
let browser: ReturnType<typeof fakeBrowser>;
let session: typeof import('./session.ts');

beforeEach(async () => {
  vi.useFakeTimers({ now: now * 1000 });
  browser = fakeBrowser();
  vi.resetModules();
  session = await import('./session.ts');
});

const store = (expiresAt: number) => {
  browser.localStorage.setItem('user', JSON.stringify(USER));
  browser.localStorage.setItem('session', JSON.stringify(stored(expiresAt)));
};

describe('at start', () => {
  it('an unexpired session is signed in', () => {
    store(now + 1);
    expect(session.getSessionState()).toEqual({ status: 'signed-in', user: USER });
  });

  it('a session that expires this very second is expired, and waits for a refresh', () => {
    store(now);
    expect(session.getSessionState()).toEqual({ status: 'loading' });
  });

  it.each(['user', 'session'])('without %s no one is signed in', (key) => {
    store(now + 10);
    browser.localStorage.removeItem(key);
    expect(session.getSessionState()).toEqual({ status: 'signed-out', endedBy: null });
  });

  it('damaged storage is no session', () => {
    store(now + 10);
    browser.localStorage.setItem('session', '{"access');
    expect(session.getSessionState().status).toBe('signed-out');
  });
});

describe('signing in', () => {
  it('stores user and session as they came', () => {
    session.signIn(USER, stored(now + 3600));
    expect(JSON.parse(browser.localStorage.getItem('session')!)).toEqual(stored(now + 3600));
    expect(JSON.parse(browser.localStorage.getItem('user')!)).toEqual(USER);
    expect(session.getSessionState().status).toBe('signed-in');
  });

  it('needs a session', () =>
    expect(() => session.signIn(USER, null)).toThrow('No session data received'));

  it.each([-7200, 7200])('survives a clock that is %i s off', (off) => {
    session.signIn(USER, stored(now + off + 3600));
    expect(session.getSession()?.expires_at).toBe(now + 3600);
  });
});

it('new tokens last an hour from now', () => {
  store(now - 10);
  expect(session.replaceTokens({ accessToken: 'b', refreshToken: 's' }, 'a')).toBe(true);
  expect(session.getSession()).toEqual({
    access_token: 'b',
    refresh_token: 's',
    expires_at: now + 3600,
  });
});

it('tokens of a session that is over, or was replaced, change nothing', () => {
  store(now + 10);
  expect(session.replaceTokens({ accessToken: 'b' }, 'other')).toBe(false);
  session.signOut('logout');
  expect(session.replaceTokens({ accessToken: 'b' })).toBe(false);
  expect(session.getSession()).toBeNull();
});

it('names what is missing', () => {
  expect(() => session.requireSession()).toThrow('No session available');
  browser.localStorage.setItem('session', JSON.stringify({ access_token: 'a' }));
  expect(() => session.requireRefreshToken()).toThrow('No refresh token available');
});

it('follows another tab', () => {
  store(now + 10);
  const seen: string[] = [];
  session.subscribeToSession(() => seen.push(session.getSessionState().status));
  expect(session.getSessionState().status).toBe('signed-in');
  browser.localStorage.removeItem('session');
  const change = Object.assign(new Event('storage'), { key: 'session' });
  browser.window.dispatchEvent(change);
  expect(seen).toEqual(['signed-out']);
});
