import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { makeToken, type Person, signUp, TEST_PASSWORD } from '../../../testing/factories.ts';
import { mailsTo } from '../../../testing/mailbox.ts';
import { signUpAdmin } from '../../../testing/owner.ts';
import { closeSockets, connectSocket } from '../../../testing/sockets.ts';
import { createOrigins, type Machine, reachedAt } from './own-origins.ts';

const at = (address: string) =>
  ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal: false }) as never;
const machineWith = (
  interfaces: Record<string, string[]>,
  { name = 'Ada.example.com', isContainer = false } = {},
): Machine => ({
  interfaces: () =>
    Object.fromEntries(
      Object.entries(interfaces).map(([each, addresses]) => [each, addresses.map(at)]),
    ),
  name: () => name,
  isContainer,
});

const NETWORKS = {
  lo: ['127.0.0.1', '::1'],
  docker0: ['172.17.0.1'],
  'br-4f0c': ['172.18.0.1'],
  veth1: ['10.9.0.1'],
  virbr0: ['192.168.122.1'],
  podman0: ['10.88.0.1'],
  cni0: ['10.85.0.1'],
  eth0: ['fd00::5', '192.168.1.5', 'fe80::1', '2001:db8::5'],
  wlan0: ['10.0.0.7', '192.168.1.5'],
  tailscale0: ['100.100.1.2'],
  ppp0: ['203.0.113.9'],
};
const ALL_IPV4 = ['http://192.168.1.5:3000', 'http://10.0.0.7:3000', 'http://100.100.1.2:3000'];

test.each([
  ['0.0.0.0', [...ALL_IPV4, 'http://ada.local:3000']],
  ['::', [...ALL_IPV4, 'http://[fd00::5]:3000', 'http://ada.local:3000']],
  ['10.0.0.7', ['http://10.0.0.7:3000']],
  ['fd00::5', ['http://[fd00::5]:3000']],
  ['10.0.0.8', []],
  ['127.0.0.1', []],
  ['localhost', []],
  ['::1', []],
  ['203.0.113.9', []],
])('who listens on %s is reached at the private addresses of that', (host, expected) => {
  expect(reachedAt(host, 3000, machineWith(NETWORKS))).toEqual(expected);
});

test('a machine without a network, a container and a name that is none are reached so', () => {
  const alone = machineWith({ lo: ['127.0.0.1'], ppp0: ['203.0.113.9'] });
  expect(reachedAt('0.0.0.0', 3000, alone)).toEqual([]);
  expect(reachedAt('0.0.0.0', 3000, machineWith(NETWORKS, { isContainer: true }))).toEqual([]);
  for (const name of ['', 'localhost', 'no name', 'ä'])
    expect(reachedAt('0.0.0.0', 80, machineWith({ eth0: ['10.0.0.7'] }, { name }))).toEqual([
      'http://10.0.0.7',
    ]);
});

const unset = { PUBLIC_URL: 'http://localhost:3000', hasPublicUrl: false, HOST: '0.0.0.0' };
const originsOf = (machine: Machine, change: Partial<typeof unset> = {}) =>
  createOrigins({ ...unset, ...change }, () => 3000, machine);

