import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';

let app: TestApp;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let networkId: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());
afterEach(closeSockets);
beforeEach(async () => {
  browser = await openBrowser(app);
  networkId = browser.desktop.network_id;
});

const as = (headers: Record<string, string>, what: Parameters<typeof call>[1], body?: unknown) =>
  call(app, what, { body, headers });
const addText = (content = 'New', more: object = {}) =>
  as(browser.headers, 'POST /virtual-desktop/items/text', { content, ...more });
const move = (itemId: string, x: number) =>
  as(browser.headers, `PATCH /virtual-desktop/items/${itemId}`, { position: { x, y: 0 } });
const join = (socket: Socket, shareToken?: string) =>
  ask(
    socket,
    'join:desktop:network',
    shareToken === undefined ? networkId : { networkId, shareToken },
  );

async function joined(kind: 'owner' | 'holder'): Promise<{ socket: Socket; heard: unknown[][] }> {
  const socket = await connectSocket(app.url, kind === 'owner' ? { headers: browser.headers } : {});
  expect((await join(socket, kind === 'owner' ? undefined : browser.desktop.share_token)).ok).toBe(
    true,
  );
  return { socket, heard: record(socket) };
}

test('joining returns the state as calls do, with the id alone or in an object', async () => {
  const owner = await connectSocket(app.url, { headers: browser.headers });
  const state = { ok: true, desktop: browser.desktop, items: browser.items };
  expect(await join(owner)).toEqual(state);
  expect(await ask(owner, 'join:desktop:network', { networkId })).toEqual(state);
  const holder = await connectSocket(app.url);
  const shared = (await as({}, `GET /virtual-desktop/shared/${browser.desktop.share_token}`)).body;
  expect(await join(holder, browser.desktop.share_token)).toEqual({ ok: true, ...shared });
  expect(shared.desktop).not.toHaveProperty('share_token');
});

test('every change is heard by owner and holder, whichever made it, once', async () => {
  const listeners = [await joined('owner'), await joined('holder')];
  const { body: item } = await addText('Live', { position: { x: 1, y: 2 } });
  await move(item.id, 30);
  await as(
    { 'x-desktop-token': browser.desktop.share_token },
    `DELETE /virtual-desktop/items/${item.id}`,
  );
  const { body: restored } = await as(
    browser.headers,
    `POST /virtual-desktop/items/${item.id}/restore`,
  );
  for (const { socket, heard } of listeners) {
    await settle(socket);
    expect(heard).toEqual([
      ['desktop:item:new', { networkId, type: 'text', item }],
      [
        'desktop:item:modified',
        {
          networkId,
          itemId: item.id,
          updates: { position: { x: 30, y: 0 }, size: item.size, version: 2 },
        },
      ],
      ['desktop:item:removed', { networkId, itemId: item.id, version: 3 }],
      ['desktop:item:new', { networkId, type: 'text', item: restored }],
    ]);
  }
});

test('a change that changes nothing, and a repeated creation, are not told', async () => {
  const { socket, heard } = await joined('owner');
  const key = { 'idempotency-key': crypto.randomUUID() };
  const create = () =>
    as({ ...browser.headers, ...key }, 'POST /virtual-desktop/items/text', {
      content: 'Once',
      position: { x: 4, y: 0 },
    });
  const responses = await Promise.all([create(), create(), create()]);
  await create();
  await move(responses[0]?.body.id, 4);
  await settle(socket);
  expect(heard).toEqual([
    ['desktop:item:new', { networkId, type: 'text', item: responses[0]?.body }],
  ]);
});

test('an emit is acknowledged with what is stored, and no one hears of it', async () => {
  const [{ socket: owner, heard: byOwner }, { socket: holder, heard: byHolder }] = [
    await joined('owner'),
    await joined('holder'),
  ];
  const unjoined = await connectSocket(app.url, { headers: browser.headers });
  const [item] = browser.items;
  const emits = [
    ['desktop:item:created', { networkId, type: 'text', item: { ...item, content: 'Forged' } }],
    [
      'desktop:item:updated',
      { networkId, itemId: item.id, updates: { position: { x: 666, y: 666 } } },
    ],
    ['desktop:item:deleted', { networkId, itemId: item.id }],
  ] as const;
  for (const socket of [owner, holder, unjoined])
    for (const [event, payload] of emits)
      expect(await ask(socket, event, payload)).toEqual({ ok: true, item });
  expect(
    await ask(owner, 'desktop:item:created', { networkId, item: { id: 'unknown' } }),
  ).toMatchObject({ ok: false, code: 'ITEM_NOT_FOUND' });
  await settle(owner, holder);
  expect([byOwner, byHolder]).toEqual([[], []]);

  await as(browser.headers, `DELETE /virtual-desktop/items/${item.id}`);
  for (const [event, payload] of emits)
    expect(await ask(owner, event, payload)).toEqual({ ok: true, item: null });
  await settle(owner, holder);
  const removed = [['desktop:item:removed', { networkId, itemId: item.id, version: 2 }]];
  expect([byOwner, byHolder]).toEqual([removed, removed]);
});

