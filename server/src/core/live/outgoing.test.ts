import { EventEmitter, once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ask, closeSockets, connectSocket } from '../../../testing/sockets.ts';
import { outgoingOf, watchOutgoing } from './outgoing.ts';
import { serveEvent } from './serve-event.ts';
import { createRealtime, type Realtime } from './server.ts';

/** More than the buffers of a connection take. */
const LONG = 'x'.repeat(15 * 1024 ** 2);

let httpServer: HttpServer;
let realtime: Realtime;
let port: number;
/** What was read from the store, in order. */
let loads: string[];
/** Resolves when the server has come to the event that says so. */
let hasCome: Promise<void>;

beforeEach(async () => {
  httpServer = createServer();
  realtime = createRealtime({
    httpServer,
    own: { PUBLIC_URL: 'http://clipline.test', CORS_ORIGINS: [] },
    onOriginRefused: () => {},
    identify: async () => null,
    addressOf: () => '127.0.0.1',
    onSessionEnd: () => {},
    allowsBytes: async () => true,
    maxSocketsOfNetwork: 100,
    allowsConnection: async () => true,
    limitEvents: false,
    limitJoins: async () => {},
    build: () => 'one',
    checkReplies: false,
    log: { error: (entry: unknown) => expect.unreachable(String(entry)) } as never,
  });
  loads = [];
  serveEvent(realtime, 'join:clip', ({ payload: { clipId }, join }) =>
    join(
      clipId,
      async () => {},
      async () => {
        loads.push(clipId);
        return { clip: clipId.startsWith('short') ? '' : LONG } as never;
      },
    ),
  );
  hasCome = new Promise((resolve) => {
    serveEvent(realtime, 'leave:clip', async ({ payload: { clipId } }) => {
      if (clipId === 'last') resolve();
      return clipId === 'long' ? { answer: LONG } : {};
    });
  });
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  ({ port } = httpServer.address() as AddressInfo);
});

afterEach(async () => {
  closeSockets();
  realtime.close();
  httpServer.close();
  httpServer.closeAllConnections();
  await once(httpServer, 'close');
});

/** One masked message of text, as short as these are. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length]), Buffer.alloc(4), bytes]);
}

/** A client that takes the handshake and reads nothing more. */
async function openSilent(): Promise<{ line: Socket; say: (message: string) => void }> {
  const line = connect(port, '127.0.0.1');
  line.on('error', () => {});
  line.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
  );
  let heard = '';
  const say = (message: string) => void line.write(frame(message));
  await new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      const before = heard;
      heard += chunk.toString('latin1');
      if (!before.includes('0{"sid"') && heard.includes('0{"sid"')) say('40');
      if (!heard.includes('40{"sid"')) return;
      line.off('data', hear);
      resolve();
    };
    line.on('data', hear);
  });
  line.pause();
  return { line, say };
}

test('one join of a channel is read at a time, and no other before it was taken', async () => {
  const { line, say } = await openSilent();
  for (let number = 0; number < 100; number++)
    say(`42${number}["join:clip",{"clipId":"${number % 2}"}]`);
  say('42["leave:clip",{"clipId":"last"}]');
  await hasCome;
  // A second may have begun before the first was written.
  expect(loads.length).toBeLessThanOrEqual(2);
  const other = await connectSocket(`http://127.0.0.1:${port}`);
  expect(await ask(other, 'join:clip', { clipId: 'other' })).toMatchObject({ ok: true });
  expect(loads.length).toBeLessThanOrEqual(3);
  line.destroy();
});

test('the joins that waited are answered once it reads, the others were refused', async () => {
  const socket = await connectSocket(`http://127.0.0.1:${port}`);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => ask(socket, 'join:clip', { clipId: 'one' })),
  );
  const refused = responses.filter(({ ok }) => !ok);
  expect(responses.slice(0, 5).every(({ ok, clip }) => ok && clip === LONG)).toBe(true);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['TOO_MANY_REQUESTS']));
  expect(loads).toHaveLength(responses.length - refused.length);
  expect(loads.length).toBeLessThan(10);
  expect(await ask(socket, 'join:clip', { clipId: 'one' })).toMatchObject({ ok: true });
});

