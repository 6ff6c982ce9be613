import { randomUUID } from 'node:crypto';
import { type ErrorCode, errors } from '@clipline/contract/errors.ts';
import { clientEvents, serverEvents } from '@clipline/contract/schemas/events.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, scenes } from '../../testing/access-scenes.ts';
import { type AccessRow, accessTable, type Caller } from '../../testing/access-table.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import type { Person } from '../../testing/factories.ts';
import { openHost, openPeer, type Peer, until } from '../../testing/lan.ts';
import { grantFor } from '../../testing/links.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { billingSettings, StripeServer } from '../../testing/stripe-server.ts';
import { upload } from '../../testing/uploads.ts';
import { deliver } from '../../testing/webhooks.ts';
import { newId } from '../core/ids.ts';

const sent = accessTable('Events that clients send');
const heard = accessTable('Events that the server sends');

let app: TestApp;
let selling: TestApp;
const stripe = new StripeServer();
beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
  selling = await buildTestApp(billingSettings(await stripe.listen()));
});
afterEach(closeSockets);
afterAll(async () => {
  await app.stop();
  await selling.stop();
  await stripe.close();
});

test.each([
  ['clients', sent, clientEvents],
  ['the server', heard, serverEvents],
] as const)('every event of %s has its row, and every row its event', (_whose, rows, events) => {
  expect([...new Set(rows.map(({ what }) => what))].toSorted()).toEqual(
    Object.keys(events).toSorted(),
  );
});

/** The thing, and a socket of everybody. */
interface Stage {
  readonly scene: Pick<Scene, 'ids' | 'secret' | 'owner'>;
  readonly sockets: ReadonlyMap<Caller, Socket>;
  readonly shareTokens: Readonly<Partial<Record<Caller, string>>>;
  readonly peers: Readonly<Partial<Record<Caller | 'waiting', Peer>>>;
}

async function stageOf(on: TestApp, about: string): Promise<Stage> {
  const scene = await (scenes[about] as (app: TestApp) => Promise<Scene>)(on);
  const sockets = new Map<Caller, Socket>();
  const shareTokens: Partial<Record<Caller, string>> = {};
  for (const [caller, { token, headers, ids }] of Object.entries(scene.callers) as [
    Caller,
    NonNullable<Scene['callers'][Caller]>,
  ][]) {
    // Without a session there is no socket of it.
    if (token === undefined && 'authorization' in headers) continue;
    const own = 'cookie' in headers ? { headers: { cookie: headers['cookie'] } } : {};
    sockets.set(
      caller,
      await connectSocket(on.url, { ...own, ...(token === undefined ? {} : { token }) }),
    );
    if (ids?.['shareToken'] !== undefined && caller !== 'owner')
      shareTokens[caller] = ids['shareToken'];
  }
  if (about.includes('link')) await joinElsewhere(on, scene, [...sockets.values()]);
  return { scene, sockets, shareTokens, peers: {} };
}

/** A socket that leaves its only channel is disconnected: these have another one. */
async function joinElsewhere(on: TestApp, { owner }: Scene, sockets: Socket[]): Promise<void> {
  const { body } = await call(on, 'POST /clipboard', {
    headers: (owner as Person).headers,
    body: { content: 'Elsewhere' },
  });
  for (const socket of sockets) await ask(socket, 'join:clip', { clipId: body.id });
}

const HOME = '192.168.1.10';
const ELSEWHERE = '192.168.2.10';
const PUBLIC = '203.0.113.7';

