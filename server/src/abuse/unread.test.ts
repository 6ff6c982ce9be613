import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';

// What is asked for and never read is held in memory: a bound for each network.

const COUNT = 65;
/** Of 150 MB, at 2.5 MB each. */
const HELD = 60;
/** More of them than the buffers of the system take in. */
const TEXTS = 30;
const TEXT_BYTES = 500_000;

let app: TestApp;
let person: Person;
const clipIds: string[] = [];
let lines: Socket[] = [];
beforeAll(async () => {
  app = await buildTestApp();
  person = await signUp(app);
  for (let n = 0; n < TEXTS; n++) {
    const body = { content: `${n} ${'x'.repeat(TEXT_BYTES)}` };
    const saved = await call(app, 'POST /clipboard', { headers: person.headers, body });
    clipIds.push(saved.body.id as string);
  }
});
/** A paused end does not hear that it was cut: the server counts. */
const openHere = () =>
  new Promise<number>((resolve, reject) =>
    app.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
afterAll(async () => {
  for (const line of lines) line.destroy();
  await app.stop();
});

test('a long text that is asked for many times over and not read is held up to a bound, from the beginning', async () => {
  const { headers } = await signUp(app);
  const body = { content: '\u0001'.repeat(500_000) };
  const saved = await call(app, 'POST /clipboard', { headers, body });
  const { hostname, port } = new URL(app.url);
  const request = `GET /api/clipboard/${saved.body.id} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;
  // Each answer is 3 MB of JSON, so that some fifty are held.
  const askers = Array.from({ length: 30 }, () => {
    const line = connect({ port: Number(port), host: hostname });
    line.on('error', () => {}).pause();
    line.write(request.repeat(8));
    return line;
  });
  const isAnswered = (line: Socket) =>
    new Promise<void>((resolve) => void line.once('readable', resolve).once('close', resolve));
  await Promise.all(askers.map(isAnswered));
  await expect.poll(openHere).toBeLessThanOrEqual(8 + 2);
  for (const line of askers) line.destroy();
  // Nothing of those that were waiting for their turn is counted any more.
  await expect.poll(openHere).toBeLessThanOrEqual(2);
  const others = Array.from({ length: 40 }, () => call(app, `GET /clipboard/${saved.body.id}`));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(40).fill(200));
});

test('long lists that are not read: the oldest of too many are cut, and others are read', async () => {
  const { hostname, port } = new URL(app.url);
  lines = Array.from({ length: COUNT }, () => {
    const line = connect({ port: Number(port), host: hostname });
    line.on('error', () => {}).pause();
    line.write(
      `GET /api/clipboard/history HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
        `Authorization: ${person.headers.authorization}\r\n\r\n`,
    );
    return line;
  });
  // All are being answered, or were cut.
  await Promise.all(
    lines.map(
      (line) =>
        new Promise<void>((resolve) => {
          line.once('readable', resolve).once('close', resolve);
        }),
    ),
  );
  await expect.poll(openHere).toBeLessThanOrEqual(HELD + 2);
  const all = await call(app, 'GET /clipboard/history', { headers: person.headers });
  expect(all.status).toBe(200);
  expect(all.body.map(({ id }: { id: string }) => id).toSorted()).toEqual(clipIds.toSorted());
  expect(await openHere()).toBeGreaterThan(HELD / 2);
});
