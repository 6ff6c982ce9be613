import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { drainOnClose } from './server.ts';

async function openConnection({ url }: TestApp): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
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
  let isClosed = false;
  const closed = app.close({ drainMs: 3_600_000 }).then(() => (isClosed = true));
  await expect(openConnection(app)).rejects.toThrow('ECONNREFUSED');
  const ended = once(used, 'end');
  const head = await exchange(used);
  expect(head).toMatch(/^http\/1\.1 200/);
  expect(head).toContain('connection: close');
  expect(await ended).toEqual([]);
  expect(isClosed).toBe(false);
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
  const server = fastify({ forceCloseConnections: 'idle' });
  drainOnClose(server);
  const isStopped = Promise.withResolvers<void>();
  server.get('/', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '10' }).write('begin');
    await isStopped.promise;
    reply.raw.end('after');
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding(
    'utf8',
  );
  let text = '';
  socket.on('data', (data: string) => void (text += data));
  const ended = once(socket, 'end');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  const closed = server.close();
  await expect.poll(() => server.server.listening).toBe(false);
  isStopped.resolve();
  await Promise.all([ended, closed]);
  expect(text.toLowerCase()).toContain('connection: keep-alive');
  expect(text).toMatch(/\r\n\r\nbeginafter$/);
});
