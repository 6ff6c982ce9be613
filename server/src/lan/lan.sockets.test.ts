import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { signUp } from '../../testing/factories.ts';
import { heardOf, openHost, openPeer, type Peer, until } from '../../testing/lan.ts';
import { ask, closeSockets, ended, settle } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { findPresence } from './lan.queries.ts';

const HOME = '192.168.1.10';
const HOME_TOO = '192.168.1.20';
const OTHER_HOME = '192.168.2.10';
const PUBLIC = '203.0.113.7';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => app.stop());
afterEach(closeSockets);

const close = async (peer: Peer) => {
  const gone = ended(peer.socket);
  peer.socket.close();
  await gone;
};
const connect = (guest: Peer, host: Peer) =>
  ask(guest.socket, 'lan:peer:connect', { peerId: host.id });
/** Hears of single items, as our pages ask for it. */
const connectForItems = (guest: Peer, host: Peer) =>
  ask(guest.socket, 'lan:peer:connect', { peerId: host.id, itemNews: true });
const peersOf = async (peer: Peer) =>
  (await ask(peer.socket, 'lan:discover:request_peers', {})).peers;
const errorsOf = (peer: Peer) => heardOf(peer, 'lan:error').map(({ code }) => code);
/**
 * Waits until everything was heard that was caused before; what follows a closed connection may
 * take a moment longer.
 */
const quiet = (...peers: Peer[]) => settle(...peers.map(({ socket }) => socket));

describe('a connection', () => {
  test.each(['', 'me', '192.168.1.10', `${randomUUID()}x`, '{}'])(
    'with the peer id %j is no peer',
    async (id) => {
      const peer = await openPeer(app, { id, from: HOME });
      expect(await ask(peer.socket, 'lan:discover:request_peers', {})).toMatchObject({
        ok: false,
        code: 'INVALID_PEER',
      });
      expect(errorsOf(peer)).toEqual(['INVALID_PEER', 'INVALID_PEER']);
    },
  );

  test('with a peer id that is taken is told so, until the other is gone', async () => {
    const first = await openPeer(app, { from: HOME });
    const second = await openPeer(app, { from: OTHER_HOME, id: first.id.toUpperCase() });
    await until(second, () => heardOf(second, 'lan:error').length > 0);
    await quiet(second);
    expect(heardOf(second, 'lan:error')).toEqual([
      { code: 'PEER_ID_TAKEN', error: expect.any(String) },
    ]);
    expect(await ask(second.socket, 'lan:host:announce', {})).toMatchObject({
      ok: false,
      code: 'PEER_ID_TAKEN',
    });
    expect(await ask(first.socket, 'lan:discover:request_peers')).toEqual({ ok: true, peers: [] });
    await close(second);
    expect(await ask(first.socket, 'lan:discover:request_peers')).toEqual({ ok: true, peers: [] });
  });

  test('without a type takes no part', async () => {
    const peer = await openPeer(app, { type: 'other', from: HOME });
    await quiet(peer);
    expect(peer.heard).toEqual([]);
    expect(await ask(peer.socket, 'lan:host:announce', {})).toMatchObject({
      ok: false,
      code: 'INVALID_PEER',
    });
  });
});

