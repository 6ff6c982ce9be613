import { get } from 'node:http';
import { ProductError } from '@clipline/contract/errors.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRealtime, person, type TestRealtime } from '../../../testing/realtime.ts';
import {
  ask,
  closeSockets,
  connectSocket,
  openSocket,
  record,
  settle,
  type SocketOptions,
} from '../../../testing/sockets.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { serveEvent } from './serve-event.ts';

const users = new Map<string, CurrentUser>();
/** Of 64 KiB, by who brought them about. */
const lumps = { messages: 0, calls: 0 };
let realtime: TestRealtime;

const connect = (options: SocketOptions = {}) => connectSocket(realtime.url, options);

async function start(rateLimits: 'on' | 'off' = 'off'): Promise<void> {
  realtime = await openRealtime({
    rateLimits,
    identify: async (token) => users.get(token) ?? null,
    checkReplies: true,
    limits: {
      allows: async ({ name }: { name: 'messages' | 'calls' }, _key: unknown, count = 1) => {
        lumps[name] += count;
        return true;
      },
    } as never,
  });
}

beforeEach(async () => {
  users.clear();
  users.set('anna-token', person('anna'));
  await start();
});

function stop() {
  closeSockets();
  realtime.stop();
}
afterEach(() => {
  stop();
  expect(realtime.defects).toEqual([]);
});

const clip = (version: number, content = `text ${version}`) => ({
  id: 'c1',
  content,
  userId: 'anna',
  isFavorite: false,
  files: [],
  fileName: null,
  fileType: null,
  filePath: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version,
});

/** A clip that exists only here; `beforeAnswer` runs after its state was read. */
function serveClip(current: { version: number }, beforeAnswer = async () => {}): void {
  serveEvent(realtime, 'leave:clip', async ({ payload, leave }) => {
    leave(`clip:${payload.clipId}`);
    return {};
  });
  serveEvent(realtime, 'join:clip', async ({ payload, join }) => {
    const allow = async () => {
      if (payload.clipId !== 'c1') throw new ProductError('CLIP_NOT_FOUND');
      return `clip:${payload.clipId}`;
    };
    const state = await join(allow, async () => {
      const version = current.version;
      await beforeAnswer();
      return clip(version);
    });
    return { clip: state };
  });
}

const publish = (version: number) =>
  realtime.channels.publish('clip:c1', 'clip-content-updated', {
    clipId: 'c1',
    content: `text ${version}`,
    version,
  });
const news = (version: number) => [
  'clip-content-updated',
  { clipId: 'c1', content: `text ${version}`, version },
];

test.each([undefined, 'https://clips.example.com', 'https://other.example.com', 'same'])(
  'a page of origin %s is let in',
  async (origin) => {
    await expect(
      connect(origin === undefined ? {} : { origin: origin === 'same' ? realtime.url : origin }),
    ).resolves.toBeTruthy();
  },
);

test.each([
  'https://evil.example',
  'null',
  'https://clips.example.com.evil.example',
  'http://clips.example.com',
])('a page of origin %s is refused, and that is told', async (origin) => {
  await expect(connect({ origin })).rejects.toThrow();
  expect(realtime.refused).toEqual([origin]);
});

/** The status that an upgrade to a websocket is answered with; 101 when it becomes one. */
const upgrade = (query: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    get(new URL(`${realtime.url}/socket.io/?EIO=4&transport=websocket${query}`), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    })
      .on('response', (response) => resolve(response.statusCode ?? 0))
      .on('upgrade', (response, line) => {
        line.destroy();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject);
  });

test('a host of a stranger that resolves to this server is refused', async () => {
  const headers = { host: 'rebound.example', origin: 'http://rebound.example' };
  expect(await upgrade('', headers)).toBe(400);
  expect(await upgrade('')).toBe(101);
});

test('a second websocket for a socket that is open is refused, and the first goes on', async () => {
  serveClip({ version: 1 });
  const socket = await connect();
  const { id: sid } = socket.io.engine as unknown as { id: string };
  for (const query of [`&sid=${sid}`, `&%73id=${sid}`, `&sid=x&sid=${sid}`])
    expect(await upgrade(query)).toBe(400);
  expect(
    (await fetch(`${realtime.url}/socket.io/?EIO=4&transport=websocket&sid=${sid}`)).status,
  ).toBe(400);
  expect(await ask(socket, 'join:clip', { clipId: 'c1' })).toMatchObject({ ok: true });
});

test('polling is refused', async () => {
  await expect(connect({ transports: ['polling'] })).rejects.toThrow();
  expect((await fetch(`${realtime.url}/socket.io/?EIO=4&transport=polling`)).status).toBe(400);
});

test.each(['stolen', 5, {}, []])('the bad token %j is refused with Unauthorized', async (token) => {
  await expect(connect({ token })).rejects.toThrow(/^Unauthorized$/);
});