test('of joins of any number of channels a few wait for who does not read, the others are refused', async () => {
  const { line, say } = await openSilent();
  say('420["join:clip",{"clipId":"first"}]');
  await expect.poll(() => loads).toEqual(['first']);
  for (let number = 1; number <= 1000; number++)
    say(`42${number}["join:clip",{"clipId":"short${number}"}]`);
  say('42["leave:clip",{"clipId":"last"}]');
  await hasCome;
  expect(loads).toEqual(['first']);
  let heard = '';
  line.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  line.resume();
  await expect.poll(() => loads.length).toBe(21);
  await expect.poll(() => heard.match(/"TOO_MANY_REQUESTS"/g)?.length).toBe(980);
  line.destroy();
});

test.each([
  [
    'asks for acknowledgements',
    (say: (message: string) => void) => say('421["leave:clip",{"clipId":"long"}]'),
  ],
  [
    'is told news',
    () => realtime.channels.publish('news', 'clip-content-updated', { content: LONG } as never),
  ],
])('who %s and does not read is cut off', async (_what, provoke) => {
  const { line, say } = await openSilent();
  say('42["join:clip",{"clipId":"news"}]');
  const gone = once(line, 'close');
  say('42["leave:clip",{"clipId":"last"}]');
  await hasCome;
  for (let times = 0; times < 8; times++) provoke(say);
  const other = await connectSocket(`http://127.0.0.1:${port}`);
  while (realtime.countSockets() > 1) await ask(other, 'leave:clip', { clipId: 'x' });
  line.resume();
  await gone;
  expect(other.connected).toBe(true);
});

test('who sends pings and reads no answer is cut off', async () => {
  const isCut = new Promise((resolve) => {
    realtime.greeters.push((connection) => connection.onClose(() => resolve('cut')));
  });
  const { line, say } = await openSilent();
  const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125]), Buffer.alloc(4 + 125)]);
  line.write(Buffer.concat(Array.from({ length: 200_000 }, () => ping)));
  say('42["leave:clip",{"clipId":"last"}]');
  expect(await Promise.race([isCut, hasCome.then(() => 'served on')])).toBe('cut');
  line.destroy();
});

test('a ping is answered', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  await once(socket, 'open');
  socket.ping('there?');
  expect(String((await once(socket, 'pong'))[0])).toBe('there?');
  socket.terminate();
});

/** A connection of which no more is known than how much waits. */
function connectionWith(writableLength: number) {
  const line = { writableLength, destroyed: false, destroy: () => void (line.destroyed = true) };
  const connection = Object.assign(new EventEmitter(), { request: { socket: line } });
  watchOutgoing(connection as never, () => {});
  return { line, check: () => outgoingOf(connection as never).check(), connection };
}

test('what waits for all together is bounded: those with most are cut', () => {
  const MIB = 1024 ** 2;
  const opened = Array.from({ length: 30 }, (_, index) => connectionWith((index % 15) * MIB));
  opened.push(...Array.from({ length: 9 }, () => connectionWith(10 * MIB)));
  for (const { check } of opened) check();
  const waiting = opened.filter(({ line }) => !line.destroyed);
  const bytes = waiting.map(({ line }) => line.writableLength);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(256 * MIB);
  expect(bytes.reduce((sum, each) => sum + each)).toBeGreaterThan(230 * MIB);
  expect(Math.max(...bytes)).toBeLessThan(14 * MIB);
  for (const { connection } of opened) connection.emit('close');
});

test('what waits for all is bounded when it comes at once as well', () => {
  const opened = Array.from({ length: 40 }, () => connectionWith(0));
  for (const { connection } of opened) connection.emit('packetCreate', { data: LONG });
  expect(opened.filter(({ line }) => !line.destroyed)).toHaveLength(17);
  for (const { connection } of opened) connection.emit('close');
});
