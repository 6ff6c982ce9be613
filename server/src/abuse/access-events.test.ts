import { randomUUID } from 'node:crypto';
import { type ErrorCode, errors } from '@clipline/contract/errors.ts';
import { clientEvents, serverEvents } from '@clipline/contract/schemas/events.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Scene, scenes, stateOf } from '../../testing/access-scenes.ts';
import {
  type AccessRow,
  accessTable,
  type Caller,
  type TokenColumn,
  tokenColumns,
} from '../../testing/access-table.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { openHost, openPeer, type Peer, until } from '../../testing/lan.ts';
import { grantFor } from '../../testing/links.ts';
import { sendClip } from '../../testing/push.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { billingSettings, deliver, StripeServer } from '../../testing/stripe-server.ts';
import { upload } from '../../testing/uploads.ts';
import { newId } from '../core/ids.ts';
import { filesWithPreview } from '../files/files.queries.ts';

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

/** A column of the table, or a token of the owner. */
type Asker = Caller | TokenColumn['caller'];

/** The thing, and a socket of everybody. */
interface Stage {
  readonly scene: Pick<Scene, 'ids' | 'secret' | 'owner'>;
  readonly sockets: Map<Asker, Socket>;
  readonly shareTokens: Readonly<Partial<Record<Caller, string>>>;
  readonly peers: Readonly<Partial<Record<Caller | 'waiting', Peer>>>;
}