describe('an address that is given away begins', () => {
  const FIRST = 'http://192.168.1.5:3000';
  test.each([
    [undefined, FIRST],
    ['', FIRST],
    ['localhost:3000', FIRST],
    ['127.0.0.1:3000', FIRST],
    ['[::1]:3000', FIRST],
    ['[::ffff:127.0.0.1]:3000', FIRST],
    ['clips.example.com', FIRST],
    ['8.8.8.8:3000', FIRST],
    ['169.254.1.1:3000', FIRST],
    ['other.local:3000', FIRST],
    ['ada.local', FIRST],
    ['10.0.0.7:3000/x', FIRST],
    ['x@10.0.0.7:3000', FIRST],
    ['10.0.0.7:3000', 'http://10.0.0.7:3000'],
    ['ADA.local:3000', 'http://ada.local:3000'],
    ['172.31.9.9:8080', 'http://172.31.9.9:8080'],
    ['100.64.0.1', 'http://100.64.0.1'],
    ['[fd12::1]:3000', 'http://[fd12::1]:3000'],
  ])('at the Host %s with %s', (host, expected) => {
    expect(originsOf(machineWith(NETWORKS)).given(host)).toBe(expected);
  });

  test('with localhost where there is nothing else', () => {
    const { given, home, reached } = originsOf(machineWith(NETWORKS, { isContainer: true }));
    expect([given('localhost:8080'), given(), home()]).toEqual(
      Array.from({ length: 3 }, () => 'http://localhost:3000'),
    );
    expect(given('192.168.7.7:8080')).toBe('http://192.168.7.7:8080');
    expect(reached()).toEqual([]);
  });

  test('with PUBLIC_URL where it is set, and there is no other', () => {
    const set = { PUBLIC_URL: 'https://clips.example.com', hasPublicUrl: true };
    const origins = originsOf(machineWith(NETWORKS), set);
    for (const host of [undefined, '10.0.0.7:3000', 'localhost:3000']) {
      expect(origins.given(host)).toBe(set.PUBLIC_URL);
      expect(origins.asked(host)).toBe(set.PUBLIC_URL);
      expect(origins.isHome(host)).toBe(true);
    }
    expect(origins.reached()).toEqual([]);
  });
});

test('who listens on one address has no localhost', () => {
  const { home, given } = originsOf(machineWith(NETWORKS), { HOST: '10.0.0.7' });
  expect([home(), given('localhost:3000')]).toEqual([
    'http://10.0.0.7:3000',
    'http://10.0.0.7:3000',
  ]);
});

test('what leads back keeps a loopback address, whichever it is', () => {
  const { asked } = originsOf(machineWith(NETWORKS));
  expect(['localhost:8080', '127.0.0.1:3000', '10.0.0.7:3000', 'x.example'].map(asked)).toEqual([
    'http://localhost:8080',
    'http://127.0.0.1:3000',
    'http://10.0.0.7:3000',
    'http://192.168.1.5:3000',
  ]);
});

test('an address that comes or goes counts within ten seconds', () => {
  const found: Record<string, string[]> = { eth0: ['192.168.1.5'] };
  const { reached } = originsOf({
    ...machineWith({}),
    name: () => '',
    interfaces: () => machineWith(found).interfaces(),
  });
  vi.useFakeTimers({ toFake: ['performance'] });
  expect(reached()).toEqual(['http://192.168.1.5:3000']);
  found['eth0'] = ['192.168.2.9'];
  vi.advanceTimersByTime(10_000);
  expect(reached()).toEqual(['http://192.168.2.9:3000']);
  vi.useRealTimers();
});

