import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { heardOf, openHost, openPeer, type Peer, until } from '../../testing/lan.ts';
import { ask, closeSockets, connectSocket, ended } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { changePeer } from '../lan/lan.changes.ts';
import { findPresence, listGuestsOfDesktop } from '../lan/lan.queries.ts';

// Who is near, who was near, and who only seems to be; and what a desktop keeps of its former
// owner.

const HOME = '192.168.1.10';
const HOME_TOO = '192.168.1.20';
const PUBLIC = '203.0.113.7';

const connect = (guest: Peer, host: Peer) =>
  ask(guest.socket, 'lan:peer:connect', { peerId: host.id });
const close = async ({ socket }: Peer) => {
  const gone = ended(socket);
  socket.close();
  await gone;
};

describe('on a network', () => {
  let app: TestApp;
  afterEach(async () => {
    closeSockets();
    await app.stop();
  });
  const start = async (more: Record<string, string> = {}) => {
    app = await buildTestApp({ TRUST_PROXY: '127.0.0.1', ...more });
  };

  describe('who was turned away', () => {
    test('comes back as another, and the host is asked; friends come and go', async () => {
      await start();
      const host = await openHost(app, { from: HOME });
      const { session } = await signUp(app);
      const token = session.access_token;
      const friend = await openPeer(app, { from: HOME_TOO, token });
      const guest = await openPeer(app, { from: HOME_TOO });
      expect(await connect(friend, host)).toMatchObject({ status: 'connected' });
      expect(await connect(guest, host)).toMatchObject({ status: 'connected' });
      await ask(host.socket, 'lan:host:drop', { peerId: guest.id });
      await close(guest);
      const { headers } = await openBrowser(app, 'A cookie of its own');
      const stranger = await signUp(app);
      for (const disguise of [{}, { headers }, { token: stranger.session.access_token }]) {
        const again = await openPeer(app, { from: HOME_TOO, ...disguise });
        expect(await connect(again, host)).toMatchObject({ ok: true, status: 'waiting' });
      }
      await close(friend);
      const back = await openPeer(app, { from: HOME_TOO, token });
      expect(await connect(back, host)).toMatchObject({ status: 'connected' });
    });

    test('stays so when the host connects anew, under its old id or another', async () => {
      await start();
      const share = async ({ headers, session }: Person, id: string = randomUUID()) => {
        const body = { content: 'shown' };
        await call(app, 'POST /virtual-desktop/items/text', { headers, body });
        const options = { type: 'lan_host', from: HOME, token: session.access_token, id };
        const peer = await openPeer(app, options);
        expect(await ask(peer.socket, 'lan:host:announce', {})).toMatchObject({ ok: true });
        return peer;
      };
      const owner = await signUp(app);
      let host = await share(owner);
      const [guest, other] = [await signUp(app), await signUp(app)];
      const token = guest.session.access_token;
      const friend = other.session.access_token;
      const first = await openPeer(app, { from: HOME_TOO, token });
      expect(await connect(first, host)).toMatchObject({ status: 'connected' });
      await ask(host.socket, 'lan:host:drop', { peerId: first.id });
      // Asking once more does not undo it.
      expect(await connect(first, host)).toMatchObject({ ok: true, status: 'waiting' });
      for (const id of [host.id, undefined]) {
        await close(host);
        await expect
          .poll(() => connect(first, host))
          .toMatchObject({
            code: 'PEER_NOT_FOUND',
          });
        host = await share(owner, id);
        const again = await openPeer(app, { from: HOME_TOO, token });
        expect(await connect(again, host)).toMatchObject({ ok: true, status: 'waiting' });
        await close(again);
        // A peer it cannot tell from the one who was turned away is asked about as well.
        const unsure = await openPeer(app, { from: HOME_TOO, token: friend });
        expect(await connect(unsure, host)).toMatchObject({ ok: true, status: 'waiting' });
        await close(unsure);
      }
      // Another user's host on the same network knows nothing of it.
      const others = await share(other);
      const there = await openPeer(app, { from: HOME_TOO, token });
      expect(await connect(there, others)).toMatchObject({ status: 'connected' });
    });

    test('does not come in under the id of a friend, nor one kept in reserve', async () => {
      await start();
      const host = await openHost(app, { from: HOME });
      const friend = await openBrowser(app, 'A cookie of its own');
      const known = await openPeer(app, { from: HOME_TOO, headers: friend.headers });
      const [reserve, guest] = [
        await openPeer(app, { from: HOME_TOO }),
        await openPeer(app, { from: HOME_TOO }),
      ];
      for (const peer of [known, reserve, guest])
        expect(await connect(peer, host)).toMatchObject({ status: 'connected' });
      for (const gone of [known, reserve]) {
        await close(gone);
        await expect.poll(() => findPresence(app.store.db, gone.id)).toBeUndefined();
      }
      await ask(host.socket, 'lan:host:drop', { peerId: guest.id });
      for (const { id } of [known, reserve]) {
        const disguised = await openPeer(app, { from: HOME_TOO, id });
        expect(await connect(disguised, host)).toMatchObject({ ok: true, status: 'waiting' });
      }
    });

    test('does not learn anything under the id of one who was connected', async () => {
      await start();
      const host = await openHost(app, { from: PUBLIC });
      const friend = await openBrowser(app, 'A cookie of its own');
      const guest = await openPeer(app, { from: PUBLIC, headers: friend.headers });
      await connect(guest, host);
      await ask(host.socket, 'lan:host:approve', { peerId: guest.id });
      await until(guest, () => heardOf(guest, 'lan:peer:desktop_data').length > 0);
      // As a node leaves it that dies: the guest is there no more, and no one noted that it went.
      await app.store.db
        .updateTable('lan_peers')
        .set({ session_id: 'of a node that died', seen_at: 0 })
        .where('peer_id', '=', guest.id)
        .execute();
      const disguised = await openPeer(app, { from: PUBLIC, id: guest.id });
      await call(app, 'POST /virtual-desktop/items/text', {
        headers: host.browser.headers,
        body: { content: 'For guests' },
      });
      expect(await connect(disguised, host)).toMatchObject({ ok: true, status: 'waiting' });
      expect(heardOf(disguised, 'lan:desktop:update')).toEqual([]);
      expect(heardOf(disguised, 'lan:peer:desktop_data')).toEqual([]);
    });

    describe('stays so', () => {
      /** A person's desktop with one block, and the hosts that show it. */
      async function sharing() {
        const { headers, session } = await signUp(app);
        const token = session.access_token;
        const body = { content: 'shown' };
        await call(app, 'POST /virtual-desktop/items/text', { headers, body });
        return async (id?: string) => {
          const host = { type: 'lan_host', from: HOME, token, ...(id && { id }) };
          const peer = await openPeer(app, host);
          expect(await ask(peer.socket, 'lan:host:announce', {})).toMatchObject({ ok: true });
          return peer;
        };
      }
      const turnedAwayFrom = async (host: Peer) => {
        const guest = await openPeer(app, { from: HOME_TOO });
        expect(await connect(guest, host)).toMatchObject({ status: 'connected' });
        await ask(host.socket, 'lan:host:drop', { peerId: guest.id });
        return guest;
      };

      test('although it takes the id of its host meanwhile', async () => {
        await start();
        const share = await sharing();
        const host = await share();
        const guest = await turnedAwayFrom(host);
        await close(host);
        await until(guest, () => heardOf(guest, 'lan:peer:disconnect').length > 1);
        const thief = await openPeer(app, { from: HOME_TOO, id: host.id });
        await until(thief, () => heardOf(thief, 'lan:error').length > 0);
        expect(heardOf(thief, 'lan:error')).toMatchObject([{ code: 'PEER_ID_TAKEN' }]);
        await close(thief);
        const back = await share(host.id);
        expect(await connect(guest, back)).toMatchObject({ ok: true, status: 'waiting' });
      });

      test('at a host that was back before it was noticed that it had gone', async () => {
        await start();
        const share = await sharing();
        const before = await share();
        const guest = await turnedAwayFrom(before);
        const after = await share();
        await close(before);
        expect(await connect(guest, after)).toMatchObject({ ok: true, status: 'waiting' });
      });

      test('at another device of the same person', async () => {
        await start();
        const share = await sharing();
        const [laptop, phone] = [await share(), await share()];
        const guest = await turnedAwayFrom(laptop);
        expect(await connect(guest, phone)).toMatchObject({ ok: true, status: 'waiting' });
      });
    });

    test('nor asks more often because it asks all at once', async () => {
      await start();
      const host = await openHost(app, { from: PUBLIC });
      const peers = await Promise.all(
        Array.from({ length: 30 }, () => openPeer(app, { from: PUBLIC })),
      );
      const answers = await Promise.all(peers.map((peer) => connect(peer, host)));
      expect(answers.filter(({ status }) => status === 'waiting')).toHaveLength(10);
      expect(answers.filter(({ code }) => code === 'PEER_REFUSED')).toHaveLength(20);
    });
  });

  describe('at a server that people reach from anywhere', () => {
    test('a private address proves nothing: the host is always asked', async () => {
      await start({ PUBLIC_URL: 'http://clips.example.com' });
      for (const from of ['172.17.0.1', '127.0.0.1', 'fd00::1']) {
        const host = await openHost(app, { from });
        expect(host.answer).toMatchObject({
          ok: true,
          security: { network: 'shared', approvalRequired: true },
        });
        const guest = await openPeer(app, { from });
        expect(await connect(guest, host)).toMatchObject({ ok: true, status: 'waiting' });
        expect(
          (
            await call(app, 'GET /virtual-desktop/lan-data', {
              headers: { ...host.browser.headers, 'x-forwarded-for': from },
            })
          ).body.security,
        ).toEqual({ network: 'shared', approvalRequired: true });
        await close(host);
      }
    });
  });

  describe('a desktop that a user adopted', () => {
    test('has new secrets, and those who were there are out', async () => {
      await start();
      const { headers, desktop } = await openBrowser(app, 'Mine');
      const old = { networkId: desktop.network_id, shareToken: desktop.share_token };
      const holder = await connectSocket(app.url);
      const before = await connectSocket(app.url, { headers });
      expect(await ask(holder, 'join:desktop:network', old)).toMatchObject({ ok: true });
      expect(await ask(before, 'join:desktop:network', old.networkId)).toMatchObject({ ok: true });
      const closed = new Promise((resolve) => void holder.once('desktop:closed', resolve));
      const host = await openPeer(app, { type: 'lan_host', headers, from: HOME });
      await ask(host.socket, 'lan:host:announce', {});
      const guest = await openPeer(app, { from: HOME_TOO });
      expect(await connect(guest, host)).toMatchObject({ status: 'connected' });
      const file = await upload(app, '/virtual-desktop/items/file', headers);
      await until(guest, () => heardOf(guest, 'lan:desktop:update').length > 0);
      const links = [file.body, heardOf(guest, 'lan:desktop:update').at(-1).items.at(-1)].map(
        (item) => new URL(item.file_url, app.url),
      );
      const opened = async () => Promise.all(links.map(async (link) => (await fetch(link)).status));
      expect(await opened()).toEqual([200, 200]);

      const { headers: signedIn } = await signUp(app);
      const mine = await call(app, 'GET /virtual-desktop', {
        headers: { ...signedIn, ...headers },
      });
      expect(mine.body.desktop.id).toBe(desktop.id);
      expect(mine.body.desktop.network_id).not.toBe(old.networkId);
      expect(mine.body.desktop.share_token).not.toBe(old.shareToken);
      await closed;
      await until(guest, () => heardOf(guest, 'lan:peer:disconnect').length > 0);
      await until(host, () => heardOf(host, 'lan:error').length > 0);
      for (const claim of [old, old.networkId, { ...old, networkId: mine.body.desktop.network_id }])
        expect(await ask(before, 'join:desktop:network', claim)).toMatchObject({ ok: false });
      expect(
        await call(app, `GET /virtual-desktop/shared/${desktop.id}`, {
          headers: { 'x-desktop-token': old.shareToken },
        }),
      ).toMatchObject({ status: 404 });
      expect(await connect(guest, host)).toMatchObject({ ok: false, code: 'PEER_NOT_FOUND' });
      expect(await opened()).toEqual([404, 404]);
    });

    test('is shown by no one who announced it at that very moment', async () => {
      await start();
      const { headers, desktop } = await openBrowser(app, 'Mine');
      const host = await openPeer(app, { type: 'lan_host', headers, from: HOME });
      const guest = await openPeer(app, { from: HOME_TOO });
      const { headers: signedIn } = await signUp(app);
      const asBoth = { ...signedIn, ...headers };
      await call(app, 'GET /virtual-desktop', { headers: asBoth });
      // Looked up before the desktop had another owner, noted after.
      await changePeer(app.store.db, host.id, { desktopId: desktop.id });
      expect(await connect(guest, host)).toMatchObject({ ok: false, code: 'PEER_NOT_FOUND' });
      const row = { presence: JSON.stringify({ peerId: guest.id }), standing: 'connected' };
      await app.store.db
        .insertInto('lan_guests')
        .values({ host_id: host.id, guest_id: guest.id, link_id: 'link', ...row })
        .execute();
      expect(await listGuestsOfDesktop(app.store.db, desktop.id)).toEqual([]);
    });
  });

  test('over HTTPS no other host can set the cookie of a desktop', async () => {
    await start({ PUBLIC_URL: 'https://clips.example.com' });
    const { headers } = await call(app, 'POST /virtual-desktop/items/text', {
      body: { content: 'Mine' },
    });
    const given = headers.get('set-cookie') ?? '';
    expect(given).toMatch(/^__Host-clipline_desktop=[\w-]{43}; Path=\/; .*; Secure$/);
    expect(given).not.toContain('Domain');
    const [cookie = ''] = given.split(';');
    const read = async (sent: string) =>
      (await call(app, 'GET /virtual-desktop', { headers: { cookie: sent } })).body.items.length;
    expect(await read(cookie)).toBe(1);
    expect(await read(cookie.replace('__Host-', ''))).toBe(0);
  });
});