describe('a host', () => {
  test('needs a desktop', async () => {
    const peer = await openPeer(app, { type: 'lan_host', from: HOME });
    expect(await ask(peer.socket, 'lan:host:announce', { name: 'x' })).toEqual({
      ok: false,
      code: 'NO_DESKTOP_TO_HOST',
      error: 'No desktop data available to host',
    });
    expect(heardOf(peer, 'lan:error')).toEqual([
      { code: 'NO_DESKTOP_TO_HOST', error: 'No desktop data available to host' },
    ]);
    expect(await ask(peer.socket, 'lan:host:update', {})).toMatchObject({
      ok: false,
      code: 'NO_DESKTOP_TO_HOST',
    });
  });

  test('is found on its network, by a friendly name, and nowhere else', async () => {
    const near = await openPeer(app, { from: HOME_TOO });
    const far = await openPeer(app, { from: OTHER_HOME });
    expect(await peersOf(near)).toEqual([]);
    const host = await openHost(app, { from: HOME });
    const peer = { id: host.id, name: 'Chrome on Android', ip: HOME, port: expect.any(Number) };
    expect(host.answer).toEqual({
      ok: true,
      peer,
      security: { network: 'private', approvalRequired: false },
    });
    expect(await peersOf(near)).toEqual([peer]);
    expect(heardOf(near, 'lan:peer:announce')).toEqual([peer]);
    expect(heardOf(near, 'lan:peers:list')).toEqual([{ peers: [] }, { peers: [peer] }]);
    expect(await peersOf(far)).toEqual([]);
    expect(heardOf(far, 'lan:peer:announce')).toEqual([]);

    await ask(host.socket, 'lan:host:announce', { name: ' Anna\u202e’s\n laptop ' });
    expect(await peersOf(near)).toMatchObject([{ name: 'Anna’s laptop' }]);
  });

  test('is not found by its own devices', async () => {
    const person = await signUp(app);
    const token = person.session.access_token;
    await call(app, 'POST /virtual-desktop/items/text', {
      headers: person.headers,
      body: { content: 'Mine' },
    });
    const host = await openPeer(app, { type: 'lan_host', from: HOME, token });
    const [mine, other] = [
      await openPeer(app, { from: HOME, token }),
      await openPeer(app, { from: HOME }),
    ];
    expect((await ask(host.socket, 'lan:host:announce', {})).ok).toBe(true);
    expect([await peersOf(mine), await peersOf(host), (await peersOf(other)).length]).toEqual([
      [],
      [],
      1,
    ]);
    expect([
      heardOf(mine, 'lan:peer:announce').length,
      heardOf(other, 'lan:peer:announce').length,
    ]).toEqual([0, 1]);
    expect(await connect(mine, host)).toMatchObject({ ok: false, code: 'PEER_NOT_FOUND' });
    const own = await openHost(app, { from: HOME });
    const sameBrowser = await openPeer(app, { from: HOME, headers: own.browser.headers });
    expect((await peersOf(sameBrowser)).map(({ id }: { id: string }) => id)).toEqual([host.id]);
  });

  test('that is gone is on no list, and guests and discoverers hear it', async () => {
    const host = await openHost(app, { from: HOME });
    const [guest, looker, far] = [
      await openPeer(app, { from: HOME }),
      await openPeer(app, { from: HOME }),
      await openPeer(app, { from: PUBLIC }),
    ];
    await connect(guest, host);
    await close(host);
    for (const peer of [guest, looker]) {
      await until(peer, () => heardOf(peer, 'lan:peer:disconnect').length > 0);
      await quiet(peer);
      expect(heardOf(peer, 'lan:peer:disconnect')).toEqual([{ peerId: host.id }]);
      expect(await peersOf(peer)).toEqual([]);
    }
    await quiet(far);
    expect(heardOf(far, 'lan:peer:disconnect')).toEqual([]);
    expect(await connect(guest, host)).toMatchObject({
      ok: false,
      code: 'PEER_NOT_FOUND',
      error: 'Could not connect to peer',
    });
  });
});

