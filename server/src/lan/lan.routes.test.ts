import { afterEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { signUp } from '../../testing/factories.ts';
import { heardOf, openHost, openPeer } from '../../testing/lan.ts';
import { ask, closeSockets } from '../../testing/sockets.ts';

let app: TestApp;

afterEach(async () => {
  closeSockets();
  await app.stop();
});

const lanData = (headers: Record<string, string> = {}) =>
  call(app, 'GET /virtual-desktop/lan-data', { headers });
const noNetwork = {
  status: 403,
  body: { error: 'You are not on a local network that can be shared', code: 'NOT_LOCAL_NETWORK' },
};

test('lan-data is what the caller would show, and where the server sees the caller', async () => {
  app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
  const near = { 'x-forwarded-for': '192.168.1.1' };
  expect(await lanData(near)).toMatchObject({ status: 404, body: { code: 'DESKTOP_NOT_FOUND' } });
  const { headers: cookie, desktop, items } = await openBrowser(app, 'One', 'Two');
  const headers = { ...cookie, ...near };
  const data = { desktopId: desktop.id, items, lastUpdated: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(await lanData(headers)).toMatchObject({ status: 200 });
  expect((await lanData(headers)).body).toEqual({
    ...data,
    security: { network: 'private', approvalRequired: false },
  });
  const shared = await lanData({ ...headers, 'x-forwarded-for': '203.0.113.7' });
  expect(shared.body).toEqual({ ...data, security: { network: 'shared', approvalRequired: true } });
  expect(await lanData({ ...headers, 'x-forwarded-for': '2002::1' })).toMatchObject(noNetwork);
  expect(await lanData(cookie)).toMatchObject(noNetwork);
  expect(await lanData({ ...cookie, 'x-forwarded-for': 'nonsense' })).toMatchObject(noNetwork);
  const person = await signUp(app);
  expect((await lanData({ ...person.headers, ...headers })).status).toBe(404);
});

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'])(
  'who forges %s is on no network, and moves into none',
  async (header) => {
    app = await buildTestApp();
    const host = await openHost(app);
    for (const value of ['127.0.0.1', '192.168.1.1', 'for=127.0.0.1', '']) {
      const forged = { [header]: value };
      expect(await lanData({ ...host.browser.headers, ...forged })).toMatchObject(noNetwork);
      const peer = await openPeer(app, { headers: forged });
      expect(await ask(peer.socket, 'lan:discover:request_peers')).toMatchObject({
        ok: false,
        code: 'NOT_LOCAL_NETWORK',
      });
      expect(await ask(peer.socket, 'lan:peer:connect', { peerId: host.id })).toMatchObject({
        ok: false,
        code: 'NOT_LOCAL_NETWORK',
      });
      expect(heardOf(peer, 'lan:peers:list')).toEqual([]);
    }
    const honest = await openPeer(app);
    expect((await ask(honest.socket, 'lan:discover:request_peers')).peers).toHaveLength(1);
  },
);

test.each([
  ['on', 200, 200],
  ['private-only', 200, 403],
  ['off', 403, 403],
])(
  'LAN_MODE %s: from a private address %i, from a public one %i',
  async (mode, fromPrivate, fromPublic) => {
    app = await buildTestApp({ LAN_MODE: mode, TRUST_PROXY: '127.0.0.1' });
    const { headers } = await openBrowser(app);
    for (const [from, status] of [
      ['192.168.1.1', fromPrivate],
      ['203.0.113.7', fromPublic],
      ['100.64.0.1', fromPublic],
    ] as const) {
      expect((await lanData({ ...headers, 'x-forwarded-for': from })).status).toBe(status);
      const peer = await openPeer(app, {
        type: 'lan_host',
        headers: { ...headers, 'x-forwarded-for': from },
      });
      expect((await ask(peer.socket, 'lan:host:announce', {})).ok).toBe(status === 200);
      peer.socket.close();
    }
  },
);
