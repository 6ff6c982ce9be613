import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { buildTestApp } from '../testing/build-test-app.ts';
import { listen } from '../testing/listen.ts';
import { loadConfig } from './config.ts';
import { plainReason } from './plain-reason.ts';

const reasonOf = (failing: Promise<unknown>, env: NodeJS.ProcessEnv = {}) =>
  failing.then(
    () => undefined,
    (error: unknown) => plainReason(error, env),
  );
const listening = (port: number, host: string) =>
  once(createServer().listen(port, host), 'listening');

test('a port that is taken', async () => {
  const other = createServer();
  const port = await listen(other);
  expect(await reasonOf(listening(port, '127.0.0.1'))).toBe(
    `PORT ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another number.`,
  );
  other.close();
});

test('a port that only some users may take', () => {
  const error = Object.assign(new Error(), { code: 'EACCES', syscall: 'listen', port: 80 });
  expect(plainReason(error, {})).toBe(
    'PORT 80 may not be used by this user. Set PORT to a number above 1023.',
  );
});

test.each(['192.0.2.1', 'no such host'])('%s is no address of this machine', async (host) => {
  expect(await reasonOf(listening(0, host))).toMatch(
    /^HOST cannot be listened on: E\w+\. Set HOST to an address of this machine, such as 0\.0\.0\.0\.$/,
  );
});

test('a variable that is none', async () => {
  const loading = Promise.try(() => loadConfig({ PORT: 'many' }));
  expect(await reasonOf(loading)).toBe('PORT must be a port number from 0 to 65535');
});

test('a database that is not there', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', APP_SECRET: 's'.repeat(32) };
  expect(await reasonOf(buildTestApp(env), env)).toMatch(/^DATABASE_URL: .*ECONNREFUSED/);
});

test('a defect keeps its stack', () => {
  expect(plainReason(new TypeError('of ours'), {})).toBeUndefined();
});
