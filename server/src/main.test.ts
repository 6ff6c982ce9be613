import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { commandEnvironment } from '../testing/command-environment.ts';
import { closeSockets, connectSocket, ended } from '../testing/sockets.ts';
import { reachedAt, thisMachine } from './core/http/own-origins.ts';

let dataDir: string;
const running = new Set<ChildProcess>();
beforeAll(() => void (dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-main-'))));
afterEach(async () => {
  closeSockets();
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/**
 * Tells at its end what was loaded, in a process of its own: another file of tests may have loaded
 * it into this one. No route has a schema, which Fastify would load ajv for.
 */
const TELL = `
  const { createRequire } = process.getBuiltinModule('node:module');
  const { isMainThread } = process.getBuiltinModule('node:worker_threads');
  const isLoaded = (name) =>
    Object.keys(createRequire('file:///').cache).some((file) => file.includes('/' + name + '/'));
  if (isMainThread) process.on('exit', () =>
    console.log('loaded: ' + ['ajv', 'fastify', 'prom-client'].filter(isLoaded).join(' ')));`;

function launch(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ...commandEnvironment,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL)}`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const closed = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number;
  });
  const printed = { out: '', err: '' };
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed.out += chunk;
      const [, url] = /Listening on (\S+)\n/.exec(printed.out) ?? [];
      if (url !== undefined) resolve(url);
    });
    void closed.then(() => reject(new Error(`ended before it listened: ${printed.err}`)));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (printed.err += chunk));
  listening.catch(() => {});
  const stop = () => {
    child.kill('SIGTERM');
    return closed;
  };
  return { closed, listening, printed, stop };
}

const localAddress = (url: string) => url.replace('localhost', '127.0.0.1');
const setupTokenIn = (text: string) =>
  /First account: \S+\/setup#token=([\w-]{22})\n/.exec(text)?.[1];

const modes = () =>
  Object.fromEntries(
    readdirSync(dataDir).map((name) => [
      name,
      (statSync(path.join(dataDir, name)).mode & 0o777).toString(8),
    ]),
  );
const OWN = {
  'clipline.sqlite': '600',
  'clipline.sqlite-shm': '600',
  'clipline.sqlite-wal': '600',
  lock: '600',
  'lock-journal': '600',
  secret: '600',
  blobs: '700',
  outbox: '700',
};

/*
 * Each test starts where the one before has left the folder: a start takes longer than what is
 * looked at.
 */
let earlierToken: string | undefined;

test('a first start tells in a line where it is and in another how to begin, serves, keeps others off its data, and stops with sockets open', async () => {
  const before = process.umask(0o022);
  const { closed, listening, printed, stop } = launch();
  process.umask(before);
  const url = await listening;
  expect(url).toMatch(/^http:\/\/localhost:[1-9]\d*$/);
  expect(modes()).toEqual(OWN);
  const address = localAddress(url);
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });

  const second = launch();
  expect(await second.closed).toBe(1);
  expect([second.printed.out, second.printed.err]).toEqual([
    'loaded: fastify\n',
    `${dataDir} is in use by another Clipline process. Stop it first, or set DATA_DIR to another folder.\n`,
  ]);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);

  const dropped = ended(await connectSocket(address));
  void stop();
  expect(await dropped).toBe('transport close');
  expect(await closed).toBe(0);
  earlierToken = setupTokenIn(printed.out);
  expect(earlierToken).toBeDefined();
  expect([printed.out, printed.err]).toEqual([
    `Listening on ${url}\nFirst account: ${url}/setup#token=${earlierToken}\nloaded: fastify\n`,
    '',
  ]);
});

test('the next start closes what was open, prints another link, which works once, and logs neither token, id, query nor whole address', async () => {
  for (const name of ['clipline.sqlite', 'lock', 'secret', 'blobs', 'outbox'])
    chmodSync(path.join(dataDir, name), 0o777);
  const { listening, printed, stop } = launch({
    HOST: '0.0.0.0',
    LOG_LEVEL: 'debug',
  });
  const url = await listening;
  expect(modes()).toEqual(OWN);
  const address = localAddress(url);
  const headers = {
    authorization: 'Bearer token-in-header',
    'x-refresh-token': 'refresh-in-header',
  };
  const send = async (name: string, body: object) => {
    const { status } = await fetch(`${address}/api/auth/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return status;
  };
  await fetch(`${address}/api/clipboard/clip-in-path?search=words-in-query`, { headers });
  await send('login', { email: 'mail-in-body' });
  await fetch(`${address}/desktop/shared/token-in-path?error=words-in-query`);
  await fetch(`${address}/api/unknown-in-path`, { headers });
  const ada = { name: 'Ada', email: 'ada-in-body@example.com', password: 'password-in-body' };
  expect(await send('setup', { ...ada, token: earlierToken })).toBe(403);
  const token = setupTokenIn(printed.out) ?? '';
  expect(await send('setup', { ...ada, token })).toBe(200);
  expect(await send('setup', { ...ada, token })).toBe(403);
  expect(await stop()).toBe(0);

  const lines = printed.out.split('\n');
  const logged = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.filter(({ msg }) => msg === 'Accepting connections')).toHaveLength(1);
  const requests = logged.filter(({ msg }) => msg === 'Request');
  expect(
    requests.map(({ method, route, status, network }) => [method, route, status, network]),
  ).toEqual([
    ['GET', '/api/clipboard/:id', 401, '127.0.0.0/24'],
    ['POST', '/api/auth/login', 400, '127.0.0.0/24'],
    ['GET', '*', expect.any(Number), '127.0.0.0/24'],
    ['GET', '*', 404, '127.0.0.0/24'],
    ['POST', '/api/auth/setup', 403, '127.0.0.0/24'],
    ['POST', '/api/auth/setup', 200, '127.0.0.0/24'],
    ['POST', '/api/auth/setup', 403, '127.0.0.0/24'],
  ]);
  const ids = requests.map(({ reqId }) => String(reqId));
  expect(new Set(ids.filter((id) => /^[0-9a-f]{16}$/.test(id))).size).toBe(requests.length);
  const all = printed.out + printed.err;
  expect(all).not.toMatch(/-in-(header|path|query|body)|127\.0\.0\.1/);

  const others = reachedAt('0.0.0.0', Number(new URL(url).port), thisMachine()).slice(0, 1);
  expect(lines.filter((line) => /^[LF]/.test(line))).toEqual([
    `Listening on ${url}`,
    ...[url, ...others].map((each) => `First account: ${each}/setup#token=${token}`),
    ...others.map((each) => `For other devices on your network: ${each}`),
  ]);
  expect(all.split(token)).toHaveLength(2 + others.length);
});

test('PUBLIC_URL is what it says it listens on, and with an account there is no first one', async () => {
  const { listening, printed, stop } = launch({
    PUBLIC_URL: 'https://clips.example.com',
    METRICS_PORT: '0',
  });
  expect(await listening).toBe('https://clips.example.com');
  expect(await stop()).toBe(0);
  // What takes memory is loaded with METRICS_PORT alone.
  expect(printed.out).toBe('Listening on https://clips.example.com\nloaded: fastify prom-client\n');
});
