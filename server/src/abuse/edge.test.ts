import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { signUp } from '../../testing/factories.ts';
import { ask, closeSockets, connectSocket } from '../../testing/sockets.ts';

// What comes to the edge of the server: its shape, its amount, and who takes what was asked for.

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
  test('is refused without being parsed, whoever sends it', async () => {
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
  test.each([
    ['many shapes', () => JSON.parse(shapes(20_000))],
    [
      'many shapes in the place of a text',
      () => ({ networkId: 'x', item: JSON.parse(shapes(9999)) }),
    ],
    ['a megabyte', () => 'x'.repeat(1024 ** 2)],
    ['nested deep', () => JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
    ['bytes', () => Buffer.alloc(10)],
    ['bytes within', () => ({ networkId: Buffer.alloc(10), item: { id: 'x' } })],
  ])('of somebody signed out with %s is refused, and the socket goes on', async (_what, make) => {
    app = await buildTestApp();
    const { desktop, headers } = await openBrowser(app, 'Mine');
    const socket = await connectSocket(app.url, { headers });
    for (const event of ['desktop:item:created', 'join:desktop:network', 'lan:host:update'])
      expect(await ask(socket, event, make())).toMatchObject({ ok: false, ...INVALID });
    socket.emit('no such event', make());
    expect(await ask(socket, 'join:desktop:network', desktop.network_id)).toMatchObject({
      ok: true,
    });
  });

  test('may be long of somebody signed in', async () => {
    app = await buildTestApp();
    const { headers, session } = await signUp(app);
    const { body: clip } = await call(app, 'POST /clipboard', { body: { content: 'x' }, headers });
    const socket = await connectSocket(app.url, { token: session.access_token });
    const content = '\n'.repeat(512 * 1024);
    expect(await ask(socket, 'clip-content-update', { clipId: clip.id, content })).toMatchObject({
      ok: true,
    });
  });

  test.each([
    ['with a token that is no good', '0{"token":"nonsense"}'],
    ['twice', '0', '0{"token":"nonsense"}'],
    ['of many shapes', `0{"token":${shapes(1000)}}`],
    ['that is too long', `0{"token":"${'x'.repeat(20_000)}"}`],
    ['that is none', '7'],
    ['of an acknowledgement that nobody asked for', '0', `31${shapes(10)}`],
  ])('a handshake %s opens no way for long messages', async (_what, ...messages) => {
    app = await buildTestApp();
    const socket = new WebSocket(
      `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
    );
    const closed = once(socket, 'close');
    await once(socket, 'open');
    for (const message of messages) socket.send(`4${message}`);
    // Refused, it is no socket of Socket.IO, and its next word ends it.
    socket.send(`42["join:clip","${'x'.repeat(1024 ** 2)}"]`);
    await closed;
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
    for (let sent = 0; sent < 300; sent++)
      socket.emit('clip-files-update', { clipId: clip.id, files });
    await closed;
    expect((await connectSocket(app.url, { token: session.access_token })).connected).toBe(true);
  });

  test('counts for its address: many sockets may send no more than one', async () => {
    app = await buildTestApp({ RATE_LIMITS: 'on' });
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
    };
    await flood();
    await Promise.all([flood(), flood()]);
  });
});

describe('what is answered counts', () => {
  test('calls with long answers are refused sooner', async () => {
    app = await buildTestApp({ RATE_LIMITS: 'on' });
    const { headers } = await signUp(app);
    const content = 'x'.repeat(500_000);
    const { body: clip } = await call(app, 'POST /clipboard', { body: { content }, headers });
    let answered = 0;
    while ((await call(app, `GET /clipboard/${clip.id}`, { headers })).status === 200) answered++;
    // Each is seven calls longer than a short one.
    expect(answered).toBeGreaterThan(300);
    expect(answered).toBeLessThan(450);
  });
});
