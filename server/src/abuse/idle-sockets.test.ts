import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { ask, closeSockets, connectSocket, record } from '../../testing/sockets.ts';

// Very many who only have a page open. `npm run bench -- memory` opens 5,000.

/**
 * Both ends of each are in this process; some systems allow 256 open files unless told otherwise.
 */
const { userLimits } = process.report.getReport() as {
  userLimits?: { open_files: { soft: number | 'unlimited' } };
};
const OPEN_FILES = Number(userLimits?.open_files.soft);
const COUNT = Math.min(1000, Math.floor(((OPEN_FILES || 2500) - 200) / 2.5));
const AT_ONCE = 50;

let app: TestApp;
const idle: WebSocket[] = [];
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(async () => {
  closeSockets();
  for (const socket of idle) socket.terminate();
  await app.stop();
});

/** The handshake and nothing more, as a page makes it. */
async function open(): Promise<void> {
  const url = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  idle.push(socket);
  await once(socket, 'message');
  const isIn = once(socket, 'message');
  socket.send('40');
  await isIn;
}

test('a thousand idle sockets: others read, save and hear of it, and none is lost', async () => {
  const owner = await signUp(app);
  const { body: clip } = await call(app, 'POST /clipboard', {
    headers: owner.headers,
    body: { content: 'first' },
  });
  while (idle.length < COUNT)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, COUNT - idle.length) }, open));
  expect(app.countSockets()).toBe(COUNT);

  const viewer = await connectSocket(app.url);
  const payload = { clipId: clip.id as string };
  expect(await ask(viewer, 'join:clip', payload)).toMatchObject({ ok: true });
  const heard = record(viewer);
  const told: string[] = [];
  for (const socket of idle) socket.on('message', (data) => told.push((data as Buffer).toString()));
  for (const content of ['second', 'third']) {
    const { status } = await call(app, `PUT /clipboard/${clip.id}`, {
      headers: owner.headers,
      body: { content },
    });
    expect(status).toBe(200);
  }
  await expect
    .poll(() => heard.map(([, news]) => (news as { content?: string }).content))
    .toEqual(['second', 'third']);
  // Pings come to all; news of what they have not open to none.
  expect(told.filter((message) => message !== '2')).toEqual([]);
  expect(app.countSockets()).toBe(COUNT + 1);
  expect((await call(app, 'GET /clipboard/history', { headers: owner.headers })).status).toBe(200);

  for (const socket of idle) socket.terminate();
  await expect.poll(() => app.countSockets()).toBe(1);
});
