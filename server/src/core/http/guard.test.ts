import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold, holdNothing, limitMemory, onceOver } from './guard.ts';

const MEGABYTE = 1024 ** 2;

describe('what is held in memory', () => {
  /** So many begun of so many MB each; how many are cut, and what ends them all. */
  function begin(address: string, count: number, megabytes: number) {
    const cuts = Array.from({ length: count }, () => vi.fn());
    const all = cuts.map((cut) => hold(address, cut));
    for (const each of all) each.grow(megabytes * MEGABYTE);
    return {
      cut: () => cuts.filter((cut) => cut.mock.calls.length > 0).length,
      grow: (bytes: number) => all.forEach((each) => each.grow(bytes)),
      end: () => all.forEach((each) => each.end()),
    };
  }

  test('is 128 MB of one network, and the largest goes first', () => {
    const short = begin('192.0.2.1', 8, 1);
    const long = begin('192.0.2.1', 50, 3);
    expect([short.cut(), long.cut()]).toEqual([0, 10]);
    // What was cut may still come.
    long.grow(0);
    expect(long.cut()).toBe(10);
    long.end();
    const later = begin('192.0.2.1', 40, 3);
    expect(later.cut()).toBe(0);
    for (const each of [short, later]) each.end();
  });

  test('is counted by the /64 of IPv6, and no more once it has ended', () => {
    const one = begin('2001:db8::1', 40, 3);
    const other = begin('2001:db8::2', 40, 3);
    expect(one.cut() + other.cut()).toBe(38);
    const next = begin('2001:db8:0:1::2', 40, 3);
    expect(next.cut()).toBe(0);
    for (const each of [one, other, next]) each.end();
    const later = begin('2001:db8::3', 40, 3);
    expect(later.cut()).toBe(0);
    later.end();
  });

  test('is 512 MB of all networks: that of those with most goes, others stay', () => {
    const few = begin('198.51.100.200', 1, 1);
    const many = Array.from({ length: 12 }, (_, host) => begin(`198.51.100.${host}`, 20, 3));
    expect(few.cut()).toBe(0);
    const held = many.reduce((sum, each) => sum + (20 - each.cut()) * 3, 1);
    expect(held).toBeLessThanOrEqual(512);
    expect(held).toBeGreaterThan(500);
    for (const each of [few, ...many]) each.end();
  });
});

let sockets: Socket[];
let server: ReturnType<typeof start>;
beforeEach(async () => {
  sockets = [];
  server = start();
  await server.app.listen();
});
afterEach(async () => {
  await leave();
  vi.useRealTimers();
  await server.app.close();
});

/**
 * Files come in at `/upload`, once it is looked up who sends them; nothing but `/shared` is ever
 * answered.
 */
function start() {
  const who = Promise.withResolvers<void>();
  const count = { asked: 0, received: 0, shared: 0 };
  const shared = Buffer.alloc(4 * MEGABYTE);
  const responses: ServerResponse[] = [];
  const files: Promise<unknown>[] = [];
  const cutOff = vi.fn();
  const app = fastify();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!routeOptions.config.endpoint?.upload) return;
    count.asked += 1;
    await who.promise;
  });
  limitMemory(app, { addressOf: () => '192.0.2.77', cutOff });
  app.addHook('preParsing', async () => void (count.received += 1));
  app.get('/silent', (_request, { raw }) => new Promise(() => responses.push(raw)));
  app.get('/shared', (_request, reply) => {
    holdNothing(reply);
    count.shared += 1;
    return reply.send(shared);
  });
  app.get('/file', async (_request, reply) => {
    const file = new Readable({ read: () => void file.push(Buffer.alloc(MEGABYTE)) });
    files.push(once(file, 'close'));
    return reply.send(file);
  });
  const endpoint = { upload: true } as Endpoint;
  app.post('/upload', { config: { endpoint } }, () => new Promise(() => {}));
  return { app, lookUp: who.resolve, count, responses, files, cutOff };
}

/** Connections to it that send this. */
async function send(count: number, text: string): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  for (let sent = 0; sent < count; sent += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(text);
  }
}

/** All connections are closed, and the server has noticed. */
async function leave(): Promise<void> {
  for (const socket of sockets) socket.resetAndDestroy();
  await expect.poll(countOpen).toBe(0);
}

const countOpen = () =>
  new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count)));

const SILENT = 'GET /silent HTTP/1.1\r\nhost: here\r\n\r\n';

describe('uploads that rest', () => {
  /** One more than a network may have on their way at once, of a megabyte of memory each. */
  const TOO_MANY = 129;
  const UPLOAD = 'POST /upload HTTP/1.1\r\nhost: here\r\ncontent-length: 9999\r\n\r\n';
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  test('are cut once a network has too many', async () => {
    server.lookUp();
    await send(TOO_MANY, UPLOAD);
    await expect.poll(() => server.count.received).toBe(TOO_MANY);
    vi.advanceTimersByTime(2000);
    expect(server.cutOff).toHaveBeenCalled();
  });

  test('count no more when they were left while their sender was looked up', async () => {
    await send(TOO_MANY, UPLOAD);
    await expect.poll(() => server.count.asked).toBe(TOO_MANY);
    await leave();
    server.lookUp();
    await expect.poll(() => server.count.received).toBe(TOO_MANY);
    vi.advanceTimersByTime(2000);
    expect(server.cutOff).not.toHaveBeenCalled();
  });

  test('nor behind a request that was not answered yet, once their connection is gone', async () => {
    server.lookUp();
    await send(TOO_MANY, SILENT + UPLOAD);
    await expect.poll(() => server.count.received).toBe(2 * TOO_MANY);
    await leave();
    vi.advanceTimersByTime(2000);
    expect(server.cutOff).not.toHaveBeenCalled();
  });
});

test('what is in memory once may wait for as many as there are', async () => {
  const count = 40;
  await send(count, `${SILENT}GET /shared HTTP/1.1\r\nhost: here\r\n\r\n`);
  await expect.poll(() => server.count.shared).toBe(count);
  await turn();
  expect(await countOpen()).toBe(count);
});

test('a caller who leaves half-way, or before their turn, leaves no file open', async () => {
  await send(1, 'GET /file HTTP/1.1\r\nhost: here\r\n\r\n'.repeat(2));
  await once(sockets[0]!, 'readable');
  await expect.poll(() => server.files.length).toBe(2);
  await leave();
  await Promise.all(server.files);
});

test('a response is over with its connection, also behind others and where that is gone', async () => {
  await send(1, SILENT.repeat(3));
  await expect.poll(() => server.responses.length).toBe(3);
  server.responses[1]!.end('waits');
  const ends = server.responses.map((response) => {
    const end = vi.fn();
    onceOver(response, end);
    return end;
  });
  sockets[0]!.resetAndDestroy();
  for (const end of ends) await expect.poll(() => end).toHaveBeenCalledOnce();
  for (const response of server.responses) {
    const end = vi.fn();
    onceOver(response, end);
    expect(end).toHaveBeenCalledOnce();
  }
});
