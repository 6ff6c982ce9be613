import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { signUp } from '../../../testing/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

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
    // No body is read for it.
    expect(response.headers.get('connection')).toBe('close');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toBe('');
  }
  const history = await fetch(`${app.url}/api/clipboard/history`, { headers });
  expect(await history.json()).toEqual([]);
});

test('the answer does not wait for the body, nor does the end of the connection cut it off', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(`POST /share HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 6\r\n\r\nabc`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1\.1 303 /);
  expect(head.toString().toLowerCase()).toContain('\r\nconnection: close\r\n');
  socket.write('def');
  await once(socket, 'end');
  socket.destroy();
});

test('of a body without end only so much comes in', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(`POST /share HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${10 ** 12}\r\n\r\n`);
  const piece = Buffer.alloc(2 ** 20);
  let sent = 0;
  while (!socket.destroyed && sent < 1000) {
    sent += 1;
    const drained = new Promise((resolve) => socket.once('drain', resolve));
    if (!socket.write(piece)) await Promise.race([drained, closed]);
  }
  await closed;
  expect(sent).toBeLessThan(200);
});

test('other methods are none of it', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await fetch(`${app.url}/share`, { method })).status).toBe(404);
});