describe('a guest on a private network', () => {
  test('sees the desktop at once, and the host sees the guest', async () => {
    const host = await openHost(app, { from: HOME });
    const guest = await openPeer(app, { from: HOME_TOO });
    expect(await ask(guest.socket, 'lan:peer:connect', { peerId: host.id, name: 'Ben' })).toEqual({
      ok: true,
      status: 'connected',
    });
    const { desktop, items } = host.browser;
    expect(heardOf(guest, 'lan:peer:desktop_data')).toEqual([
      {
        peerId: host.id,
        desktopId: desktop.id,
        items,
        lastUpdated: expect.stringMatching(/^\d{4}-.*Z$/),
        version: expect.any(Number),
      },
    ]);
    await until(host, () => heardOf(host, 'lan:host:peers').length > 0);
    await quiet(host);
    expect(heardOf(host, 'lan:host:peers')).toEqual([
      { peers: [{ id: guest.id, name: 'Ben', ip: HOME_TOO, port: expect.any(Number) }] },
    ]);
    expect(heardOf(host, 'lan:peer:request')).toEqual([]);
  });

  test('hears every change of the host, however it is made', async () => {
    const host = await openHost(app, { from: HOME });
    const guest = await openPeer(app, { from: HOME_TOO });
    await connectForItems(guest, host);
    const { headers } = host.browser;
    const [item] = host.browser.items;
    const hears = async (expected: object) => {
      await until(guest, () => heardOf(guest, 'lan:desktop:items').length > 0);
      expect(heardOf(guest, 'lan:desktop:items').at(-1)).toMatchObject(expected);
      guest.heard.length = 0;
    };

    await call(app, 'POST /virtual-desktop/items/text', { headers, body: { content: 'Second' } });
    await hears({ peerId: host.id, desktopId: host.browser.desktop.id });
    await call(app, `PATCH /virtual-desktop/items/${item.id}`, {
      headers,
      body: { position: { x: 77, y: 0 } },
    });
    await hears({ changed: [{ id: item.id, position: { x: 77 } }], removed: [] });
    await call(app, `DELETE /virtual-desktop/items/${item.id}`, {
      headers: { 'x-desktop-token': host.browser.desktop.share_token },
    });
    await hears({ changed: [], removed: [item.id] });
    await call(app, `POST /virtual-desktop/items/${item.id}/restore`, { headers });
    await hears({ changed: [{ id: item.id }], removed: [] });
  });

  test('that asked for news of items gets those alone, and has what a reader of the whole gets', async () => {
    const host = await openHost(app, { from: HOME, texts: ['One', 'Two', 'Three'] });
    const [guest, other] = [
      await openPeer(app, { from: HOME_TOO }),
      await openPeer(app, { from: HOME_TOO }),
    ];
    await ask(guest.socket, 'lan:peer:connect', { peerId: host.id, itemNews: true });
    await connect(other, host);
    const { headers, items, desktop } = host.browser;
    const file = await upload(app, '/virtual-desktop/items/file', headers, { bytes: 'a file' });
    const [one, two] = items;
    await call(app, `PATCH /virtual-desktop/items/${one.id}`, {
      headers,
      body: { position: { x: 77, y: 0 } },
    });
    await call(app, `DELETE /virtual-desktop/items/${two.id}`, { headers });
    await call(app, `DELETE /virtual-desktop/items/${one.id}`, { headers });
    await call(app, `POST /virtual-desktop/items/${one.id}/restore`, { headers });

    const newsOf = () => heardOf(guest, 'lan:desktop:items');
    const boardOf = () => heardOf(other, 'lan:desktop:update');
    const [start] = heardOf(guest, 'lan:peer:desktop_data');
    const end = start.version + 5;
    await until(guest, () => newsOf().at(-1)?.version === end);
    await until(other, () => boardOf().at(-1)?.version === end);
    expect(heardOf(guest, 'lan:desktop:update')).toEqual([]);
    expect(heardOf(other, 'lan:desktop:items')).toEqual([]);

    let [shown, version] = [start.items, start.version];
    for (const { peerId, desktopId, since, changed, removed, ...news } of newsOf()) {
      expect([peerId, desktopId]).toEqual([host.id, desktop.id]);
      expect(since).toBeLessThanOrEqual(version);
      const known = new Set([...removed, ...changed.map(({ id }: { id: string }) => id)]);
      shown = [...shown.filter(({ id }: { id: string }) => !known.has(id)), ...changed];
      version = news.version;
    }
    const withoutLinks = (blocks: object[]) => blocks.map((block) => ({ ...block, file_url: '' }));
    const { items: whole, lastUpdated } = boardOf().at(-1);
    expect(withoutLinks(shown)).toEqual(withoutLinks(whole));
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([items[2].id, file.body.id, one.id]);
    expect(newsOf().at(-1)).toMatchObject({ version: end, lastUpdated });
    expect(await (await fetch(app.url + shown[1].file_url)).text()).toBe('a file');
  });

  test('gets the whole desktop again when it asks again', async () => {
    const host = await openHost(app, { from: HOME });
    const guest = await openPeer(app, { from: HOME_TOO });
    const join = () => ask(guest.socket, 'lan:peer:connect', { peerId: host.id, itemNews: true });
    await join();
    await call(app, 'POST /virtual-desktop/items/text', {
      headers: host.browser.headers,
      body: { content: 'Second' },
    });
    await until(guest, () => heardOf(guest, 'lan:desktop:items').length > 0);
    expect(await join()).toEqual({ ok: true, status: 'connected' });
    expect(heardOf(guest, 'lan:peer:desktop_data').map(({ items }) => items.length)).toEqual([
      1, 2,
    ]);
  });

  test.each([
    ['single items', connectForItems, 50],
    ['the whole board', connect, 1000],
  ])('is sent a drag in steps that a network bears, and its end: %s', async (_w, join, restMs) => {
    const host = await openHost(app, { from: HOME });
    const guest = await openPeer(app, { from: HOME_TOO });
    await join(guest, host);
    const [item] = host.browser.items;
    const start = performance.now();
    for (let x = 1; x <= 60; x++)
      await call(app, `PATCH /virtual-desktop/items/${item.id}`, {
        headers: host.browser.headers,
        body: { position: { x, y: 0 } },
      });
    const places = () =>
      guest.heard
        .filter(([event]) => event === 'lan:desktop:items' || event === 'lan:desktop:update')
        .map(([, { items, changed = items }]: any) => changed[0].position.x);
    await until(guest, () => places().at(-1) === 60);
    expect(places()).toEqual(places().toSorted((a, b) => a - b));
    expect(places().length).toBeLessThanOrEqual((performance.now() - start) / (restMs - 1) + 2);
    expect(new Set(places()).size).toBe(places().length);
  });

  test('gets nothing twice when the host says that it changed', async () => {
    const host = await openHost(app, { from: HOME });
    const guest = await openPeer(app, { from: HOME_TOO });
    await connectForItems(guest, host);
    await call(app, 'POST /virtual-desktop/items/text', {
      headers: host.browser.headers,
      body: { content: 'Second' },
    });
    await until(guest, () => heardOf(guest, 'lan:desktop:items').length > 0);
    for (let count = 0; count < 5; count++)
      expect(await ask(host.socket, 'lan:host:update', { items: [{ content: 'Forged' }] })).toEqual(
        { ok: true },
      );
    await call(app, 'POST /virtual-desktop/items/text', {
      headers: host.browser.headers,
      body: { content: 'Third' },
    });
    await until(guest, () => heardOf(guest, 'lan:desktop:items').length > 1);
    expect(heardOf(guest, 'lan:desktop:items')).toHaveLength(2);
    expect(JSON.stringify(guest.heard)).not.toContain('Forged');
  });

  test('reads files by links that end with the connection', async () => {
    const host = await openHost(app, { from: HOME });
    await upload(app, '/virtual-desktop/items/file', host.browser.headers, { bytes: 'for guests' });
    const [guest, other] = [
      await openPeer(app, { from: HOME_TOO }),
      await openPeer(app, { from: HOME_TOO }),
    ];
    const linkOf = async (peer: Peer): Promise<string> => {
      await connect(peer, host);
      return heardOf(peer, 'lan:peer:desktop_data').at(-1).items[1].file_url;
    };
    const [link, otherLink] = [await linkOf(guest), await linkOf(other)];
    expect(await (await fetch(app.url + link)).text()).toBe('for guests');
    expect(await ask(guest.socket, 'lan:peer:disconnect', { peerId: host.id })).toEqual({
      ok: true,
    });
    expect([
      (await fetch(app.url + link)).status,
      (await fetch(app.url + otherLink)).status,
    ]).toEqual([404, 200]);
    const again = await linkOf(guest);
    expect((await fetch(app.url + again)).status).toBe(200);
    await close(host);
    await until(guest, () => heardOf(guest, 'lan:peer:disconnect').length > 0);
    expect([
      (await fetch(app.url + again)).status,
      (await fetch(app.url + otherLink)).status,
    ]).toEqual([404, 404]);
  });

  test('that leaves or closes is told to the host, and hears no more', async () => {
    const host = await openHost(app, { from: HOME });
    const [guest, other] = [
      await openPeer(app, { from: HOME }),
      await openPeer(app, { from: HOME }),
    ];
    await connect(guest, host);
    await connect(other, host);
    await ask(guest.socket, 'lan:peer:disconnect', { peerId: host.id });
    await close(other);
    await until(host, () => heardOf(host, 'lan:host:peers').length === 4);
    expect(heardOf(host, 'lan:peer:disconnect')).toEqual([
      { peerId: guest.id },
      { peerId: other.id },
    ]);
    expect(heardOf(host, 'lan:host:peers').map(({ peers }) => peers.length)).toEqual([1, 2, 1, 0]);
    await call(app, 'POST /virtual-desktop/items/text', {
      headers: host.browser.headers,
      body: { content: 'Unheard' },
    });
    await quiet(guest);
    expect(heardOf(guest, 'lan:desktop:update')).toEqual([]);
  });

  test('is refused by unknown, malformed and own peers, and by those who host nothing', async () => {
    const [guest, idle] = [
      await openPeer(app, { from: HOME }),
      await openPeer(app, { from: HOME }),
    ];
    expect(await connect(guest, idle)).toMatchObject({ code: 'PEER_NOT_FOUND' });
    expect(await connect(guest, guest)).toMatchObject({ code: 'PEER_NOT_FOUND' });
    expect(await ask(guest.socket, 'lan:peer:connect', { peerId: randomUUID() })).toMatchObject({
      code: 'PEER_NOT_FOUND',
    });
    expect(await ask(guest.socket, 'lan:peer:connect', { peerId: 'x' })).toMatchObject({
      code: 'INVALID_PEER',
    });
    expect(errorsOf(guest)).toEqual([
      'PEER_NOT_FOUND',
      'PEER_NOT_FOUND',
      'PEER_NOT_FOUND',
      'INVALID_PEER',
    ]);
  });

  test('that the host dropped comes back only with its leave, whatever its peer id', async () => {
    const host = await openHost(app, { from: HOME });
    const { headers } = await openBrowser(app);
    const guest = await openPeer(app, { from: HOME, headers });
    const bystander = await openPeer(app, { from: HOME });
    await connect(guest, host);
    await connect(bystander, host);
    expect(await ask(host.socket, 'lan:host:drop', { peerId: guest.id })).toEqual({ ok: true });
    await until(guest, () => heardOf(guest, 'lan:peer:disconnect').length > 0);
    await quiet(guest, bystander);
    expect(heardOf(guest, 'lan:peer:disconnect')).toEqual([{ peerId: host.id }]);
    expect(heardOf(bystander, 'lan:peer:disconnect')).toEqual([]);
    expect(await ask(host.socket, 'lan:host:drop', { peerId: guest.id })).toMatchObject({
      ok: false,
      code: 'PEER_NOT_FOUND',
    });
    expect(await connect(guest, host)).toEqual({ ok: true, status: 'waiting' });
    const disguised = await openPeer(app, { from: HOME, headers });
    expect(await connect(disguised, host)).toEqual({ ok: true, status: 'waiting' });
    expect(await ask(host.socket, 'lan:host:approve', { peerId: guest.id })).toEqual({ ok: true });
    await until(guest, () => heardOf(guest, 'lan:peer:desktop_data').length > 1);
    await quiet(guest, disguised);
    expect(heardOf(guest, 'lan:peer:desktop_data')).toHaveLength(2);
    expect(heardOf(disguised, 'lan:peer:desktop_data')).toHaveLength(0);
  });
});