test('the acknowledgement of an emit carries a link for the one who sent it', async () => {
  const [owner, holder] = [await joined('owner'), await joined('holder')];
  const { body: item } = await upload(app, '/virtual-desktop/items/file', browser.headers);
  const payload = { networkId, itemId: item.id };
  const links: string[] = [];
  for (const { socket } of [owner, holder]) {
    const answer = await ask(socket, 'desktop:item:updated', payload);
    links.push(answer.item.file_url);
  }
  await as(browser.headers, 'POST /virtual-desktop/share-token');
  expect(
    (await Promise.all(links.map((link) => fetch(app.url + link)))).map(({ status }) => status),
  ).toEqual([200, 403]);
});

test('a renewed share token ends what was joined by the old one, and nothing else', async () => {
  const [owner, holder] = [await joined('owner'), await joined('holder')];
  await as(browser.headers, 'POST /virtual-desktop/share-token');
  const { body: item } = await addText();
  await settle(owner.socket, holder.socket);
  expect(holder.heard).toEqual([['desktop:closed', { networkId }]]);
  expect(owner.heard).toEqual([['desktop:item:new', { networkId, type: 'text', item }]]);
  expect(await join(holder.socket, browser.desktop.share_token)).toMatchObject({
    ok: false,
    code: 'DESKTOP_NOT_FOUND',
  });
  expect(
    await ask(holder.socket, 'desktop:item:updated', { networkId, itemId: item.id }),
  ).toMatchObject({ ok: false });
});

test('joining again in another way does not double the news; leaving ends them', async () => {
  const { socket, heard } = await joined('owner');
  await join(socket, browser.desktop.share_token);
  await join(socket);
  await addText();
  await settle(socket);
  expect(heard).toHaveLength(1);
  expect(await ask(socket, 'leave:desktop:network', { networkId })).toEqual({ ok: true });
  await addText();
  await settle(socket);
  expect(heard).toHaveLength(1);
});

test('a desktop that became a user’s is no longer told to other sockets of the browser', async () => {
  const { socket, heard } = await joined('owner');
  const person: Person = await signUp(app);
  const adopted = await as({ ...person.headers, ...browser.headers }, 'GET /virtual-desktop');
  const mine = await connectSocket(app.url, { token: person.session.access_token });
  const ownId = adopted.body.desktop.network_id;
  expect((await ask(mine, 'join:desktop:network', ownId)).ok).toBe(true);
  const heardByMe = record(mine);
  await as(person.headers, 'POST /virtual-desktop/items/text', { content: 'Private now' });
  await settle(socket, mine);
  expect([heard.length, heardByMe.length]).toEqual([0, 1]);
});

test('two tabs that drag at once end with the same places', async () => {
  const tabs = [await joined('owner'), await joined('owner')];
  const [item] = browser.items;
  const responses = await Promise.all(Array.from({ length: 40 }, (_, x) => move(item.id, x + 1)));
  expect(new Set(responses.map(({ body }) => body.version)).size).toBe(40);
  const [final] = (await as(browser.headers, 'GET /virtual-desktop')).body.items;
  for (const { socket, heard } of tabs) {
    await settle(socket);
    const updates = heard.map(
      ([, news]) => (news as { updates: { version: number; position: object } }).updates,
    );
    const versions = updates.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(updates.at(-1)).toEqual({
      position: final.position,
      size: final.size,
      version: final.version,
    });
  }
});

test('a large desktop is read in parts: a viewer who joins meanwhile misses nothing', async () => {
  const long = 'x'.repeat(300_000);
  for (let number = 0; number < 5; number++) await addText(`${number} ${long}`);
  const sockets = await Promise.all(
    Array.from({ length: 4 }, () => connectSocket(app.url, { headers: browser.headers })),
  );
  const heard = sockets.map((socket) => record(socket));
  const joining = Promise.all(sockets.map((socket) => join(socket)));
  const added = (await addText('while they join')).body;
  const states = await joining;
  await settle(...sockets);
  const { items } = (await as(browser.headers, 'GET /virtual-desktop')).body;
  expect(items.at(-1)).toEqual(added);
  for (const [at, state] of states.entries()) {
    const known = new Map((state.items as { id: string }[]).map((item) => [item.id, item]));
    const news = (heard[at] ?? []).filter(([event]) => event === 'desktop:item:new');
    // News may come before the state that contains it; clients compare.
    for (const [, { item }] of news as [string, { item: { id: string } }][])
      known.set(item.id, item);
    expect([...known.values()]).toEqual(items);
  }
});
