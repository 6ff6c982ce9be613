import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { loadConfig } from '../../config.ts';
import { createHttpServer, drainOnClose, type Patience } from './server.ts';

/** More than the system's buffers take in. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

let folder: string;
let server: FastifyInstance;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-http-'));
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', NODE_ENV: 'test' });
  server = createHttpServer(config, {
    // The senders live in this process too: a stall of theirs must not look like a slow sender.
    headersMs: 2000,
    body: { spanMs: 1500, spanBytes: 100 },
    stalledMs: 2000,
    checkEveryMs: 50,
    connections: 1000,
  });
  server.post('/echo', (request, reply) => reply.send({ received: request.body }));
  server.post(
    '/upload',
    { config: { endpoint: { upload: true } as Endpoint } },
    async (request, reply) => {
      let received = 0;
      for await (const chunk of request.raw as AsyncIterable<Buffer>) received += chunk.length;
      return reply.send({ received });
    },
  );
  server.post(
    '/pieces',
    { config: { endpoint: { upload: true } as Endpoint } },
    async ({ raw }, reply) => {
      const pieces: Buffer[] = [];
      for await (const piece of raw as AsyncIterable<Buffer>) pieces.push(piece);
      return reply.send({ pieces: pieces.length, text: Buffer.concat(pieces).toString() });
    },
  );
  server.post(
    '/form',
    { config: { endpoint: { takesForms: true } as Endpoint } },
    (request, reply) => reply.send({ received: request.body }),
  );
  server.get('/large', (_request, reply) => reply.type('application/octet-stream').send(LARGE));
  server.get('/broken', () => {
    throw new TypeError('secret detail');
  });
  // As sockets are served, whose limits may have to be asked for.
  server.server.on('upgrade', () => {});
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
}

/** What the server has of the next connection. */
const nextConnection = async () => (await once(server.server, 'connection'))[0] as Socket;
/** Without the listener for errors that `once` has: there must be one already. */
const isClosed = (socket: Socket) =>
  new Promise<void>((resolve) => void socket.once('close', () => resolve()));

/** What the server answered until it closed the connection. */
async function untilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => {});
  await once(socket, 'close');
  return text;
}

const url = (target: string) => `http://127.0.0.1:${port}${target}`;
const post = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  fetch(url('/echo'), { method: 'POST', body, headers: { 'content-type': type } });