async function network(
  kind: 'private' | 'shared',
  { wasAnybodyDropped = true, itemNews = false } = {},
): Promise<Stage> {
  const secret = `secret ${newId()}`;
  const from = kind === 'private' ? HOME : PUBLIC;
  const owner = await openHost(app, { from, texts: [secret] });
  const guest = async (letIn: boolean) => {
    const peer = await openPeer(app, { from });
    if (letIn) await ask(peer.socket, 'lan:peer:connect', { peerId: owner.id, itemNews });
    if (letIn && kind === 'shared')
      await ask(owner.socket, 'lan:host:approve', { peerId: peer.id });
    return peer;
  };
  const [member, former, waiting, holder] = [
    await guest(true),
    await guest(true),
    await guest(true),
    await guest(false),
  ];
  if (wasAnybodyDropped) {
    for (const peer of [former, waiting])
      await ask(owner.socket, 'lan:host:drop', { peerId: peer.id });
    await ask(waiting.socket, 'lan:peer:connect', { peerId: owner.id, itemNews });
  }
  const peers = {
    owner,
    member,
    former,
    holder,
    waiting,
    stranger: await openHost(app, { from: ELSEWHERE }),
  };
  const anonymous = await connectSocket(app.url, { headers: { 'x-forwarded-for': from } });
  const { id, desktop, items } = { ...owner.browser, id: owner.id };
  const sockets = new Map<Caller, Socket>([['anonymous', anonymous]]);
  for (const caller of ['stranger', 'former', 'member', 'owner', 'holder'] as const)
    sockets.set(caller, peers[caller].socket);
  return {
    scene: {
      owner: undefined,
      secret,
      ids: { hostId: id, desktopId: desktop.id, itemId: items[0].id },
    },
    sockets,
    shareTokens: {},
    peers,
  };
}

const stages: Record<string, (() => Promise<Stage>) | undefined> = {
  'a private network': () => network('private'),
  'a private network, none dropped': () => network('private', { wasAnybodyDropped: false }),
  'a private network of item news': () => network('private', { itemNews: true }),
  'a shared network': () => network('shared'),
};
const open = (about: string, on = app): Promise<Stage> => stages[about]?.() ?? stageOf(on, about);

/** How the thing is joined, where it can be. */
async function join(
  { scene: { ids }, sockets, shareTokens }: Stage,
  about: string,
  caller: Caller,
): Promise<unknown> {
  const socket = sockets.get(caller) as Socket;
  const shareToken = shareTokens[caller];
  if (about.includes('clip') || about.includes('draft'))
    return ask(socket, 'join:clip', {
      clipId: ids['id'],
      ...(shareToken === undefined ? {} : { grant: shareToken }),
    });
  if (about.includes('room')) return ask(socket, 'join:room', { roomId: ids['id'] });
  if (about.includes('desktop'))
    return ask(socket, 'join:desktop:network', {
      networkId: ids['networkId'],
      ...(shareToken === undefined ? {} : { shareToken }),
    });
  return undefined;
}

function payloadOf({ what }: AccessRow, { scene: { ids }, peers }: Stage): unknown {
  const area = what.split(':')[0];
  if (what.endsWith(':clip') || area?.startsWith('clip-')) return { clipId: ids['id'] };
  if (what.endsWith(':room')) return { roomId: ids['id'] };
  if (what === 'leave:desktop:network') return { networkId: ids['networkId'] };
  if (what === 'desktop:item:created')
    return { networkId: ids['networkId'], type: 'text', item: { id: ids['id'] } };
  if (area === 'desktop') return { networkId: ids['networkId'], itemId: ids['id'] };
  if (what === 'lan:host:approve' || what === 'lan:host:refuse')
    return { peerId: peers.waiting?.id };
  if (what === 'lan:host:drop') return { peerId: peers.member?.id };
  if (what.startsWith('lan:peer:')) return { peerId: ids['hostId'] };
  return {};
}

const isJoin = ({ what }: AccessRow) => what.startsWith('join:');

describe('what clients send', () => {
  test.each(sent.map((row) => [`${row.what} · ${row.about}`, row] as const))(
    '%s',
    async (_name, row) => {
      const shared = await open(row.about);
      for (const [caller, wanted] of row.expected) {
        const isServed = wanted.startsWith('ok');
        const stage = isServed ? await open(row.about) : shared;
        const socket = stage.sockets.get(caller);
        if (!socket) throw new Error(`${row.about} knows no ${caller}`);
        if (!isJoin(row)) await join(stage, row.about, caller);
        const answer = isJoin(row)
          ? await join(stage, row.about, caller)
          : await ask(socket, row.what, payloadOf(row, stage));
        const {
          ok,
          status = '',
          code,
        } = answer as { ok: boolean; status?: string; code?: ErrorCode };
        const isOwn = wanted.endsWith(' own');
        expect([
          caller,
          ok ? ['ok', status, isOwn ? 'own' : ''].filter(Boolean).join(' ') : code,
        ]).toEqual([caller, wanted]);
        if (code !== undefined)
          expect(answer).toEqual({ ok: false, error: errors[code].text, code });
        const isShown = isServed && !isOwn && row.about !== 'a draft';
        expect([caller, JSON.stringify(answer).includes(stage.scene.secret)]).toEqual([
          caller,
          isShown,
        ]);
      }
    },
  );
});

