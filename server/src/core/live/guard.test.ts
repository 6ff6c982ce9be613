import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Packet } from 'socket.io-parser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openRealtime, type TestRealtime } from '../../../testing/realtime.ts';
import { ask, closeSockets, connectSocket } from '../../../testing/sockets.ts';
import { BoundedWebSockets, cutHeaviest, guardedParser } from './guard.ts';
import { serveEvent } from './serve-event.ts';

const MANY = 3_000_000;

/** What Socket.IO is given of these messages of one socket that has made its handshake. */
function decoded(...messages: string[]): Packet[] {
  const { Decoder } = guardedParser(false);
  const decoder = new Decoder();
  const packets: Packet[] = [];
  decoder.on('decoded', (packet) => void packets.push(packet));
  for (const message of ['0', ...messages]) decoder.add(message);
  return packets.slice(1);
}

test('of the messages of one packet each is read in a turn of its own', async () => {
  const websockets = new BoundedWebSockets({ port: 0, host: '127.0.0.1' });
  await once(websockets, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(websockets.address() as AddressInfo).port}`);
  const [server] = (await once(websockets, 'connection')) as [WebSocket];
  const inTurn = [0];
  const all = new Promise<void>((resolve) => {
    server.on('message', () => {
      inTurn.push((inTurn.pop() ?? 0) + 1);
      if (inTurn.at(-1) === 1) setImmediate(() => inTurn.push(0));
    });
    server.on('ping', () => {
      expect(inTurn).toHaveLength(51);
      resolve();
    });
  });
  const message = Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x33]);
  const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
  await once(socket, 'open');
  const { _socket: line } = socket as WebSocket & { _socket: Socket };
  line.write(Buffer.concat([...Array.from({ length: 50 }, () => message), ping]));
  await all;
  expect(Math.max(...inTurn)).toBe(1);
  socket.terminate();
  websockets.close();
});

test.each([
  ['digits', `2${'7'.repeat(MANY)}`],
  ['blanks', `2${' '.repeat(MANY)}`],
  ['a namespace without an end', `2/${'a'.repeat(MANY)}`],
  ['digits of bytes', `5${'7'.repeat(MANY)}`],
  ['a name without an end', `2["${'a'.repeat(MANY)}`],
  ['no name', '2'],
])('an event of %s is no event', (_what, message) => {
  expect(decoded(message)).toEqual([]);
});

test.each([
  ['deep', `27["join:clip",${'['.repeat(MANY)}`],
  ['finely cut', `27["join:clip",[${'{},'.repeat(MANY / 3)}`],
  ['waits for bytes', '599-7["join:clip",{"_placeholder":true,"num":0}]'],
])('an event that is %s has a payload that none takes', (_what, message) => {
  expect(decoded(message)).toMatchObject([{ id: 7, data: ['join:clip', 0] }]);
});

test.each(['0', '0{"token":"x"}', `1/${'a'.repeat(200)},`, '3', '6', '4', 'x', ''])(
  'after the handshake %j ends the socket',
  (message) => {
    expect(() => decoded(message)).toThrow();
  },
);

test('what waits for all together is bounded: those with most are cut', () => {
  const MIB = 1024 ** 2;
  const bytes = [...Array.from({ length: 30 }, (_, at) => at % 15), ...Array(9).fill(10)];
  const lines = bytes.map((mib) => ({
    isCut: false,
    waiting: () => mib * MIB,
    cut() {
      this.isCut = true;
    },
  }));
  cutHeaviest(lines);
  const left = lines.filter(({ isCut }) => !isCut).map((line) => line.waiting());
  expect(left.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(256 * MIB);
  expect(left.reduce((sum, each) => sum + each)).toBeGreaterThan(230 * MIB);
  expect(Math.max(...left)).toBeLessThan(14 * MIB);
});

describe('who does not read', () => {
  /** More than the buffers of a connection take. */
  const LONG = 'x'.repeat(15 * 1024 ** 2);
  let realtime: TestRealtime;
  /** Resolves when the server has come to the event that says so. */
  let hasCome: Promise<void>;

  beforeEach(async () => {
    realtime = await openRealtime();
    serveEvent(realtime, 'join:clip', ({ payload: { clipId }, join }) =>
      join(
        async () => clipId,
        async () => ({ clip: '' }) as never,
      ),
    );
    hasCome = new Promise((resolve) => {
      serveEvent(realtime, 'leave:clip', async ({ payload: { clipId } }) => {
        if (clipId === 'last') resolve();
        return clipId === 'long' ? { answer: LONG } : {};
      });
    });
  });
  afterEach(() => {
    closeSockets();
    realtime.stop();
    expect(realtime.defects).toEqual([]);
  });

  /** One masked message of text, as short as these are. */
  function frame(text: string): Buffer {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length]), Buffer.alloc(4), bytes]);
  }

  /** A client that takes the handshake and reads nothing more. */
  async function openSilent(): Promise<{ line: Socket; say: (message: string) => void }> {
    const line = connect(realtime.port, '127.0.0.1');
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

  test.each([
    [
      'asks for acknowledgements',
      (say: (message: string) => void) => say('421["leave:clip",{"clipId":"long"}]'),
    ],
    [
      'is told news',
      () => realtime.channels.publish('news', 'clip-content-updated', { content: LONG } as never),
    ],
  ])('and %s is cut off', async (_what, provoke) => {
    const { line, say } = await openSilent();
    say('42["join:clip",{"clipId":"news"}]');
    const gone = once(line, 'close');
    say('42["leave:clip",{"clipId":"last"}]');
    await hasCome;
    for (let times = 0; times < 8; times++) provoke(say);
    const other = await connectSocket(realtime.url);
    while (realtime.countSockets() > 1) await ask(other, 'leave:clip', { clipId: 'x' });
    line.resume();
    await gone;
    expect(other.connected).toBe(true);
  });

  test('and sends pings is cut off', async () => {
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
    const socket = new WebSocket(
      `ws://127.0.0.1:${realtime.port}/socket.io/?EIO=4&transport=websocket`,
    );
    await once(socket, 'open');
    socket.ping('there?');
    expect(String((await once(socket, 'pong'))[0])).toBe('there?');
    socket.terminate();
  });

  test('and joins much: what it joins is read one after the other, for a few at a time', async () => {
    let [reading, most] = [0, 0];
    serveEvent(realtime, 'join:clip', ({ payload: { clipId }, join }) =>
      join(
        async () => clipId,
        async () => {
          most = Math.max(most, ++reading);
          await new Promise((resolve) => void setTimeout(resolve, 5));
          reading--;
          return { clip: '' } as never;
        },
      ),
    );
    const sockets = await Promise.all(
      Array.from({ length: 10 }, () => connectSocket(realtime.url)),
    );
    const joined = sockets.flatMap((socket) =>
      ['one', 'two', 'three'].map((clipId) => ask(socket, 'join:clip', { clipId })),
    );
    expect((await Promise.all(joined)).every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(2);
  });
});