test('500 senders of slow headers are cut off in time, and others are served meanwhile', async () => {
  const slow = await Promise.all(Array.from({ length: 500 }, open));
  for (const socket of slow) socket.write('POST /echo HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  const closed = Promise.all(slow.map(untilClosed));
  expect((await post('{"a":1}')).status).toBe(200);
  for (const answer of await closed)
    expect(answer).toMatch(/^(HTTP\/1\.1 408 Request Timeout\r\n|$)/);
});

test('slow bodies are cut off in time', async () => {
  const slow = await Promise.all(Array.from({ length: 50 }, open));
  for (const socket of slow)
    socket.write(
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":',
    );
  for (const answer of await Promise.all(slow.map(untilClosed)))
    expect(answer).toMatch(/^(HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*took too long|$)/);
});

test.each([
  ['a path that cannot be read', '/%zz', ''],
  ['an expectation that nobody knows', '/echo', 'Expect: more\r\n'],
])('so are those that trickle on after the answer to %s', async (_what, target, more) => {
  const accepted = nextConnection();
  // Which goes on where the server has said its last words.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {}).resume();
  const itsEnd = await accepted;
  const closed = isClosed(itsEnd);
  socket.write(`POST ${target} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: 9999\r\n\r\n`);
  const timer = setInterval(() => socket.writable && socket.write('x'), 50);
  await closed;
  clearInterval(timer);
  expect(itsEnd.bytesRead).toBeLessThan(9999);
  socket.destroy();
});

/**
 * A multipart upload of 12,000 bytes that comes in pieces of so many, one each 50 ms, until the
 * server closes or all is sent.
 */
async function uploadSlowly(bytes: number): Promise<string> {
  const socket = await open();
  const answer = untilClosed(socket);
  const type = 'multipart/form-data; boundary=x';
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 12000\r\n\r\n`,
  );
  let left = 12_000;
  const timer = setInterval(() => {
    const piece = Math.min(bytes, left);
    left -= piece;
    if (piece > 0 && socket.writable) socket.write('x'.repeat(piece));
  }, 50);
  return answer.finally(() => clearInterval(timer));
}

test('an upload may take as long as it needs while it goes on', async () => {
  // A hundred bytes must come in each of two spans, and thousands do.
  expect(await uploadSlowly(200)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"received":12000\}$/);
});

test('an upload that trickles is cut off in time', async () => {
  expect(await uploadSlowly(1)).toMatch(/^(HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*|)$/);
});

test('who connects and says nothing is cut off in time', async () => {
  const silent = await Promise.all(Array.from({ length: 50 }, open));
  expect(await Promise.all(silent.map(untilClosed))).toHaveLength(50);
});

test('readers who take nothing are cut off in time; who takes everything gets it', async () => {
  const ended: Promise<unknown>[] = [];
  const watch = (socket: Socket) => ended.push(once(socket, 'close'));
  server.server.on('connection', watch);
  const slow = await Promise.all(Array.from({ length: 20 }, open));
  await expect.poll(() => ended.length).toBe(20);
  server.server.off('connection', watch);
  for (const socket of slow)
    socket
      .on('error', () => {})
      .pause()
      .write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  expect((await (await fetch(url('/large'))).bytes()).length).toBe(LARGE.length);
  await Promise.all(ended);
  for (const socket of slow) socket.destroy();
});

test('what is no HTTP is answered and closed', async () => {
  const socket = await open();
  socket.write('nonsense\r\n\r\n');
  expect(await untilClosed(socket)).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\{"error":"Invalid request","code":"INVALID_REQUEST"\}$/,
  );
  const large = await open();
  large.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(await untilClosed(large)).toMatch(/^HTTP\/1\.1 431 /);
});

test('two hosts are one too many, whatever is asked for', async () => {
  for (const target of ['/echo', '/nope', '/socket.io/?EIO=4&transport=websocket']) {
    const socket = await open();
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nhOsT: a\r\n\r\n`);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  }
});