/** What happens, by the words of docs/access.md: to what, and how. */
const happenings: Readonly<
  Record<string, { readonly to: string; readonly act: (stage: Stage) => Promise<unknown> }>
> = {
  'the owner saves a clip': {
    to: 'a saved clip',
    act: (stage) => asOwner(stage, `PUT /clipboard/${stage.scene.ids['id']}`, { content: 'x' }),
  },
  'the owner saves a draft': {
    to: 'a draft',
    act: (stage) => asOwner(stage, `PUT /clipboard/${stage.scene.ids['id']}`, { content: 'x' }),
  },
  'the owner attaches a file': {
    to: 'a saved clip',
    act: ({ scene: { owner, ids } }) =>
      upload(app, `/clipboard/${ids['id']}/files`, (owner as Person).headers),
  },
  'the owner saves a closed clip': {
    to: 'a closed clip with a link to edit',
    act: (stage) => asOwner(stage, `PUT /clipboard/${stage.scene.ids['id']}`, { content: 'x' }),
  },
  'the owner closes the address': {
    to: 'a clip with a link to read',
    act: (stage) =>
      asOwner(stage, `PATCH /clipboard/${stage.scene.ids['id']}/address`, { open: false }),
  },
  'the owner revokes a link': {
    to: 'a clip with a link to read',
    act: (stage) => asOwner(stage, `DELETE /links/${stage.scene.ids['linkId']}`),
  },
  'a visitor opens a link': {
    to: 'a clip with a link to read',
    act: ({ scene: { ids } }) => grantFor(app, { url: `/s/${ids['token']}` }),
  },
  'a member adds to a private room': {
    to: 'a private room',
    act: (stage) =>
      asOwner(stage, `POST /rooms/${stage.scene.ids['id']}/content`, { content: 'x' }),
  },
  'a member adds to a public room': {
    to: 'a public room',
    act: (stage) =>
      asOwner(stage, `POST /rooms/${stage.scene.ids['id']}/content`, { content: 'x' }),
  },
  'a member closes a private room': {
    to: 'a private room',
    act: (stage) => say(stage, 'member', 'leave:room', { roomId: stage.scene.ids['id'] }),
  },
  'a member closes a public room': {
    to: 'a public room',
    act: (stage) => say(stage, 'member', 'leave:room', { roomId: stage.scene.ids['id'] }),
  },
  'the owner adds to a desktop': {
    to: 'a desktop',
    act: (stage) => asOwner(stage, 'POST /virtual-desktop/items/text', { content: 'x' }),
  },
  'the owner arranges a desktop': {
    to: 'a desktop',
    act: (stage) =>
      asOwner(stage, `PATCH /virtual-desktop/items/${stage.scene.ids['id']}`, {
        position: { x: 1, y: 1 },
      }),
  },
  'the owner removes from a desktop': {
    to: 'a desktop',
    act: (stage) => asOwner(stage, `DELETE /virtual-desktop/items/${stage.scene.ids['id']}`),
  },
  'the owner renews the link of a desktop': {
    to: 'a desktop',
    act: (stage) => asOwner(stage, 'POST /virtual-desktop/share-token'),
  },
  'the host announces itself': {
    to: 'a private network',
    act: (stage) => say(stage, 'owner', 'lan:host:announce', { name: 'Ada' }),
  },
  'another device looks for hosts': {
    to: 'a private network',
    act: (stage) => say(stage, 'holder', 'lan:discover:request_peers', {}),
  },
  'another device connects': {
    to: 'a private network, none dropped',
    act: (stage) => say(stage, 'holder', 'lan:peer:connect', { peerId: stage.scene.ids['hostId'] }),
  },
  "the host's desktop changes": { to: 'a private network', act: moveBlock },
  "the host's desktop changes, and guests asked for item news": {
    to: 'a private network of item news',
    act: moveBlock,
  },
  'the host disconnects a peer': {
    to: 'a private network',
    act: (stage) => say(stage, 'owner', 'lan:host:drop', { peerId: stage.peers.member?.id }),
  },
  'a disconnected peer asks again': {
    to: 'a private network',
    act: (stage) => say(stage, 'former', 'lan:peer:connect', { peerId: stage.scene.ids['hostId'] }),
  },
  'a device of another network connects': {
    to: 'a private network',
    act: (stage) =>
      say(stage, 'stranger', 'lan:peer:connect', { peerId: stage.scene.ids['hostId'] }),
  },
  'a page connects again': {
    to: 'a saved clip',
    act: async ({ sockets }) => {
      for (const socket of sockets.values()) {
        socket.disconnect();
        const connected = new Promise<void>((resolve) => socket.once('connect', resolve));
        socket.connect();
        await connected;
      }
    },
  },
  "the owner's plan changes": { to: 'an account where plans are sold', act: (stage) => buy(stage) },
};