test('what is published reaches each viewer once, in order, and no one else', async () => {
  const current = { version: 1 };
  serveClip(current);
  const [early, late, stranger] = [await connect(), await connect(), await connect()];
  const heard = [early, late, stranger].map(record);
  await ask(early, 'join:clip', { clipId: 'c1' });
  publish(2);
  current.version = 2;
  expect(await ask(late, 'join:clip', { clipId: 'c1' })).toMatchObject({
    ok: true,
    clip: { version: 2 },
  });
  await ask(late, 'join:clip', { clipId: 'c1' });
  for (const version of [3, 4]) publish(version);
  await settle(early, late, stranger);
  expect(heard).toEqual([[news(2), news(3), news(4)], [news(3), news(4)], []]);
});

test('who is in two channels hears what is told in both once', async () => {
  serveClip({ version: 1 });
  const [anna, guest] = [await connect({ token: 'anna-token' }), await connect()];
  const heard = [anna, guest].map(record);
  for (const socket of [anna, guest]) await ask(socket, 'join:clip', { clipId: 'c1' });
  const change = { clipId: 'c1', change: 'updated', version: 2, via: null } as const;
  realtime.channels.publish('user:anna', 'clip-update', change, 'clip:c1');
  realtime.channels.publish('clip:c1', 'clip-update', change);
  await settle(anna, guest);
  expect(heard).toEqual([[['clip-update', change]], [['clip-update', change]]]);
});

test('what a socket is answered counts for it, what it hears of does not', async () => {
  serveClip({ version: 1 });
  serveEvent(realtime, 'clip-content-update', async () => ({
    clip: clip(1, 'x'.repeat(10 * 64 * 1024)),
  }));
  const viewer = await connect({ token: 'anna-token' });
  await ask(viewer, 'join:clip', { clipId: 'c1' });
  lumps.calls = 0;
  const payload = { clipId: 'c1', content: 'x'.repeat(10 * 64 * 1024), version: 2 };
  realtime.channels.publish('clip:c1', 'clip-content-updated', payload);
  await settle(viewer);
  expect(lumps.calls).toBe(0);
  await ask(viewer, 'clip-content-update', { clipId: 'c1' });
  expect(lumps.calls).toBe(10);
});

test('news that come while a state is read are not lost', async () => {
  serveClip({ version: 1 }, async () => publish(2));
  const socket = await connect();
  const heard = record(socket);
  expect(await ask(socket, 'join:clip', { clipId: 'c1' })).toMatchObject({ clip: { version: 1 } });
  expect(heard).toEqual([news(2)]);
});

test('who is put out while the state is read hears no more and is refused', async () => {
  let isOpen = true;
  const look = async () => {
    if (!isOpen) throw new ProductError('CLIP_NOT_FOUND');
    return 'clip:c1';
  };
  serveEvent(realtime, 'leave:clip', async () => ({}));
  const hasJoined = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  serveEvent(realtime, 'join:clip', async ({ join }) => ({
    clip: await join(look, async () => {
      hasJoined.resolve();
      await goesOn.promise;
      await look();
      return clip(1);
    }),
  }));
  const socket = await connect({ token: 'anna-token' });
  const heard = record(socket);
  const joined = ask(socket, 'join:clip', { clipId: 'c1' });
  await hasJoined.promise;
  isOpen = false;
  realtime.channels.expel('clip:c1', 'anna');
  publish(2);
  goesOn.resolve();
  expect(await joined).toMatchObject({ ok: false, code: 'CLIP_NOT_FOUND' });
  publish(3);
  await settle(socket);
  expect(heard).toEqual([]);
});

test('a refused join, a leave and a leave during a join hear nothing', async () => {
  const current = { version: 1 };
  let leaveNow = async () => {};
  serveClip(current, () => leaveNow());
  const socket = await connect();
  const heard = record(socket);
  expect(await ask(socket, 'join:clip', { clipId: 'other' })).toEqual({
    ok: false,
    error: 'Clip not found',
    code: 'CLIP_NOT_FOUND',
  });
  const other = { clipId: 'other', content: '', version: 1 };
  realtime.channels.publish('clip:other', 'clip-content-updated', other);
  await ask(socket, 'join:clip', { clipId: 'c1' });
  await ask(socket, 'leave:clip', { clipId: 'c1' });
  publish(2);
  leaveNow = async () => void socket.emit('leave:clip', { clipId: 'c1' });
  await ask(socket, 'join:clip', { clipId: 'c1' });
  await ask(socket, 'leave:clip', { clipId: 'other' });
  publish(3);
  await settle(socket);
  expect(heard).toEqual([]);
});