const upgradeTo = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n`;

test('an upgrade to no socket is an ordinary request, also on a connection that was used', async () => {
  const accepted = nextConnection();
  const socket = await open();
  const itsEnd = await accepted;
  for (const request of ['GET /nope HTTP/1.1\r\nHost: a\r\n\r\n', upgradeTo('/nope')]) {
    socket.write(request);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  }
  // Reset, it is gone, and nothing else is.
  const closed = isClosed(itsEnd);
  socket.write(upgradeTo('/nope'));
  socket.resetAndDestroy();
  await closed;
  expect((await post('{}')).status).toBe(200);
});

test.each([
  ['without a body', ''],
  ['whose body has not come', 'Content-Length: 10\r\n'],
])('a connection that is reset while its upgrade is decided, %s, is gone', async (_what, more) => {
  const upgrading = once(server.server, 'upgrade');
  const accepted = nextConnection();
  const socket = await open();
  const itsEnd = await accepted;
  socket.write(upgradeTo('/socket.io/?EIO=4').replace('\r\n\r\n', `\r\n${more}\r\n`));
  await upgrading;
  const closed = isClosed(itsEnd);
  socket.resetAndDestroy();
  await closed;
  expect((await post('{}')).status).toBe(200);
});

test('JSON is read as it is sent, up to its limit', async () => {
  expect(await (await post('{"text":"Привет 🎉"}')).json()).toEqual({
    received: { text: 'Привет 🎉' },
  });
  expect((await post('')).status).toBe(200);
  expect((await post(`{"a":"${'x'.repeat(64 * 1024 - 8)}"}`)).status).toBe(200);
  expect((await post(`{"a":"${'x'.repeat(64 * 1024 - 7)}"}`)).status).toBe(413);
});

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['nesting 100,000 deep', '['.repeat(60_000)],
  ['complete nesting', `${'['.repeat(30_000)}x${']'.repeat(30_000)}`],
  ['a __proto__', '{"__proto__":{"admin":true}}'],
  ['a nested __proto__', '{"a":{"__proto__":{"admin":true}}}'],
  ['a constructor with a prototype', '{"constructor":{"prototype":{"admin":true}}}'],
  ['bad UTF-8', new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d])],
  ['a lone half of UTF-16', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['two values', '{}{}'],
  ['JSON5', "{a:'b'}"],
])('%s is refused as invalid', async (_what, body) => {
  const response = await post(body);
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'Invalid request', code: 'INVALID_REQUEST' },
  ]);
});

test('a form has so many fields, each told by its name, which may come again', async () => {
  const form = async (text: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(url('/form'), { method: 'POST', headers, body: text });
    return ((await response.json()) as { received: unknown }).received;
  };
  expect(await form('a=1&b=2&a=3&__proto__=4')).toEqual(
    Object.fromEntries([
      ['a', ['1', '3']],
      ['b', '2'],
      ['__proto__', '4'],
    ]),
  );
  const fields = Array.from({ length: 101 }, (_, index) => `n${index}=`);
  expect(await form(fields.slice(1).join('&'))).toHaveProperty('n100');
  // Each name was looked for among all: 16,000 in 64 KiB took 1.7 s.
  expect(await form(fields.join('&'))).toBeNull();
});

test.each([
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'nonsense',
])('%s is refused', async (type) => {
  const response = await post('{}', type);
  expect([response.status, await response.json()]).toEqual([
    415,
    { error: 'Unsupported content type', code: 'UNSUPPORTED_MEDIA_TYPE' },
  ]);
});

test('a defect of ours is told without detail', async () => {
  const response = await fetch(url('/broken'));
  expect([response.status, await response.text()]).toEqual([
    500,
    '{"error":"Server error","code":"SERVER_ERROR"}',
  ]);
});

const PATIENT: Patience = {
  headersMs: 240_000,
  body: { spanMs: 240_000, spanBytes: 0 },
  stalledMs: 240_000,
  checkEveryMs: 50,
  connections: 20,
};

test.each([
  ['a network has so many connections, whatever it says on them', {}, 20],
  ['a proxy has as many as come by it', { TRUST_PROXY: '127.0.0.1' }, 25],
])('%s', async (_what, environment, kept) => {
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment });
  const other = createHttpServer(config, PATIENT);
  other.get('/', (_request, reply) => reply.send({}));
  await other.listen({ port: 0, host: '127.0.0.1' });
  const { port: itsPort } = other.server.address() as AddressInfo;
  const openOne = async () => {
    const socket = connect(itsPort, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const silent: Socket[] = [];
  for (let count = 0; count < 20; count++) silent.push(await openOne());
  silent[0]?.write('GET / HTTP/1.1\r\nHo');
  const more: Socket[] = [];
  for (let count = 0; count < 5; count++) more.push(await openOne());
  if (kept === 20) {
    for (const socket of more) if (!socket.closed) await once(socket.resume(), 'close');
    // The place of one that is gone is another's.
    const [gone, ...rest] = silent;
    gone?.destroy();
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${itsPort}/`).catch(() => null))?.status)
      .toBe(200);
    for (const socket of rest) expect(socket.closed).toBe(false);
  } else {
    const last = more.at(-1) as Socket;
    const answer = once(last.setEncoding('utf8'), 'data');
    last.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String(await answer)).toMatch(/^HTTP\/1\.1 200/);
  }
  for (const socket of [...silent, ...more]) socket.destroy();
  await other.close();
});

