import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser, fakeLocks, json, USER } from '../testing/fake-browser.ts';

const now = 1_800_000_000;
let browser: ReturnType<typeof fakeBrowser>;
let refreshes: number;
let expired: number;
let refused: boolean;
let session: typeof import('./session.ts');
let checkSession: () => Promise<boolean>;

beforeEach(async () => {
  vi.useFakeTimers({ now: now * 1000, toFake: ['Date'] });
  browser = fakeBrowser();
  vi.stubGlobal('navigator', { locks: fakeLocks() });
  [refreshes, expired, refused] = [0, 0, false];
  browser.window.addEventListener('auth:session-expired', () => expired++);
  vi.stubGlobal('fetch', async () => {
    refreshes++;
    return refused
      ? json({ error: 'Unauthorized' }, 401)
      : json({ accessToken: `a${refreshes}`, refreshToken: `r${refreshes}` });
  });
  vi.resetModules();
  session = await import('./session.ts');
  ({ checkSession } = await import('./refresh.ts'));
});

function store(expiresAt: number) {
  browser.localStorage.setItem('user', JSON.stringify(USER));
  browser.localStorage.setItem(
    'session',
    JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_at: expiresAt }),
  );
}

describe('checking the session', () => {
  it('leaves a good one alone', async () => {
    store(now + 60);
    expect([await checkSession(), refreshes, session.getSessionState().status]).toEqual([
      true,
      0,
      'signed-in',
    ]);
  });

  it('renews an expired one', async () => {
    store(now - 60);
    expect([await checkSession(), refreshes, session.getSession()?.expires_at]).toEqual([
      true,
      1,
      now + 3600,
    ]);
    expect(session.getSessionState().status).toBe('signed-in');
  });

  it('ends one that cannot be renewed', async () => {
    store(now - 60);
    refused = true;
    expect([await checkSession(), expired, session.getSessionState()]).toEqual([
      false,
      1,
      { status: 'signed-out', endedBy: 'expiry' },
    ]);
  });

  it('clears half of one, silently, at start', async () => {
    store(now + 60);
    browser.localStorage.removeItem('user');
    expect([await checkSession(), expired, browser.localStorage.length]).toEqual([false, 0, 0]);
  });

  it('says so when a session vanishes under a person signed in', async () => {
    store(now + 60);
    expect(session.getSessionState().status).toBe('signed-in');
    browser.localStorage.removeItem('session');
    expect([await checkSession(), expired, session.getSessionState().status]).toEqual([
      false,
      1,
      'signed-out',
    ]);
  });

  it.each([7200, -7200])('never loops when the clock jumps by %i s', async (jump) => {
    session.signIn(USER, { access_token: 'a', refresh_token: 'r', expires_at: now + 3600 });
    vi.setSystemTime((now + jump) * 1000);
    for (let check = 0; check < 5; check++) expect(await checkSession()).toBe(true);
    expect(refreshes).toBe(jump > 0 ? 1 : 0);
  });
});
