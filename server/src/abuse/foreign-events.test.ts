import { clientEvents } from '@clipline/contract/schemas/events.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { openPeer } from '../../testing/lan.ts';
import { grantFor, makeLink } from '../../testing/links.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { newId } from '../core/ids.ts';

// Every id of another, in every field of every event that carries one, beside secrets that are the
// sender's own or good no longer: nothing is told, nothing is joined, nothing changes.

/** The fields of each event: an id, a secret beside it, or what the sender makes up. */
type Field = 'id' | 'grant' | 'shareToken' | { readonly made: unknown };
const fields: Readonly<Record<keyof typeof clientEvents, Readonly<Record<string, Field>>>> = {
  'join:clip': { clipId: 'id', grant: 'grant' },
  'leave:clip': { clipId: 'id', grant: 'grant' },
  'clip-content-update': { clipId: 'id', content: { made: 'forged' } },
  'clip-files-update': { clipId: 'id', files: { made: [{ id: 'forged', name: 'forged' }] } },
  'join:room': { roomId: 'id' },
  'leave:room': { roomId: 'id' },
  'join:desktop:network': { networkId: 'id', shareToken: 'shareToken' },
  'leave:desktop:network': { networkId: 'id' },
  'desktop:item:created': { networkId: 'id', type: { made: 'text' }, item: 'id' },
  'desktop:item:updated': { networkId: 'id', itemId: 'id', updates: { made: { content: 'x' } } },
  'desktop:item:deleted': { networkId: 'id', itemId: 'id' },
  'lan:host:announce': {},
  'lan:host:update': {},
  'lan:host:approve': { peerId: 'id' },
  'lan:host:refuse': { peerId: 'id' },
  'lan:host:drop': { peerId: 'id' },
  'lan:discover:request_peers': {},
  'lan:peer:connect': { peerId: 'id' },
  'lan:peer:disconnect': { peerId: 'id' },
};

test('every event that clients send is here', () => {
  expect(Object.keys(fields).toSorted()).toEqual(Object.keys(clientEvents).toSorted());
});

/** What one person has of everything. */
interface Things {
  readonly person: Person;
  readonly secret: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly grants: Readonly<Record<'good' | 'revoked' | 'expired', string>>;
  readonly shareTokens: Readonly<Record<'good' | 'renewed', string>>;
}

