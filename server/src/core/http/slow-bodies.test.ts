import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitHeldBodies } from './guard.ts';

/** As many of the largest as one network may not have on their way at once. */
const TOO_MANY = Math.ceil(1024 ** 3 / MAX_FILE_BYTES) + 1;
const UPLOAD = `POST /upload HTTP/1.1\r\nhost: here\r\ncontent-length: ${MAX_FILE_BYTES}\r\n\r\n`;

const cutOff = vi.fn();
let server: ReturnType<typeof start>;
let sockets: Socket[];

/** Files come in at `/upload`, once it is looked up who sends them; nothing is ever answered. */
function start() {
  const who = Promise.withResolvers<void>();
  const count = { asked: 0, received: 0 };
  const app = fastify();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!routeOptions.config.isUpload) return;
    count.asked += 1;
    await who.promise;
  });
  limitHeldBodies(app, () => '192.0.2.77', cutOff);
  app.addHook('preParsing', async () => void (count.received += 1));
  app.get('/silent', () => new Promise(() => {}));
  app.post('/upload', { config: { isUpload: true } }, () => new Promise(() => {}));
  return { app, lookUp: who.resolve, count };
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
  const open = () =>
    new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBe(0);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  cutOff.mockClear();
  sockets = [];
  server = start();
  await server.app.listen();
});
afterEach(async () => {
  await leave();
  vi.useRealTimers();
  await server.app.close();
});

test('uploads that rest are cut once a network has too many', async () => {
  server.lookUp();
  await send(TOO_MANY, UPLOAD);
  await expect.poll(() => server.count.received).toBe(TOO_MANY);
  vi.advanceTimersByTime(2000);
  expect(cutOff).toHaveBeenCalled();
});

test('one that is left while it is looked up who sends it counts no more', async () => {
  await send(TOO_MANY, UPLOAD);
  await expect.poll(() => server.count.asked).toBe(TOO_MANY);
  await leave();
  server.lookUp();
  await expect.poll(() => server.count.received).toBe(TOO_MANY);
  vi.advanceTimersByTime(2000);
  expect(cutOff).not.toHaveBeenCalled();
});

test('nor does one behind a request that was not answered yet, once its connection is gone', async () => {
  server.lookUp();
  await send(TOO_MANY, `GET /silent HTTP/1.1\r\nhost: here\r\n\r\n${UPLOAD}`);
  await expect.poll(() => server.count.received).toBe(2 * TOO_MANY);
  await leave();
  vi.advanceTimersByTime(2000);
  expect(cutOff).not.toHaveBeenCalled();
});
