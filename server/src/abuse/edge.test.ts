import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { platformLimits } from '../core/http/limits.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { signUp } from '../../testing/factories.ts';
import { ask, closeSockets, connectSocket } from '../../testing/sockets.ts';

// What comes to the edge of the server: its shape, its amount, and who takes what was asked for.

const { calls, messages, pages } = platformLimits;
/** So few are left to this machine of its minute that a slow one uses them up within it. */
const leave = (points: number, rule: typeof calls | typeof messages) =>
  app.limits.allows(rule, { address: '127.0.0.1' }, rule.points - points);

let app: TestApp;
afterEach(async () => {
  closeSockets();
  await app.stop();
});

const INVALID = { error: 'Invalid request', code: 'INVALID_REQUEST' };
/** An array of objects none of which is like another. */
const shapes = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => ({ [`a${index}`]: 0 })));

describe('JSON of many shapes', () => {
  test('is refused without being parsed, from any sender', async () => {
    app = await buildTestApp();
    const { headers } = await signUp(app);
    const many = shapes(20_000);
    const parse = JSON.parse;
    let parsed = 0;
    JSON.parse = (text, ...more) => {
      if (text.length >= many.length) parsed++;
      return parse(text, ...more);
    };
    try {
      for (const body of [many, `{"content":${many}}`, `{"content":"x","x":${many}}`]) {
        expect(await call(app, 'POST /virtual-desktop/items/text', { body })).toMatchObject({
          status: 400,
          body: INVALID,
        });
        for (const what of ['POST /clipboard', 'PUT /clipboard/x'] as const)
          expect(await call(app, what, { body, headers })).toMatchObject({
            status: 400,
            body: INVALID,
          });
      }
    } finally {
      JSON.parse = parse;
    }
    expect(parsed).toBe(0);
  });

  test('in a text is a text', async () => {
    app = await buildTestApp();
    const { headers } = await signUp(app);
    const content = shapes(20_000);
    const { status, body } = await call(app, 'POST /clipboard', { body: { content }, headers });
    expect([status, body.content]).toEqual([201, content]);
  });
});