test('crumbs of one packet are read as few, and all of them are', async () => {
  const crumbs = 'abcdefghij'.repeat(300);
  const socket = await open();
  socket.write(
    'POST /pieces HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n' +
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n' +
      `${[...crumbs].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
  );
  const answer = await untilClosed(socket);
  const { pieces, text } = JSON.parse(answer.slice(answer.indexOf('{'))) as {
    pieces: number;
    text: string;
  };
  expect(text).toBe(crumbs);
  expect(pieces).toBeLessThan(600);
});

test('bodies in crumbs that were answered unread end their connection when many wait', async () => {
  const socket = await open();
  const answer = untilClosed(socket);
  const body = `${'1\r\nx\r\n'.repeat(1000)}0\r\n\r\n`;
  socket.write(
    `POST /nope HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n${body}`.repeat(
      8,
    ),
  );
  expect((await answer).match(/HTTP\/1\.1 404/g) ?? []).not.toHaveLength(8);
});

test('a body in crumbs is cut off, though it was answered before it came', async () => {
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const other = createHttpServer(config, PATIENT);
  other.post('/', async () => ({}));
  await other.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((other.server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('utf8').on('error', () => {});
  socket.write(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 415 /);
  const closed = isClosed(socket.resume());
  socket.write('1\r\nx\r\n'.repeat(100_000));
  await closed;
  expect(socket.destroyed).toBe(true);
  await other.close();
});

test('a body that was answered may be as long as an upload, and does not go on for ever', async () => {
  const socket = await open();
  socket.on('error', () => {});
  socket.write(
    'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 999999999\r\n\r\n',
  );
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 415 /);
  const closed = isClosed(socket.resume());
  await new Promise((resolve) => void socket.write(LARGE, resolve));
  expect(socket.destroyed).toBe(false);
  socket.write(LARGE);
  await closed;
});

async function openConnection(app: TestApp): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
}

/** One exchange on a connection that stays open; returns the head. */
async function exchange(socket: Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  let text = '';
  while (!text.includes('"ok"}')) [text] = [text + String((await once(socket, 'data'))[0])];
  return text.slice(0, text.indexOf('\r\n\r\n')).toLowerCase();
}

test('while it drains no connection is taken, and an open one serves once more', async () => {
  const app = await buildTestApp();
  const [used, unused] = [await openConnection(app), await openConnection(app)];
  expect(await exchange(used)).not.toContain('connection: close');
  await exchange(unused);
  let isOver = false;
  const closed = app.close({ drainMs: 3_600_000 }).then(() => (isOver = true));
  await expect(openConnection(app)).rejects.toThrow('ECONNREFUSED');
  const ended = once(used, 'end');
  const head = await exchange(used);
  expect(head).toMatch(/^http\/1\.1 200/);
  expect(head).toContain('connection: close');
  expect(await ended).toEqual([]);
  expect(isOver).toBe(false);
  // The last connection is gone: none is left to wait for.
  unused.destroy();
  await closed;
});

test('connections that are not used are closed when the time is up', async () => {
  const app = await buildTestApp();
  const idle = await openConnection(app);
  await exchange(idle);
  const ended = once(idle.resume(), 'end');
  await app.close({ drainMs: 20 });
  expect(await ended).toEqual([]);
});

test('without draining, idle connections end at once', async () => {
  const app = await buildTestApp();
  const idle = await openConnection(app);
  await exchange(idle);
  const ended = once(idle.resume(), 'end');
  await app.close();
  expect(await ended).toEqual([]);
});

test('an answer that began before the stop comes whole, and its connection is closed after it', async () => {
  const other = fastify({ forceCloseConnections: 'idle' });
  drainOnClose(other);
  const isStopped = Promise.withResolvers<void>();
  other.get('/', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '10' }).write('begin');
    await isStopped.promise;
    reply.raw.end('after');
  });
  await other.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((other.server.address() as AddressInfo).port, '127.0.0.1').setEncoding(
    'utf8',
  );
  let text = '';
  socket.on('data', (data: string) => void (text += data));
  const ended = once(socket, 'end');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  const closed = other.close();
  await expect.poll(() => other.server.listening).toBe(false);
  isStopped.resolve();
  await Promise.all([ended, closed]);
  expect(text.toLowerCase()).toContain('connection: keep-alive');
  expect(text).toMatch(/\r\n\r\nbeginafter$/);
});
