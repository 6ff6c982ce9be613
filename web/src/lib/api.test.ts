import { beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { fakeBrowser, fakeLocks, json, USER } from '../testing/fake-browser.ts';

type Call = { url: string; method: string; headers: Record<string, string>; body?: string };
let browser: ReturnType<typeof fakeBrowser>;
let calls: Call[];
let expired: number;
let api: typeof import('./api.ts');

/** A server that knows one access token, and trades one refresh token for the next pair. */
let valid = { access: 'a1', refresh: 'r1' };
let refreshAnswer: (() => Response | Promise<Response>) | null;

function serve(call: Call): Response | Promise<Response> {
  if (call.url === '/api/auth/refresh') {
    if (refreshAnswer) return refreshAnswer();
    if (call.headers['x-refresh-token'] !== valid.refresh)
      return json({ error: 'Unauthorized' }, 401);
    valid = { access: `${valid.access}+`, refresh: `${valid.refresh}+` };
    return json({ accessToken: valid.access, refreshToken: valid.refresh });
  }
  return call.headers['authorization'] === `Bearer ${valid.access}`
    ? json({ totalClips: 1 })
    : json({ error: 'Unauthorized' }, 401);
}

function store(access = 'a1', expiresAt = Date.now() / 1000 + 3000) {
  browser.localStorage.setItem('user', JSON.stringify(USER));
  browser.localStorage.setItem(
    'session',
    JSON.stringify({ access_token: access, refresh_token: 'r1', expires_at: expiresAt }),
  );
}
const storedToken = () =>
  JSON.parse(browser.localStorage.getItem('session') ?? '{}').access_token as string | undefined;
const refreshes = () => calls.filter(({ url }) => url === '/api/auth/refresh').length;

beforeEach(async () => {
  browser = fakeBrowser();
  vi.stubGlobal('navigator', { locks: fakeLocks() });
  calls = [];
  expired = 0;
  refreshAnswer = null;
  valid = { access: 'a1', refresh: 'r1' };
  browser.window.addEventListener('auth:session-expired', () => expired++);
  vi.stubGlobal('fetch', (url: string, init: Omit<Call, 'url'>) => {
    calls.push({ ...init, url });
    return Promise.resolve().then(() => serve(calls.at(-1)!));
  });
  vi.resetModules();
  api = await import('./api.ts');
});

describe('a call', () => {
  it('goes to /api with the stored token', async () => {
    store();
    await api.call('GET /clipboard/stats');
    expect(calls).toMatchObject([
      { url: '/api/clipboard/stats', method: 'GET', headers: { authorization: 'Bearer a1' } },
    ]);
  });

  it('fills path, query, headers and body', async () => {
    store();
    await api.call('PUT /clipboard/{id}', {
      params: { id: 'a b' },
      body: { content: 'x' },
      headers: { 'if-match': '3' },
    });
    await api.call('GET /clipboard/history', { query: { page: 2, search: '', type: 'text' } });
    expect(calls[0]).toMatchObject({
      url: '/api/clipboard/a%20b',
      method: 'PUT',
      body: '{"content":"x"}',
      headers: { 'if-match': '3', 'content-type': 'application/json' },
    });
    expect(calls[1]!.url).toBe('/api/clipboard/history?page=2&type=text');
  });

  it('is typed by the contract', () => {
    const typed = () => [
      // @ts-expect-error no such call
      api.call('GET /nothing'),
      // @ts-expect-error parameters are missing
      api.call('GET /clipboard/{id}'),
      // @ts-expect-error no such parameter
      api.call('GET /clipboard/{id}', { params: { clipId: 'c' } }),
      // @ts-expect-error no such field
      api.call('PUT /clipboard/{id}', { params: { id: 'c' }, body: { text: '' } }),
      // @ts-expect-error no such header
      api.call('GET /virtual-desktop', { headers: { 'x-token': 't' } }),
      // @ts-expect-error no query there
      api.call('GET /clipboard/stats', { query: { page: 2 } }),
      // @ts-expect-error the file is missing
      api.call('POST /clipboard/{id}/files', { params: { id: 'c' } }),
    ];
    const favorite = () => api.call('POST /clipboard/{id}/favorite', { params: { id: 'c' } });
    expectTypeOf(favorite).returns.resolves.toEqualTypeOf<{ isFavorite: boolean }>();
    // Only the compiler runs these.
    expect(typed).toBeTypeOf('function');
  });

  it('fails with the text, status and code of the body', async () => {
    vi.stubGlobal('fetch', async () =>
      json({ error: 'Clip not found', code: 'CLIP_NOT_FOUND' }, 404),
    );
    await expect(api.call('GET /clipboard/stats')).rejects.toMatchObject({
      message: 'Clip not found',
      status: 404,
      code: 'CLIP_NOT_FOUND',
    });
  });

  it('fails with the text in the language of the reader', async () => {
    (await import('./language.ts')).speak('fr');
    vi.stubGlobal('fetch', async () =>
      json(
        { error: 'A room can hold at most 50 members', code: 'ROOM_FULL', values: { max: 50 } },
        409,
      ),
    );
    const failed = api.call('GET /clipboard/stats');
    await expect(failed).rejects.toMatchObject({
      message: 'Un salon peut compter au plus 50 membres',
      status: 409,
      code: 'ROOM_FULL',
    });
  });

  it('falls back when the body says nothing', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(
      api.call('GET /clipboard/stats', { fallback: (status) => `No luck (${status})` }),
    ).rejects.toThrow('No luck (502)');
  });

  it('takes nothing for a saved text that is not the contract’s reply', async () => {
    for (const foreign of [
      json({ status: 'login_required' }),
      json(null),
      json([]),
      new Response('<h1>Welcome</h1>'),
      new Response(''),
    ]) {
      vi.stubGlobal('fetch', async () => foreign);
      const saved = api.call('PUT /clipboard/{id}', {
        params: { id: 'c' },
        body: { content: 'Buy milk' },
        needs: ['id', 'version'],
      });
      await expect(saved).rejects.toMatchObject({ status: 0 });
    }
  });

  it('says so when the server does not answer', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(api.call('GET /clipboard/stats')).rejects.toMatchObject({ status: 0 });
  });

  it('takes renewed tokens from the headers', async () => {
    store();
    vi.stubGlobal('fetch', async () =>
      json({}, 200, { 'x-access-token': 'n1', 'x-refresh-token': 'n2' }),
    );
    await api.call('GET /clipboard/stats');
    expect(JSON.parse(browser.localStorage.getItem('session')!)).toMatchObject({
      access_token: 'n1',
      refresh_token: 'n2',
    });
  });
});

