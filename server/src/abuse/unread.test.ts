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
afterAll(async () => {
  for (const line of lines) line.destroy();
  await app.stop();
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
  // A paused end does not hear that it was cut: the server counts.
  const openHere = () =>
    new Promise<number>((resolve, reject) =>
      app.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  await expect.poll(openHere).toBeLessThanOrEqual(HELD + 2);
  const all = await call(app, 'GET /clipboard/history', { headers: person.headers });
  expect(all.status).toBe(200);
  expect(all.body.map(({ id }: { id: string }) => id).toSorted()).toEqual(clipIds.toSorted());
  expect(await openHere()).toBeGreaterThan(HELD / 2);
});
