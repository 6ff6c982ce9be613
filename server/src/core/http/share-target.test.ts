import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { signUp } from '../../../testing/factories.ts';
import { serveShareTarget } from './pages.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const HEAD_END = '\r\n\r\n';

async function open(url = app.url): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  // The server closes while it may still be sent something.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** What came of an answer, up to its head's end. */
async function headOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (text.includes(HEAD_END)) socket.emit('head');
  });
  await once(socket, 'head');
  return text;
}

const post = (length: string, type = 'multipart/form-data; boundary=b') =>
  `POST /share HTTP/1.1\r\nhost: ${new URL(app.url).host}\r\ncontent-type: ${type}\r\n${length}${HEAD_END}`;

const LOST = /^HTTP\/1\.1 303 [^]*\r\nlocation: \/share\?lost=1\r\n/i;

test.each([
  ['a body that never comes', 'content-length: 10000000000'],
  ['a body without end', 'transfer-encoding: chunked'],
])('%s is not waited for', async (_what, length) => {
  const impatient = fastify();
  serveShareTarget(impatient, 10);
  const socket = await open(await impatient.listen());
  socket.write(post(length));
  const head = await headOf(socket);
  expect(head).toMatch(LOST);
  expect(head).toMatch(/\r\nconnection: close\r\n/i);
  expect(head).toMatch(/\r\ncontent-length: 0\r\n/i);
  await once(socket, 'close');
  await impatient.close();
});

test('a large body is answered before it has come, and let run out', async () => {
  const socket = await open();
  const piece = Buffer.alloc(1024 * 1024);
  socket.write(post(`content-length: ${64 * piece.length}`));
  expect(await headOf(socket)).toMatch(LOST);
  const closed = once(socket, 'close');
  for (let sent = 0; sent < 64; sent++)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), closed]);
  await closed;
  expect(socket.bytesWritten).toBeGreaterThan(64 * piece.length);
});

const form = () => {
  const data = new FormData();
  data.append('title', 'A page');
  data.append('text', 'from another program');
  data.append('url', 'https://example.org/');
  data.append('files', new File([new Uint8Array(2 ** 20)], 'a.bin'));
  return data;
};

test.each([
  ['nothing', undefined],
  ['a form', new URLSearchParams({ text: 'from another site' })],
  ['a form with files', form()],
  ['JSON', '{"text":"from a program"}'],
])('%s is led to the page, from any sender, and saves nothing', async (_what, body) => {
  const { headers } = await signUp(app);
  for (const sent of [{}, headers, { origin: 'https://elsewhere.example' }]) {
    const response = await fetch(`${app.url}/share`, {
      method: 'POST',
      redirect: 'manual',
      headers: sent,
      ...(body !== undefined && { body }),
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/share?lost=1']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toBe('');
  }
  const history = await fetch(`${app.url}/api/clipboard/history`, { headers });
  expect(await history.json()).toEqual([]);
});

test('other methods are none of it', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await fetch(`${app.url}/share`, { method })).status).toBe(404);
});