describe('a 401', () => {
  it('is answered by one refresh and one repeat', async () => {
    store('old');
    await expect(api.call('GET /clipboard/stats')).resolves.toEqual({ totalClips: 1 });
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/clipboard/stats',
      '/api/auth/refresh',
      '/api/clipboard/stats',
    ]);
    expect(storedToken()).toBe('a1+');
  });

  it('of many calls at once is answered by one refresh', async () => {
    store('old');
    await Promise.all(Array.from({ length: 6 }, () => api.call('GET /clipboard/stats')));
    expect(refreshes()).toBe(1);
  });

  it('in two tabs is answered by one refresh', async () => {
    store('old');
    vi.resetModules();
    const otherTab = await import('./api.ts');
    await Promise.all([api.call('GET /clipboard/stats'), otherTab.call('GET /clipboard/stats')]);
    expect(refreshes()).toBe(1);
  });

  it('is repeated once only', async () => {
    store('old');
    refreshAnswer = () => json({ accessToken: 'useless', refreshToken: 'r2' });
    await expect(api.call('GET /clipboard/stats')).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(3);
    expect(expired).toBe(0);
  });

  it('whose refresh is refused ends the session, once for all callers', async () => {
    store('old');
    refreshAnswer = () => json({ error: 'Unauthorized' }, 401);
    const results = await Promise.allSettled([
      api.call('GET /clipboard/stats'),
      api.call('GET /clipboard/stats'),
      api.call('GET /clipboard/stats'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(results[0]).toMatchObject({ reason: { status: 401, sessionEnded: true } });
    expect([expired, refreshes(), browser.localStorage.getItem('user'), storedToken()]).toEqual([
      1,
      1,
      null,
      undefined,
    ]);
  });

  it.each([0, 429, 503])('whose refresh is undecided (%i) keeps the session', async (status) => {
    store('old');
    refreshAnswer = () =>
      status === 0
        ? Promise.reject(new TypeError('Failed to fetch'))
        : json({ error: 'Later' }, status);
    await expect(api.call('GET /clipboard/stats')).rejects.toMatchObject({ status });
    expect([expired, storedToken()]).toEqual([0, 'old']);
  });

  it('without a session is passed on, and ends nothing', async () => {
    await expect(api.call('GET /clipboard/stats')).rejects.toMatchObject({
      status: 401,
      message: 'Unauthorized',
    });
    expect([refreshes(), expired]).toEqual([0, 0]);
  });

  it('of a login is about what was typed', async () => {
    store('old');
    await expect(
      api.call('POST /auth/login', { body: { email: 'a@b.c', password: 'x' } }),
    ).rejects.toMatchObject({ status: 401 });
    expect(refreshes()).toBe(0);
  });

  it('does not bring back a session that was logged out meanwhile', async () => {
    store('old');
    refreshAnswer = () => {
      browser.localStorage.clear();
      return json({ accessToken: 'a9', refreshToken: 'r9' });
    };
    await expect(api.call('POST /auth/logout')).rejects.toMatchObject({ status: 401 });
    expect([storedToken(), expired]).toEqual([undefined, 0]);
  });

  it('works without Web Locks, which plain http does not have', async () => {
    vi.stubGlobal('navigator', {});
    store('old');
    await expect(api.call('GET /clipboard/stats')).resolves.toEqual({ totalClips: 1 });
  });
});