describe('a server of which nothing is set', () => {
  let app: TestApp;
  let port: string;
  let admin: Person;
  beforeAll(async () => {
    const environment = {
      PUBLIC_URL: '',
      HOST: '0.0.0.0',
      OIDC_ISSUER: 'http://localhost:1',
      OIDC_CLIENT_ID: 'clipline',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_NAME: 'Home',
    };
    app = await buildTestApp(environment, {
      machine: machineWith({ eth0: ['192.168.1.5'] }),
    });
    ({ port } = new URL(app.url));
    admin = await signUpAdmin(app);
  });
  afterEach(closeSockets);
  afterAll(() => app.stop());

  /** `fetch` names its own Host. */
  const from =
    (host: string) =>
    async (what: string, body?: object, more: object = {}) => {
      const [method = '', path = ''] = what.split(' ', 2);
      const answer = await app.server.inject({
        method: method as 'GET',
        url: `/api${path}`,
        headers: { ...admin.headers, host, ...more },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
    };

  test('tells sessions where others reach it, and nobody else', async () => {
    const own = [`http://192.168.1.5:${port}`, `http://ada.local:${port}`];
    expect((await from('localhost')('GET /features')).body.origins).toEqual(own);
    const { token } = await makeToken(app, admin.user.id, ['clips:read']);
    for (const headers of [{}, { authorization: `Bearer ${token}` }])
      expect((await call(app, 'GET /features', { headers })).body.origins).toEqual([]);
  });

  test('makes addresses of every kind for who asks', async () => {
    for (const [host, origin] of [
      [`localhost:${port}`, `http://192.168.1.5:${port}`],
      ['192.168.7.7:8080', 'http://192.168.7.7:8080'],
    ] as const) {
      const ask = from(host);
      const { id: clipId } = (await ask('POST /clipboard', { content: host })).body;
      const { body: link } = await ask('POST /links', { clipId });
      const drop = (await ask('POST /links', { inbox: true })).body;
      const invitation = (await ask('POST /admin/invitations')).body;
      const { id, url: choice } = (
        await ask('POST /admin/users', { name: 'Grace', email: `${port}${clipId}@example.com` })
      ).body;
      const urls = [
        link.url,
        (await ask('GET /links')).body.links.at(-1).url,
        (await ask(`PATCH /links/${link.id}`, { label: 'New' })).body.url,
        (await ask(`POST /links/${link.id}/renew`)).body.url,
        drop.url,
        invitation.url,
        (await ask('GET /admin/invitations')).body.invitations[0].url,
        choice,
        (await ask(`POST /admin/users/${id}/reset`, { password: TEST_PASSWORD })).body.url,
        (await ask('POST /auth/handover')).body.url,
        (await ask('POST /auth/device', { name: 'A program', scopes: ['clips:read'] })).body
          .verification_uri,
      ] as string[];
      expect(urls.map((url) => new URL(url).origin)).toEqual(urls.map(() => origin));
    }
  });

  test('repeats an answer as it was, and shows each its own origin', async () => {
    const [laptop, phone] = [from(`localhost:${port}`), from('10.1.1.1:3000')];
    const { id: clipId } = (await laptop('POST /clipboard', { content: 'one' })).body;
    const key = { 'idempotency-key': 'the-same-key-of-one-press' };
    const made = await laptop('POST /links', { clipId }, key);
    expect((await phone('POST /links', { clipId }, key)).body).toEqual(made.body);
    const [seen] = (await phone(`GET /links?clipId=${clipId}`)).body.links;
    expect(seen.url).toBe(made.body.url.replace(`192.168.1.5:${port}`, '10.1.1.1:3000'));
    const invited = await phone('POST /admin/invitations', {}, key);
    expect((await laptop('POST /admin/invitations', {}, key)).body).toEqual(invited.body);
    expect(invited.body.url).toMatch(/^http:\/\/10\.1\.1\.1:3000\/auth/);
  });

  test('mails begin with the first address, wherever they were asked for', async () => {
    const { user } = await signUp(app);
    await from('10.1.1.1:3000')('POST /auth/forgot-password', { email: user.email });
    expect((await mailsTo(app, user.email)).at(-1)?.link).toMatch(
      new RegExp(`^http://192\\.168\\.1\\.5:${port}/reset-password#`),
    );
  });

  test('has single sign-on at localhost alone', async () => {
    const oidcAt = async (host: string) => (await from(host)('GET /features')).body.oidc;
    expect(await oidcAt(`localhost:${port}`)).toEqual({ name: 'Home' });
    for (const host of [`127.0.0.1:${port}`, `192.168.1.5:${port}`, 'localhost:1']) {
      expect(await oidcAt(host)).toBeNull();
      expect((await from(host)('GET /auth/oidc')).status).toBe(404);
    }
  });

  test('a page at one of its addresses has live updates', async () => {
    const { access_token: token } = admin.session;
    for (const host of [`192.168.1.5:${port}`, `ada.local:${port}`]) {
      const socket = await connectSocket(app.url, {
        token,
        origin: `http://${host}`,
        headers: { host },
      });
      expect(socket.connected).toBe(true);
    }
  });
});