describe('events about what belongs to others', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ TRUST_PROXY: '127.0.0.0/8' });
  });
  afterEach(closeSockets);
  afterAll(() => app.stop());

  const as =
    ({ headers }: Person) =>
    async (what: Parameters<typeof call>[1], body?: unknown) => {
      const answer = await call(app, what, { headers, body });
      if (answer.status >= 400) throw new Error(answer.text);
      return answer.body;
    };

  async function everythingOf(person: Person, former?: Person): Promise<Things> {
    const mine = as(person);
    const secret = `secret ${newId()}`;
    const clip = await mine('POST /clipboard', { content: secret });
    const { body: file } = await upload(app, `/clipboard/${clip.id}/files`, person.headers, {
      name: `${secret}.txt`,
      bytes: secret,
    });
    const links = [];
    for (let count = 0; count < 3; count++)
      links.push(await makeLink(app, person, { clipId: clip.id, access: 'edit' }));
    const [good = '', revoked = '', expired = ''] = await Promise.all(
      links.map((link) => grantFor(app, link)),
    );
    await mine(`DELETE /links/${links[1]?.id}`);
    await app.store.db
      .updateTable('link_grants')
      .set({ ends_at: Date.now() - 1 })
      .where('link_id', '=', String(links[2]?.id))
      .execute();
    await mine(`PATCH /clipboard/${clip.id}/address`, { open: false });
    const room = await mine('POST /rooms', { name: secret, isPrivate: true });
    const content = await mine(`POST /rooms/${room.id}/content`, { content: secret });
    if (former) {
      await mine(`POST /rooms/${room.id}/members`, { email: former.user.email });
      await as(former)(`GET /rooms/${room.id}`);
      await mine(`DELETE /rooms/${room.id}/members/${former.user.id}`);
    }
    const item = await mine('POST /virtual-desktop/items/text', { content: secret });
    const { desktop } = await mine('GET /virtual-desktop');
    const renewed = desktop.share_token as string;
    const { share_token: token } = await mine('POST /virtual-desktop/share-token');
    const ids = {
      clip: clip.id,
      file: file.id,
      link: links[0]?.id as string,
      room: room.id,
      content: content.id,
      desktop: desktop.id,
      network: desktop.network_id,
      item: item.id,
      person: person.user.id,
    };
    return {
      person,
      secret,
      ids,
      grants: { good, revoked, expired },
      shareTokens: { good: token, renewed },
    };
  }

  /** As its owner reads it, without what is new with each read. */
  async function stateOf({ person, ids }: Things): Promise<string> {
    const mine = as(person);
    const state = await Promise.all([
      mine(`GET /clipboard/${ids['clip']}`),
      mine(`GET /rooms/${ids['room']}`),
      mine('GET /virtual-desktop'),
      mine('GET /links'),
    ]);
    return JSON.stringify(state, (key, value: unknown) => (/url$/i.test(key) ? null : value));
  }

  /** Every payload of an event that names at least one thing of the owner. */
  function payloadsOf(event: keyof typeof fields, theirs: Things, own: Things): unknown[] {
    const foreign = new Set(Object.values(theirs.ids));
    const values: Record<'id' | 'grant' | 'shareToken', unknown[]> = {
      id: [...foreign, ...Object.values(own.ids)],
      grant: [undefined, theirs.grants.revoked, theirs.grants.expired, own.grants.good],
      shareToken: [undefined, theirs.shareTokens.renewed, own.shareTokens.good, own.grants.good],
    };
    let payloads: { readonly payload: Record<string, unknown>; readonly isForeign: boolean }[] = [
      { payload: {}, isForeign: false },
    ];
    for (const [name, field] of Object.entries(fields[event])) {
      const possible = typeof field === 'object' ? [field.made] : values[field];
      payloads = payloads.flatMap(({ payload, isForeign }) =>
        possible.map((value) => ({
          payload:
            value === undefined
              ? payload
              : { ...payload, [name]: name === 'item' ? { id: value } : value },
          isForeign: isForeign || (field === 'id' && foreign.has(String(value))),
        })),
      );
    }
    return payloads.filter(({ isForeign }) => isForeign).map(({ payload }) => payload);
  }

  test('ids of another open and change nothing, in whatever field', async () => {
    const former = await signUp(app);
    const theirs = await everythingOf(await signUp(app), former);
    const own = await everythingOf(former);
    const host = await openPeer(app, {
      type: 'lan_host',
      from: '192.168.1.10',
      token: theirs.person.session.access_token,
    });
    expect(await ask(host.socket, 'lan:host:announce', {})).toMatchObject({ ok: true });
    const ids = { ...theirs.ids, peer: host.id };
    const owner = await connectSocket(app.url, { token: theirs.person.session.access_token });
    const holder = await connectSocket(app.url);
    const { clip: clipId, room: roomId, network: networkId } = theirs.ids;
    const joins: [Socket, string, object][] = [
      [owner, 'join:clip', { clipId }],
      [owner, 'join:room', { roomId }],
      [owner, 'join:desktop:network', { networkId }],
      [holder, 'join:clip', { clipId, grant: theirs.grants.good }],
    ];
    for (const [socket, event, payload] of joins)
      expect(await ask(socket, event, payload)).toMatchObject({ ok: true });
    const heardByOwner = [record(owner), record(holder), host.heard];
    for (const heard of heardByOwner) heard.length = 0;

    const from = '192.168.2.10';
    const senders = [
      await openPeer(app, { from }),
      await openPeer(app, { from, type: 'lan_host', token: former.session.access_token }),
      await openPeer(app, { from, token: (await signUp(app)).session.access_token }),
    ];
    const before = await stateOf(theirs);
    let asked = 0;
    for (const { socket } of senders) {
      // A socket that has left its last channel would be ended.
      const open = await as(former)('POST /clipboard', { content: 'open' });
      await ask(socket, 'join:clip', { clipId: open.id });
      for (const event of Object.keys(fields) as (keyof typeof fields)[])
        for (const payload of payloadsOf(event, { ...theirs, ids }, own)) {
          const answer = await ask(socket, event, payload);
          asked += 1;
          const isTold = JSON.stringify(answer).includes(theirs.secret);
          // To leave what one is not in is no failure.
          const isOk = answer.ok && !event.startsWith('leave:') && event !== 'lan:peer:disconnect';
          expect([event, payload, isTold, isOk]).toEqual([event, payload, false, false]);
        }
    }
    expect(asked).toBeGreaterThan(1000);
    await settle(owner, holder, host.socket);
    // Of the member who was removed before, lists may be told a moment later.
    const isLate = ([event, news]: unknown[]) =>
      event === 'room:updated' && (news as { change: string }).change === 'members';
    for (const heard of heardByOwner)
      expect(heard.filter((message) => !isLate(message))).toEqual([]);
    expect(await stateOf(theirs)).toBe(before);

    // Nor did any of them come into a channel.
    const mine = as(theirs.person);
    await mine(`PUT /clipboard/${clipId}`, { content: `${theirs.secret} again` });
    await mine(`POST /rooms/${roomId}/content`, { content: theirs.secret });
    await mine('POST /virtual-desktop/items/text', { content: theirs.secret });
    await settle(owner, holder, ...senders.map(({ socket }) => socket));
    await expect
      .poll(() => [...new Set(heardByOwner[0]?.map(([event]) => event))])
      .toEqual(
        expect.arrayContaining(['clip-content-updated', 'room:updated', 'desktop:item:new']),
      );
    expect(heardByOwner[1]?.map(([event]) => event)).toContain('clip-content-updated');
    await settle(...senders.map(({ socket }) => socket));
    const named = [theirs.secret, ...Object.values(theirs.ids)];
    for (const { heard } of senders) {
      const told = heard.filter((message) => !isLate(message)).map((each) => JSON.stringify(each));
      expect(told.filter((each) => named.some((name) => each.includes(name)))).toEqual([]);
    }
  });
});