async function asOwner(
  { scene }: Stage,
  what: Parameters<typeof call>[1],
  body?: unknown,
): Promise<void> {
  const { status, text } = await call(app, what, {
    headers: (scene.owner as Person).headers,
    body,
  });
  if (status >= 400) throw new Error(text);
}
const say = ({ sockets }: Stage, caller: Caller, event: string, payload: unknown) =>
  ask(sockets.get(caller) as Socket, event, payload);

function moveBlock({ peers, scene: { ids } }: Stage) {
  return call(app, `PATCH /virtual-desktop/items/${ids['itemId']}`, {
    headers: (peers.owner as Awaited<ReturnType<typeof openHost>>).browser.headers,
    body: { position: { x: 9, y: 9 } },
  });
}

async function buy({ scene }: Stage): Promise<void> {
  const { headers } = scene.owner as Person;
  const { body } = await call(selling, 'POST /stripe/checkout', { headers, body: { plan: 'pro' } });
  const bought = stripe.pay(String(body.url).split('/').at(-1) as string);
  await deliver(selling, stripe.subscriptionEvent(bought, 'customer.subscription.created'));
}

describe('what the server sends when', () => {
  test('something happens that every row knows', () => {
    expect([...new Set(heard.map(({ about }) => about))].toSorted()).toEqual(
      Object.keys(happenings).toSorted(),
    );
  });

  test.each(Object.entries(happenings))('%s', async (when, { to, act }) => {
    const rows = heard.filter(({ about }) => about === when);
    const stage = await open(to, to.endsWith('are sold') ? selling : app);
    const { sockets, scene } = stage;
    const present = sockets.get('owner') as Socket;
    const introduced = record(present);
    for (const caller of sockets.keys()) await join(stage, to, caller);
    // Who is there is told a moment after they came; here the member comes before the owner.
    if (to.endsWith('room'))
      await until({ socket: present }, () =>
        introduced.some(
          ([event, news]) =>
            event === 'room:presence' &&
            (news as { came: string[] }).came.includes((scene.owner as Person).user.id),
        ),
      );
    await settle(...sockets.values());

    const records = new Map(
      [...sockets].map(([caller, socket]) => [caller, { socket, heard: record(socket) }]),
    );
    await act(stage);
    const events = (caller: Caller) =>
      [...new Set(records.get(caller)?.heard.map(([event]) => String(event)))].toSorted();
    const wanted = (caller: Caller) =>
      rows
        .filter(({ expected }) => expected.get(caller) === 'hears')
        .map(({ what }) => what)
        .toSorted();
    for (const [caller, { socket }] of records)
      await until({ socket }, () =>
        wanted(caller).every((event) => events(caller).includes(event)),
      );
    await settle(...sockets.values());
    for (const caller of records.keys())
      expect([caller, events(caller)]).toEqual([caller, wanted(caller)]);
    for (const [caller, { heard: messages }] of records)
      if (wanted(caller).length === 0)
        expect([caller, JSON.stringify(messages).includes(scene.secret)]).toEqual([caller, false]);
  });
});

test('a made-up peer opens nothing', async () => {
  const { sockets } = await network('private');
  for (const event of ['lan:peer:connect', 'lan:host:approve', 'lan:host:refuse', 'lan:host:drop'])
    expect(
      await ask(sockets.get('owner') as Socket, event, { peerId: randomUUID() }),
    ).toMatchObject({ ok: false, code: 'PEER_NOT_FOUND' });
});