describe('a message of a socket', () => {
  test('of a signed-out sender that is none is refused, and the socket goes on', async () => {
    app = await buildTestApp();
    const { desktop, headers } = await openBrowser(app, 'Mine');
    const socket = await connectSocket(app.url, { headers });
    for (const make of [
      () => JSON.parse(shapes(20_000)),
      () => ({ networkId: 'x', item: JSON.parse(shapes(9999)) }),
      () => 'x'.repeat(1024 ** 2),
      () => JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
      () => Buffer.alloc(10),
      () => ({ networkId: Buffer.alloc(10), item: { id: 'x' } }),
    ]) {
      for (const event of ['desktop:item:created', 'join:desktop:network', 'lan:host:update'])
        expect(await ask(socket, event, make())).toMatchObject({ ok: false, ...INVALID });
      socket.emit('no such event', make());
    }
    expect(await ask(socket, 'join:desktop:network', desktop.network_id)).toMatchObject({
      ok: true,
    });
  });

  test('weighs what it takes to read: a flood of long ones ends the socket', async () => {
    app = await buildTestApp({ RATE_LIMITS: 'on' });
    const { headers, session } = await signUp(app);
    const { body: clip } = await call(app, 'POST /clipboard', { body: { content: 'x' }, headers });
    const socket = await connectSocket(app.url, { token: session.access_token });
    const closed = new Promise((resolve) => void socket.once('disconnect', resolve));
    const files = Array.from({ length: 60 }, (_, index) => ({
      [`a${index}`]: 1,
      [`b${index}`]: 1,
    }));
    // A busy machine may take some in as slowly as anybody may send them.
    while (socket.connected) {
      for (let sent = 0; sent < 100; sent++)
        socket.emit('clip-files-update', { clipId: clip.id, files });
      await nextTurn();
    }
    await closed;
    expect((await connectSocket(app.url, { token: session.access_token })).connected).toBe(true);
  });

  test('counts for its address: many sockets may send no more than one', async () => {
    app = await buildTestApp({ RATE_LIMITS: 'on' });
    await leave(64, messages);
    const flood = async () => {
      const socket = new WebSocket(
        `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      );
      const closed = once(socket, 'close');
      await once(socket, 'open');
      socket.send('40');
      const long = `42["join:clip","${'x'.repeat(1024 ** 2)}"]`;
      const send = () => {
        if (socket.readyState === WebSocket.OPEN) socket.send(long, send);
      };
      send();
      await closed;
      return socket.readyState;
    };
    expect(await flood()).toBe(WebSocket.CLOSED);
    expect(await Promise.all([flood(), flood()])).toEqual([WebSocket.CLOSED, WebSocket.CLOSED]);
  });
});

test('short messages of many sockets of one address are bounded together', async () => {
  app = await buildTestApp({ RATE_LIMITS: 'on' });
  await leave(64, messages);
  const sockets = await Promise.all(Array.from({ length: 15 }, () => connectSocket(app.url)));
  let closed = 0;
  for (const socket of sockets) socket.once('disconnect', () => closed++);
  // As many as a socket may send at once without being closed for it.
  for (const socket of sockets)
    for (let sent = 0; sent < 190; sent++) socket.emit('leave:clip', { clipId: 'x' });
  await expect.poll(() => closed).toBeGreaterThan(0);
});

describe('a body in crumbs', () => {
  /** A text call signed out whose body comes in chunks of one byte; what is answered to it. */
  async function postInCrumbs(body: string, path: string, type: string): Promise<string> {
    const { port } = new URL(app.url);
    const line = connect(Number(port), '127.0.0.1');
    line.on('error', () => {});
    let answer = '';
    line.setEncoding('latin1').on('data', (text) => (answer += text));
    const closed = new Promise((resolve) => void line.once('close', resolve));
    line.write(
      `POST /api${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n` +
        `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    line.write([...body].map((byte) => `1\r\n${byte}\r\n`).join('') + '0\r\n\r\n');
    await closed;
    return answer;
  }
  const json = (length: number) => `${' '.repeat(length)}{"content":"x"}`;
  const form = (length: number) =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(length)}\r\n--b--\r\n`;

  test.each([
    ['JSON', '/virtual-desktop/items/text', 'application/json', json],
    ['an upload', '/virtual-desktop/items/file', 'multipart/form-data; boundary=b', form],
  ])('%s is taken when it is short, and cut off when it is long', async (_what, path, type, of) => {
    app = await buildTestApp();
    expect(await postInCrumbs(of(3000), path, type)).toContain(' 201 ');
    expect(await postInCrumbs(of(100_000), path, type)).not.toContain(' 201 ');
  });
});

test('figures are told to no caller who reaches the server by another name', async () => {
  app = await buildTestApp({ METRICS_PORT: '0' });
  const scrape = (host: string) =>
    new Promise((resolve, reject) => {
      get(`${app.metricsUrl()}/metrics`, { headers: { host } }, ({ statusCode }) =>
        resolve(statusCode),
      ).on('error', reject);
    });
  expect(await scrape('rebound.example.com')).toBe(421);
  for (const own of ['127.0.0.1:9464', 'localhost:9464', '[::1]'])
    expect(await scrape(own)).toBe(200);
});

test('a packet full of requests ends its connection, and nearly nothing of it is done', async () => {
  app = await buildTestApp();
  const { port } = new URL(app.url);
  const line = connect(Number(port), '127.0.0.1');
  let answers = '';
  line.setEncoding('latin1').on('data', (text) => (answers += text));
  line.on('error', () => {});
  const closed = new Promise((resolve) => void line.once('close', resolve));
  line.write('GET /nope HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000));
  await closed;
  expect(answers.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(8);
  const alive = await fetch(`${app.url}/healthz`);
  expect(alive.status).toBe(200);
});

test('pages, files and unknown paths of one address are refused once they are too many', async () => {
  app = await buildTestApp({ RATE_LIMITS: 'on' });
  const statusOf = (path: string) => fetch(app.url + path).then(({ status }) => status);
  await app.nodeLimits.allows(pages, { address: '127.0.0.1' }, pages.points - 1);
  expect(await statusOf('/assets/nope.js')).toBe(404);
  expect(await Promise.all(['/', '/nope', '/api/nope', '/api/docs'].map(statusOf))).toEqual(
    Array.from({ length: 4 }, () => 429),
  );
  // What is asked of the API, and whether all is well, is counted by itself or not at all.
  expect(await Promise.all(['/api/features', '/healthz', '/readyz'].map(statusOf))).toEqual([
    200, 200, 200,
  ]);
});

describe('what is answered counts', () => {
  test('calls with long responses are refused sooner', async () => {
    app = await buildTestApp({ RATE_LIMITS: 'on' });
    const { headers } = await signUp(app);
    const content = 'x'.repeat(500_000);
    const { body: clip } = await call(app, 'POST /clipboard', { body: { content }, headers });
    await leave(400, calls);
    let answered = 0;
    while ((await call(app, `GET /clipboard/${clip.id}`, { headers })).status === 200) answered++;
    // Each is seven calls longer than a short one.
    expect(answered).toBeGreaterThan(40);
    expect(answered).toBeLessThan(60);
  });

  test('and so do those whose callers hang up', async () => {
    app = await buildTestApp({ RATE_LIMITS: 'on' });
    const { headers } = await signUp(app);
    // Six times as long in JSON: longer than what the buffers of the system take in.
    const content = '\u0001'.repeat(512 * 1024);
    const { body: clip } = await call(app, 'POST /clipboard', { body: { content }, headers });
    const { hostname, port } = new URL(app.url);
    const request = `GET /api/clipboard/${clip.id} HTTP/1.1\r\nHost: a\r\n\r\n`;
    await leave(1200, calls);
    // Each counts as forty-nine.
    for (let hungUp = 0; hungUp < 4; hungUp++) {
      const line = connect(Number(port), hostname);
      line.on('error', () => {}).pause();
      const answered = once(line, 'readable');
      line.write(request.repeat(8));
      await answered;
      line.destroy();
    }
    await expect.poll(async () => (await call(app, 'GET /features')).status).toBe(429);
  });
});