test('slow joins hold back a leave of their own, and nothing about another thing', async () => {
  const goesOn = Promise.withResolvers<void>();
  serveEvent(realtime, 'join:clip', async ({ payload: { clipId }, join }) => ({
    clip: await join(
      async () => `clip:${clipId}`,
      async () => {
        if (clipId === 'c1') await goesOn.promise;
        return clip(1);
      },
    ),
  }));
  serveEvent(realtime, 'leave:clip', async ({ payload: { clipId }, leave }) => {
    leave(`clip:${clipId}`);
    return {};
  });
  const sockets = await Promise.all(Array.from({ length: 5 }, () => connect()));
  const heard = sockets.map(record);
  const done: string[] = [];
  const slow = sockets.flatMap((socket) =>
    ['join:clip', 'leave:clip'].map(async (event) => {
      await ask(socket, event, { clipId: 'c1' });
      done.push(event);
    }),
  );
  for (const socket of [...sockets, await connect()])
    expect(await ask(socket, 'join:clip', { clipId: 'c2' })).toMatchObject({ ok: true });
  expect(done).toEqual([]);
  goesOn.resolve();
  await Promise.all(slow);
  publish(2);
  await settle(...sockets);
  expect(heard.flat()).toEqual([]);
});

test('a network has so many sockets at a time, and one more once another has closed', async () => {
  stop();
  await start('on');
  const open = [];
  for (let n = 0; n < 100; n++) open.push(await connect());
  await expect(connect()).rejects.toThrow();
  open.pop()?.disconnect();
  // The server hears of it a moment later.
  await expect.poll(async () => (await connect()).connected).toBe(true);
  await expect(connect()).rejects.toThrow();
});

test('the sockets of a session that ended are closed, others stay', async () => {
  users.set('other-token', { ...person('anna'), sessionId: 'another' });
  const [first, other, guest] = [
    await connect({ token: 'anna-token' }),
    await connect({ token: 'other-token' }),
    await connect(),
  ];
  const closed = new Promise((resolve) => first.once('disconnect', resolve));
  realtime.channels.disconnectSession('session-of-anna');
  expect(await closed).toBe('io server disconnect');
  expect([other.connected, guest.connected]).toEqual([true, true]);
});

test('a session that ends while its socket connects does not keep the socket', async () => {
  const anna = users.get('anna-token') as CurrentUser;
  let asked = 0;
  users.get = (token: string) => (token === 'anna-token' && asked++ === 0 ? anna : undefined);
  const socket = openSocket(realtime.url, { token: 'anna-token' });
  await new Promise((resolve) => socket.once('disconnect', resolve));
  delete (users as { get?: unknown }).get;
  expect(asked).toBe(2);
});

test('a text of 512 KiB fits into a message, three times as much as it can need does not', async () => {
  serveEvent(realtime, 'clip-content-update', async () => ({ clip: clip(1) }));
  const anna = await connect({ token: 'anna-token' });
  expect(
    await ask(anna, 'clip-content-update', { clipId: 'c1', content: '\u0001'.repeat(512 * 1024) }),
  ).toMatchObject({ ok: true });
  const closed = new Promise((resolve) => anna.once('disconnect', resolve));
  anna.emit('clip-content-update', { clipId: 'c1', content: 'x'.repeat(9 * 1024 * 1024) });
  expect(await closed).toBe('transport close');
});

test('a handler that fails unexpectedly returns Server error and is logged', async () => {
  serveEvent(realtime, 'join:clip', async () => {
    throw new TypeError('secret detail');
  });
  const socket = await connect();
  expect(await ask(socket, 'join:clip', { clipId: 'c1' })).toEqual({
    ok: false,
    error: 'Server error',
    code: 'SERVER_ERROR',
  });
  expect(realtime.defects.splice(0)).toMatchObject([{ event: 'join:clip' }]);
});

test('a socket that floods is closed; others are served', async () => {
  stop();
  await start('on');
  serveClip({ version: 1 });
  const [flood, calm] = [await connect(), await connect()];
  const closed = new Promise((resolve) => flood.once('disconnect', resolve));
  for (let sent = 0; sent < 400; sent++)
    flood.emit(sent % 2 === 0 ? 'join:clip' : 'unknown', { clipId: 'c1' });
  expect(await closed).toBe('io server disconnect');
  expect(await ask(calm, 'join:clip', { clipId: 'c1' })).toMatchObject({ ok: true });
});

test('refused joins leave no trace', async () => {
  serveClip({ version: 1 });
  const socket = await connect();
  for (let tried = 0; tried < 250; tried++)
    expect(await ask(socket, 'join:clip', { clipId: `not-${tried}` })).toMatchObject({ ok: false });
  expect(await ask(socket, 'join:clip', { clipId: 'c1' })).toMatchObject({ ok: true });
});

test('one socket can be in a bounded number of channels', async () => {
  serveEvent(realtime, 'join:clip', async ({ payload, join }) => ({
    clip: await join(
      async () => `clip:${payload.clipId}`,
      async () => clip(1),
    ),
  }));
  const socket = await connect();
  for (let joined = 0; joined < 200; joined++)
    expect(await ask(socket, 'join:clip', { clipId: `c${joined}` })).toMatchObject({ ok: true });
  expect(await ask(socket, 'join:clip', { clipId: 'one-more' })).toMatchObject({
    ok: false,
    code: 'TOO_MANY_REQUESTS',
  });
});

test('a closing server drops its sockets so that they come back elsewhere', async () => {
  const socket = await connect();
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  realtime.close();
  expect(await closed).toBe('transport close');
});