describe('a guest on a shared network', () => {
  test('waits for the host, once', async () => {
    const host = await openHost(app, { from: PUBLIC });
    expect(host.answer.security).toEqual({ network: 'shared', approvalRequired: true });
    const guest = await openPeer(app, { from: PUBLIC });
    for (let count = 0; count < 3; count++)
      expect(
        await ask(guest.socket, 'lan:peer:connect', {
          peerId: host.id,
          name: 'Ben',
          itemNews: true,
        }),
      ).toEqual({ ok: true, status: 'waiting' });
    await until(host, () => heardOf(host, 'lan:peer:request').length > 0);
    await quiet(host, guest);
    expect(heardOf(host, 'lan:peer:request')).toEqual([{ peerId: guest.id, name: 'Ben' }]);
    expect(heardOf(guest, 'lan:peer:desktop_data')).toEqual([]);
    await call(app, 'POST /virtual-desktop/items/text', {
      headers: host.browser.headers,
      body: { content: 'Not yet' },
    });
    await quiet(host, guest);
    expect(guest.heard).toEqual([]);

    // From here on, news of what was added before may come too.
    expect(await ask(host.socket, 'lan:host:approve', { peerId: guest.id })).toEqual({ ok: true });
    await until(guest, () => heardOf(guest, 'lan:peer:desktop_data').length > 0);
    expect(heardOf(guest, 'lan:peer:desktop_data').map(({ items }) => items.length)).toEqual([2]);
    await call(app, 'POST /virtual-desktop/items/text', {
      headers: host.browser.headers,
      body: { content: 'Third' },
    });
    await until(guest, () =>
      heardOf(guest, 'lan:desktop:items').some(
        ({ changed }) => changed.at(-1)?.content === 'Third',
      ),
    );

    // Remembered for as long as the host shares, also when the guest comes back by a new
    // connection.
    await close(guest);
    await until(host, () => heardOf(host, 'lan:peer:disconnect').length === 1);
    // Hosts are told before the id is free.
    await expect.poll(() => findPresence(app.store.db, guest.id)).toBeUndefined();
    const back = await openPeer(app, { from: PUBLIC, id: guest.id });
    expect(await connect(back, host)).toEqual({ ok: true, status: 'connected' });
    expect(heardOf(host, 'lan:peer:request')).toHaveLength(1);
  });

  test('that is refused hears it and is not asked about again', async () => {
    const host = await openHost(app, { from: PUBLIC });
    const guest = await openPeer(app, { from: PUBLIC });
    await connect(guest, host);
    expect(await ask(host.socket, 'lan:host:refuse', { peerId: guest.id })).toEqual({ ok: true });
    await until(guest, () => heardOf(guest, 'lan:error').length > 0);
    await quiet(guest);
    expect(heardOf(guest, 'lan:error')).toEqual([
      { code: 'PEER_REFUSED', error: 'The other device did not let you in', peerId: host.id },
    ]);
    expect(await connect(guest, host)).toMatchObject({ ok: false, code: 'PEER_REFUSED' });
    expect(await ask(host.socket, 'lan:host:approve', { peerId: guest.id })).toMatchObject({
      code: 'PEER_NOT_FOUND',
    });
    expect([
      heardOf(host, 'lan:peer:request').length,
      heardOf(guest, 'lan:peer:desktop_data').length,
    ]).toEqual([1, 0]);
  });

  test('that stops waiting is no longer asked about', async () => {
    const host = await openHost(app, { from: PUBLIC });
    const guest = await openPeer(app, { from: PUBLIC });
    await connect(guest, host);
    await close(guest);
    await until(host, () => heardOf(host, 'lan:peer:disconnect').length === 1);
    expect(await ask(host.socket, 'lan:host:approve', { peerId: guest.id })).toMatchObject({
      ok: false,
      code: 'PEER_NOT_FOUND',
    });
  });

  test('is let in by its host alone', async () => {
    const [host, other] = [
      await openHost(app, { from: PUBLIC }),
      await openHost(app, { from: PUBLIC }),
    ];
    const guest = await openPeer(app, { from: PUBLIC });
    await connect(guest, host);
    for (const { socket } of [other, guest])
      expect(await ask(socket, 'lan:host:approve', { peerId: guest.id })).toMatchObject({
        ok: false,
      });
    expect(heardOf(guest, 'lan:peer:desktop_data')).toEqual([]);
  });
});

test('peers of different networks never meet', async () => {
  const host = await openHost(app, { from: HOME });
  for (const from of [OTHER_HOME, PUBLIC, '10.0.0.1', '2001:db8::1', '::1', '100.64.0.1']) {
    const guest = await openPeer(app, { from });
    expect(await peersOf(guest)).toEqual([]);
    expect(await connect(guest, host)).toMatchObject({ ok: false, code: 'NOT_LOCAL_NETWORK' });
    expect(errorsOf(guest)).toEqual(['NOT_LOCAL_NETWORK']);
    expect(await ask(host.socket, 'lan:host:approve', { peerId: guest.id })).toMatchObject({
      ok: false,
    });
  }
  await quiet(host);
  expect(host.heard.filter(([event]) => event !== 'lan:error')).toEqual([]);
});

test('peers read of an IPv6 address no more than its /64', async () => {
  const host = await openHost(app, { from: '2001:db8:0:1:aaaa:bbbb:cccc:dddd' });
  const peer = await openPeer(app, { from: '2001:db8:0:1::9' });
  expect(await peersOf(peer)).toMatchObject([{ id: host.id, ip: '2001:db8:0:1::' }]);
  expect(JSON.stringify(peer.heard)).not.toContain('aaaa');
});
