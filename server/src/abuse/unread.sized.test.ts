import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { TRUE_SIZE } from '../../testing/true-size.ts';
import { MAX_HELD, setMostHeld } from '../core/http/guard.ts';

// What is asked for and never read is held in memory: a bound for each network.

const MOST = TRUE_SIZE ? MAX_HELD.ofNetwork : 48 * 1024 ** 2;
/** Lists are reckoned as 2.5 MB each. */
const LISTS = Math.floor(MOST / (2.5 * 1024 ** 2));
/** Eight texts that are six times as long in JSON. */
const LINES = Math.floor(MOST / (24 * 1024 ** 2));
/** More of them than the buffers of the system take in. */
const TEXTS = 30;
const TEXT_BYTES = 500_000;

let app: TestApp;
let person: Person;
const clipIds: string[] = [];
let lines: Socket[] = [];
beforeAll(async () => {
  setMostHeld({ ...MAX_HELD, ofNetwork: MOST });
  app = await buildTestApp();
  person = await signUp(app);
  for (let n = 0; n < TEXTS; n++) {
    const body = { content: `${n} ${'x'.repeat(TEXT_BYTES)}` };
    const saved = await call(app, 'POST /clipboard', { headers: person.headers, body });
    clipIds.push(saved.body.id as string);
  }
});
afterEach(async () => {
  for (const line of lines) line.destroy();
  lines = [];
  await expect.poll(openHere).toBeLessThanOrEqual(2);
});
afterAll(() => {
  setMostHeld();
  return app.stop();
});

/** A paused end does not hear that it was cut: the server counts. */
const openHere = () =>
  new Promise<number>((resolve, reject) =>
    app.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Opens so many lines that ask and do not read; each is being answered then, or was cut. */
async function openUnread(count: number, request: string): Promise<void> {
  const { hostname, port } = new URL(app.url);
  lines = Array.from({ length: count }, () => {
    const line = connect({ port: Number(port), host: hostname });
    line.on('error', () => {}).pause();
    line.write(request);
    return line;
  });
  await Promise.all(
    lines.map(
      (line) =>
        new Promise<void>((resolve) => {
          line.once('readable', resolve).once('close', resolve);
        }),
    ),
  );
}

test('long lists that are not read: the oldest of too many are cut, and others are read', async () => {
  await openUnread(
    LISTS + 6,
    `GET /api/clipboard/history HTTP/1.1\r\nHost: a\r\n` +
      `Authorization: ${person.headers.authorization}\r\n\r\n`,
  );
  await expect.poll(openHere).toBeLessThanOrEqual(LISTS + 2);
  const all = await call(app, 'GET /clipboard/history', { headers: person.headers });
  expect(all.status).toBe(200);
  expect(all.body.map(({ id }: { id: string }) => id).toSorted()).toEqual(clipIds.toSorted());
  expect(await openHere()).toBeGreaterThan(LISTS / 2);
});

test('single long texts that are not read, eight on a line: lines are cut, and others read', async () => {
  const content = '\u0001'.repeat(512 * 1024);
  const { headers } = person;
  const { body: clip } = await call(app, 'POST /clipboard', { headers, body: { content } });
  // The buffers of the system take in half at most.
  await openUnread(
    4 * LINES,
    `GET /api/clipboard/${clip.id} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8),
  );
  await expect.poll(openHere).toBeLessThanOrEqual(2 * LINES + 2);
  const read = await call(app, `GET /clipboard/${clip.id}`);
  expect([read.status, read.body.content === content]).toEqual([200, true]);
  expect(await openHere()).toBeGreaterThan(LINES / 2);
});