async function stageOf(on: TestApp, about: string): Promise<Stage> {
  const scene = await (scenes[about] as (app: TestApp) => Promise<Scene>)(on);
  const sockets = new Map<Asker, Socket>();
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
  const sockets = new Map<Asker, Socket>([['anonymous', anonymous]]);
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
function joinOf(stage: Stage, about: string, caller: Asker): [string, object] | undefined {
  const { ids } = stage.scene;
  const token = stage.shareTokens[caller as Caller];
  const holding = (name: string) => (token === undefined ? {} : { [name]: token });
  if (about.includes('clip') || about.includes('draft'))
    return ['join:clip', { clipId: ids['id'], ...holding('grant') }];
  if (about.includes('room')) return ['join:room', { roomId: ids['id'] }];
  if (about.includes('desktop'))
    return ['join:desktop:network', { networkId: ids['networkId'], ...holding('shareToken') }];
  return undefined;
}

async function join(stage: Stage, about: string, caller: Asker): Promise<void> {
  const joining = joinOf(stage, about, caller);
  if (joining) await ask(socketOf(stage, caller), ...joining);
}

function payloadOf({ what }: AccessRow, { scene: { ids }, peers }: Stage): unknown {
  const area = what.split(':')[0];
  if (what.endsWith(':clip') || area?.startsWith('clip-')) return { clipId: ids['id'] };
  if (what.endsWith(':room')) return { roomId: ids['id'] };
  if (what === 'app:front') return { front: true };
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

const socketOf = ({ sockets }: Stage, caller: Asker): Socket => {
  const socket = sockets.get(caller);
  if (!socket) throw new Error(`There is no socket of the ${caller}`);
  return socket;
};

/** A stage where everybody tried to join. */
async function openFor(row: AccessRow): Promise<Stage> {
  const stage = await open(row.about);
  if (!isJoin(row)) for (const each of stage.sockets.keys()) await join(stage, row.about, each);
  return stage;
}

/** A token of its owner, or of anybody, comes to a stage. */
async function addToken(stage: Stage, row: AccessRow, { caller, held }: TokenColumn) {
  const { user } = stage.scene.owner ?? (await signUp(app));
  const { token } = await makeToken(app, user.id, held);
  stage.sockets.set(caller, await connectSocket(app.url, { token }));
  if (!isJoin(row)) await join(stage, row.about, caller);
}

const scopeOf = ({ what }: AccessRow) => clientEvents[what as keyof typeof clientEvents].scope;
const tokensOf = (row: AccessRow) => tokenColumns(scopeOf(row));
const expectedOf = (row: AccessRow, { owner }: Stage['scene']): [Asker, string][] => [
  ...row.expected,
  ...tokensOf(row)
    .filter(({ refusal }) => owner !== undefined || refusal === 'TOKEN_NOT_ALLOWED')
    .map(({ caller, refusal }): [Asker, string] => [
      caller,
      refusal ?? row.expected.get('owner') ?? '',
    ]),
];

/** With an id of the owner in the place of each that it names, whatever of the owner's it is. */
const mistaken = (payload: unknown, ids: Readonly<Record<string, string>>) =>
  Object.values(ids).map((id): unknown =>
    JSON.parse(JSON.stringify(payload), (key, value: unknown) => (/id$/i.test(key) ? id : value)),
  );

describe('what clients send', () => {
  test.each(sent.map((row) => [`${row.what} · ${row.about}`, row] as const))(
    '%s',
    async (_name, row) => {
      const shared = await openFor(row);
      const told = record(socketOf(shared, 'owner'));
      const all = expectedOf(row, shared.scene);
      // The owner hears what others are told until it has left.
      const ownerLast = all.toSorted(([a], [b]) => Number(a === 'owner') - Number(b === 'owner'));
      for (const [caller, wanted] of ownerLast) {
        const isServed = wanted.startsWith('ok');
        // One who may change something for others has a stage for themselves.
        const stage = isServed && row.what.startsWith('lan:') ? await openFor(row) : shared;
        const token = tokensOf(row).find((each) => each.caller === caller);
        if (token) await addToken(stage, row, token);
        const { ids, secret } = stage.scene;
        const before = await stateOf(app);
        const payload = isJoin(row) ? joinOf(stage, row.about, caller)?.[1] : payloadOf(row, stage);
        const answer = await ask(socketOf(stage, caller), row.what, payload);
        const {
          ok,
          status = '',
          code,
        } = answer as {
          ok: boolean;
          status?: string;
          code?: ErrorCode;
        };
        const isOwn = wanted.endsWith(' own');
        expect([
          caller,
          ok ? ['ok', status, isOwn ? 'own' : ''].filter(Boolean).join(' ') : code,
        ]).toEqual([caller, wanted]);
        const isShown = isServed && !isOwn && row.about !== 'a draft';
        expect([caller, JSON.stringify(answer).includes(secret)]).toEqual([caller, isShown]);
        if (code === undefined) continue;
        const error = errors[code].text.replace('{scope}', String(scopeOf(row)));
        expect(answer).toMatchObject({ ok: false, error, code });
        for (const other of mistaken(payload, ids)) {
          const refused = await ask(socketOf(stage, caller), row.what, other);
          expect([caller, other, refused.ok]).toEqual([caller, other, false]);
          expect(JSON.stringify(refused)).not.toContain(secret);
        }
        expect([caller, await stateOf(app)]).toEqual([caller, before]);
      }
      await settle(socketOf(shared, 'owner'));
      // Of a room, what happened before comes a moment later; a failure is its sender's own.
      expect(told.filter(([event]) => !/^room:|^lan:error$/.test(String(event)))).toEqual([]);
    },
  );
});

/** A call of the owner, whose path names ids of the scene. */
const owns =
  (what: Parameters<typeof call>[1], body?: unknown) =>
  async ({ scene: { owner, ids }, peers }: Stage): Promise<void> => {
    const path = what.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? '');
    const headers = owner?.headers ?? peers.owner?.headers ?? {};
    const { status, text } = await call(app, path as typeof what, { headers, body });
    if (status >= 400) throw new Error(text);
  };
const says =
  (caller: Caller, event: string, payload: (stage: Stage) => unknown) => (stage: Stage) =>
    ask(socketOf(stage, caller), event, payload(stage));
const toRoom = ({ scene }: Stage) => ({ roomId: scene.ids['id'] });
const toHost = ({ scene }: Stage) => ({ peerId: scene.ids['hostId'] });
const save = owns('PUT /clipboard/{id}', { content: 'x' });
const add = owns('POST /rooms/{id}/content', { content: 'x' });
const move = owns('PATCH /virtual-desktop/items/{itemId}', { position: { x: 9, y: 9 } });

async function preview({ scene: { ids } }: Stage): Promise<void> {
  const files = filesWithPreview(app.store.db).where('files.id', '=', ids['fileId'] ?? '');
  const file = await files.executeTakeFirstOrThrow();
  const tell = app.files.previews.tell.get(file.holder_kind);
  await tell?.({ ...file, preview_width: 3, preview_height: 2 });
}

/** What happens, by the words of docs/access.md: to what, and how. */
const happenings: Readonly<Record<string, readonly [string, (stage: Stage) => Promise<unknown>]>> =
  {
    'the owner saves a clip': ['a saved clip', save],
    'the owner saves a draft': ['a draft', save],
    'the owner attaches a file': [
      'a saved clip',
      ({ scene: { owner, ids } }) =>
        upload(app, `/clipboard/${ids['id']}/files`, (owner as Person).headers),
    ],
    'a preview of a clip is made': ['a saved clip', preview],
    'a preview of a private room is made': ['a private room', preview],
    'a preview of a desktop is made': ['a desktop', preview],
    'the owner saves a closed clip': ['a closed clip with a link to edit', save],
    'the owner closes the address': [
      'a clip with a link to read',
      owns('PATCH /clipboard/{id}/address', { open: false }),
    ],
    'the owner revokes a link': ['a clip with a link to read', owns('DELETE /links/{linkId}')],
    'a visitor opens a link': [
      'a clip with a link to read',
      ({ scene: { ids } }) => grantFor(app, { url: `/s/${ids['token']}` }),
    ],
    'a member adds to a private room': ['a private room', add],
    'a member adds to a public room': ['a public room', add],
    'a member closes a private room': ['a private room', says('member', 'leave:room', toRoom)],
    'a member closes a public room': ['a public room', says('member', 'leave:room', toRoom)],
    "a clip is sent to the owner's device": [
      'a sent clip',
      ({ scene: { owner, ids } }) =>
        sendClip(app, owner as Person, ids['device'] ?? '', ids['clipId']),
    ],
    'the owner sees what was sent': ['a sent clip', owns('POST /devices/inbox/{id}/seen')],
    'the owner adds to a desktop': [
      'a desktop',
      owns('POST /virtual-desktop/items/text', { content: 'x' }),
    ],
    'the owner arranges a desktop': [
      'a desktop',
      owns('PATCH /virtual-desktop/items/{id}', { position: { x: 1, y: 1 } }),
    ],
    'the owner removes from a desktop': ['a desktop', owns('DELETE /virtual-desktop/items/{id}')],
    'the owner renews the link of a desktop': [
      'a desktop',
      owns('POST /virtual-desktop/share-token'),
    ],
    'the host announces itself': [
      'a private network',
      says('owner', 'lan:host:announce', () => ({ name: 'Ada' })),
    ],
    'another device looks for hosts': [
      'a private network',
      says('holder', 'lan:discover:request_peers', () => ({})),
    ],
    'another device connects': [
      'a private network, none dropped',
      says('holder', 'lan:peer:connect', toHost),
    ],
    "the host's desktop changes": ['a private network', move],
    "the host's desktop changes, and guests asked for item news": [
      'a private network of item news',
      move,
    ],
    'the host disconnects a peer': [
      'a private network',
      says('owner', 'lan:host:drop', ({ peers }) => ({ peerId: peers.member?.id })),
    ],
    'a disconnected peer asks again': [
      'a private network',
      says('former', 'lan:peer:connect', toHost),
    ],
    'a device of another network connects': [
      'a private network',
      says('stranger', 'lan:peer:connect', toHost),
    ],
    'a page connects again': [
      'a saved clip',
      async ({ sockets }) => {
        for (const socket of sockets.values()) {
          socket.disconnect();
          const connected = new Promise<void>((resolve) => socket.once('connect', resolve));
          socket.connect();
          await connected;
        }
      },
    ],
    'another device asks to be let in': [
      'a handover',
      ({ scene }) =>
        call(app, 'POST /auth/handover/claim', { body: { token: scene.ids['token'] } }),
    ],
    "the owner's plan changes": ['an account where plans are sold', buy],
  };

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

  test.each(Object.entries(happenings))('%s', async (when, [to, act]) => {
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
    // What was added before is over.
    await vi.waitFor(() => expect(app.unreadSince.size).toBe(0), 10_000);
    await settle(...sockets.values());

    const records = new Map(
      [...sockets].map(([caller, socket]) => [caller, { socket, heard: record(socket) }]),
    );
    await act(stage);
    const events = (caller: Asker) =>
      [...new Set(records.get(caller)?.heard.map(([event]) => String(event)))].toSorted();
    const wanted = (caller: Asker) =>
      rows
        .filter(({ expected }) => expected.get(caller as Caller) === 'hears')
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
