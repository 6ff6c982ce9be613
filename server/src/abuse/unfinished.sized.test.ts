import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { closeSockets, connectSocket } from '../../testing/sockets.ts';
import { TRUE_SIZE } from '../../testing/true-size.ts';
import { upload } from '../../testing/uploads.ts';
import { MAX_HELD, setMostHeld } from '../core/http/guard.ts';

// What is begun and never ended is held in memory until it is whole: a bound for each network.

const MEGABYTES = TRUE_SIZE ? 128 : 26;
const BYTES = 3 * 1024 ** 2;
const HELD = Math.floor(MEGABYTES / 3);
const COUNT = HELD + 8;

let app: TestApp;
let person: Person;
let lines: Socket[] = [];
beforeAll(async () => {
  setMostHeld({ ...MAX_HELD, ofNetwork: MEGABYTES * 1024 ** 2 });
  app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
  person = await signUp(app);
});
afterEach(() => {
  for (const line of lines) line.destroy();
  lines = [];
  closeSockets();
});
afterAll(() => {
  setMostHeld();
  return app.stop();
});

function open(head: string, url = app.url): Socket {
  const { hostname, port } = new URL(url);
  const line = connect(Number(port), hostname);
  lines.push(line);
  line.on('error', () => {});
  line.write(head.replaceAll('\n', '\r\n').replace('HOST', `${hostname}:${port}`));
  return line;
}

const countOpen = () => lines.filter((line) => !line.closed).length;

test('bodies without an end: the longest are cut, and others save', async () => {
  const { body: clip } = await call(app, 'POST /clipboard', {
    headers: person.headers,
    body: { content: 'mine' },
  });
  for (let n = 0; n < COUNT; n++) {
    const line = open(
      `PUT /api/clipboard/${clip.id} HTTP/1.1\nHost: HOST\nContent-Type: application/json\n` +
        `Authorization: ${person.headers.authorization}\nContent-Length: ${BYTES}\n\n`,
    );
    line.resume().write(Buffer.alloc(BYTES - 1, '7'));
  }
  await expect.poll(countOpen).toBe(HELD);
  const saved = await call(app, `PUT /clipboard/${clip.id}`, {
    headers: person.headers,
    body: { content: 'x'.repeat(400_000) },
  });
  expect(saved.status).toBe(200);
  // Those that were let in are answered once they end.
  const rest = lines.filter((line) => !line.closed);
  const responses = rest.map(async (line) => {
    const [answer] = (await once(line, 'data')) as [Buffer];
    return answer.toString().slice(0, 12);
  });
  for (const line of rest) line.write('7');
  expect(new Set(await Promise.all(responses))).toEqual(new Set(['HTTP/1.1 400']));
});

test('uploads that are begun and rest: the oldest of too many are cut, and others upload', async () => {
  const { body: clip } = await call(app, 'POST /clipboard', {
    headers: person.headers,
    body: { content: 'with files' },
  });
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  const tail = '\r\n--b--\r\n';
  const bytes = MAX_FILE_BYTES - head.length - tail.length;
  function begin(): Socket {
    const line = open(
      `POST /api/clipboard/${clip.id}/files HTTP/1.1\nHost: HOST\n` +
        `Authorization: ${person.headers.authorization}\n` +
        `Content-Type: multipart/form-data; boundary=b\nContent-Length: ${MAX_FILE_BYTES}\n\n`,
    );
    line.resume().write(head);
    return line;
  }
  // A megabyte is held of each.
  const [oldest, newest] = [begin(), Array.from({ length: MEGABYTES + 4 }, begin).at(-1)];
  await expect.poll(countOpen).toBe(MEGABYTES);
  expect([oldest.closed, newest?.closed]).toEqual([true, false]);
  const short = await upload(app, `/clipboard/${clip.id}/files`, person.headers);
  expect(short.status).toBe(201);
  const answered = once(newest as Socket, 'data') as Promise<[Buffer]>;
  newest?.write(Buffer.alloc(bytes));
  newest?.write(tail);
  expect((await answered)[0].toString().slice(0, 12)).toBe('HTTP/1.1 201');
  const { body: files } = await call(app, `GET /clipboard/${clip.id}/files`, {
    headers: person.headers,
  });
  expect(files).toHaveLength(2);
});

test('archives on their way from all over one IPv6 /64 take its four places, and no more', async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => signUp(app)));
  const sent = others.map(({ headers }, host) =>
    open(
      `POST /api/account/import HTTP/1.1\nHost: HOST\nAuthorization: ${headers.authorization}\n` +
        `X-Forwarded-For: 2001:db8::${host + 1}\n` +
        'Content-Type: multipart/form-data; boundary=b\nContent-Length: 1000000\n\n--b',
    ),
  );
  const responses = sent.map(async (line) => {
    const [answer] = (await once(line, 'data')) as [Buffer];
    return answer.toString().slice(0, 12);
  });
  expect(await Promise.race(responses)).toBe('HTTP/1.1 503');
});

describe('messages of sockets', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await buildTestApp({ TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' });
  });
  afterAll(() => limited.stop());

  async function openSocket(url = limited.url): Promise<Socket> {
    const line = open(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\nHost: HOST\nConnection: Upgrade\n' +
        'Upgrade: websocket\nSec-WebSocket-Version: 13\nX-Forwarded-For: 192.0.2.1\n' +
        'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\n\n',
      url,
    );
    await once(line, 'data');
    return line.resume();
  }

  /** A message of that length but for its last byte. */
  function begun(bytes: number): Buffer {
    const head = Buffer.alloc(14);
    head.set([0x81, 0x80 | 127]);
    head.writeBigUInt64BE(BigInt(bytes), 2);
    return Buffer.concat([head, Buffer.alloc(bytes - 1, '7')]);
  }

  test('without an end: so much is held and no more, with whatever limits', async () => {
    for (let n = 0; n < COUNT; n++) (await openSocket(app.url)).write(begun(BYTES));
    await expect.poll(countOpen).toBeLessThanOrEqual(HELD);
    expect(countOpen()).toBeGreaterThan(HELD - 3);
    const socket = await connectSocket(app.url, {});
    expect(socket.connected).toBe(true);
  });

  test('without an end: a network sends 32 MB a minute, others are heard', async () => {
    for (let n = 0; n < 20; n++) (await openSocket()).write(begun(BYTES));
    await expect.poll(countOpen).toBeLessThanOrEqual(11);
    const socket = await connectSocket(limited.url, {
      headers: { 'x-forwarded-for': '192.0.2.2' },
    });
    expect(socket.connected).toBe(true);
  });

  test('in crumbs that are not enough for a limit of bytes end their socket', async () => {
    const line = await openSocket();
    const first = Buffer.from([0x01, 0x80 | 1, 0, 0, 0, 0, 0x34]);
    const next = Buffer.from([0x00, 0x80 | 1, 0, 0, 0, 0, 0x34]);
    line.write(Buffer.concat([first, ...Array.from({ length: 9999 }, () => next)]));
    await expect.poll(countOpen).toBe(0);
  });
});
