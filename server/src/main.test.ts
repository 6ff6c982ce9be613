import { networkAddresses } from './core/http/address.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandEnvironment } from '../testing/command-environment.ts';
import { listen } from '../testing/listen.ts';
import { closeSockets, connectSocket, ended } from '../testing/sockets.ts';

let dataDir: string;
const running = new Set<ChildProcess>();

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-main-'));
});
afterEach(async () => {
  closeSockets();
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function launch(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ...commandEnvironment,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
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
  return { child, closed, listening, printed };
}

/** Runs a start that must fail; returns what it told the operator. */
async function refused(environment: Record<string, string>): Promise<string> {
  const { closed, printed } = launch(environment);
  expect(await closed).toBe(1);
  expect(printed.out).toBe('');
  expect(printed.err.split('\n')).toHaveLength(2);
  return printed.err.trim();
}

test('prints one line when ready, serves, and stops within its time with sockets open', async () => {
  const { child, closed, listening, printed } = launch();
  const url = await listening;
  expect(url).toMatch(/^http:\/\/localhost:[1-9]\d*$/);
  const address = url.replace('localhost', '127.0.0.1');
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
  const socket = await connectSocket(address);
  const dropped = ended(socket);
  const started = Date.now();
  child.kill('SIGTERM');
  expect(await dropped).toBe('transport close');
  expect(await closed).toBe(0);
  expect(Date.now() - started).toBeLessThan(10_000);
  const [first, second, ...rest] = printed.out.split('\n');
  expect([first, rest, printed.err]).toEqual([`Listening on ${url}`, [''], '']);
  expect(second).toMatch(new RegExp(`^First account: ${url}/setup#token=[\\w-]{22}$`));
});

test('says once that it accepts connections, however many addresses the machine has', async () => {
  const { child, closed, listening, printed } = launch({ LOG_LEVEL: 'info', HOST: '0.0.0.0' });
  await listening;
  child.kill('SIGTERM');
  await closed;
  const texts = printed.out.split('\n').filter((line) => line.startsWith('{'));
  expect(texts.map((line) => (JSON.parse(line) as { msg?: string }).msg)).toEqual([
    'Accepting connections',
  ]);
});

test('tells where other devices on the network find it, unless it listens for this computer alone', async () => {
  const { child, closed, listening, printed } = launch({ HOST: '0.0.0.0' });
  const { port } = new URL(await listening);
  child.kill('SIGTERM');
  await closed;
  const told = printed.out.split('\n').filter((line) => line.startsWith('For other devices'));
  expect(told).toEqual(
    networkAddresses('0.0.0.0', networkInterfaces()).map(
      (address) => `For other devices on your network: http://${address}:${port}`,
    ),
  );
});

test('the link to the first account works once, and the next start prints another', async () => {
  const { child, closed, listening, printed } = launch();
  const address = (await listening).replace('localhost', '127.0.0.1');
  const tokenIn = (text: string) => /setup#token=(\S+)/.exec(text)?.[1];
  child.kill('SIGTERM');
  await closed;
  const next = launch();
  const nextAddress = (await next.listening).replace('localhost', '127.0.0.1');
  const setUp = (token: string | undefined) =>
    fetch(`${nextAddress}/api/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token,
        name: 'Ada',
        email: 'ada@example.com',
        password: 'a password',
      }),
    });
  expect(address).not.toBe(nextAddress);
  expect((await setUp(tokenIn(printed.out))).status).toBe(403);
  expect((await setUp(tokenIn(next.printed.out))).status).toBe(200);
  next.child.kill('SIGTERM');
  await next.closed;
  const last = launch();
  await last.listening;
  last.child.kill('SIGTERM');
  await last.closed;
  expect(last.printed.out).not.toContain('First account');
});

test('PUBLIC_URL is what it says it listens on', async () => {
  const { listening } = launch({ PUBLIC_URL: 'https://clips.example.com' });
  expect(await listening).toBe('https://clips.example.com');
});

test('a second process on the same data is refused; the first goes on', async () => {
  const { listening } = launch();
  const url = (await listening).replace('localhost', '127.0.0.1');
  expect(await refused({})).toBe(
    `${dataDir} is in use by another Clipline process. Stop it first, or set DATA_DIR to another folder.`,
  );
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('what cannot work is one line that names the variable', async () => {
  const other = createServer();
  const port = await listen(other);
  expect(await refused({ PORT: String(port) })).toBe(
    `PORT ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another number.`,
  );
  other.close();
  expect(await refused({ PORT: 'many' })).toBe('PORT must be a port number from 0 to 65535');
  expect(await refused({ HOST: '192.0.2.1' })).toMatch(
    /^HOST cannot be listened on: EADDRNOTAVAIL/,
  );
  expect(await refused({ HOST: 'no such host' })).toMatch(/^HOST cannot be listened on/);
  expect(
    await refused({ DATABASE_URL: 'postgres://127.0.0.1:1/none', APP_SECRET: 's'.repeat(32) }),
  ).toMatch(/^DATABASE_URL: .*ECONNREFUSED/);
});

test('requests are logged as JSON that names no token, id, query or whole address', async () => {
  const { child, closed, listening, printed } = launch({ LOG_LEVEL: 'debug' });
  const url = (await listening).replace('localhost', '127.0.0.1');
  const headers = {
    authorization: 'Bearer token-in-header',
    'x-refresh-token': 'refresh-in-header',
  };
  await fetch(`${url}/api/clipboard/clip-in-path?search=words-in-query`, { headers });
  await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"mail-in-body"}',
  });
  await fetch(`${url}/desktop/shared/token-in-path?error=words-in-query`);
  await fetch(`${url}/api/unknown-in-path`, { headers });
  child.kill('SIGTERM');
  await closed;
  const lines = printed.out
    .trim()
    .split('\n')
    .filter((line) => !/^(Listening on|First account:) /.test(line))
    .map((line) => JSON.parse(line));
  const requests = lines
    .filter(({ msg }) => msg === 'Request')
    .map(({ method, route, status, network }) => [method, route, status, network]);
  expect(requests).toEqual([
    ['GET', '/api/clipboard/:id', 401, '127.0.0.0/24'],
    ['POST', '/api/auth/login', 400, '127.0.0.0/24'],
    ['GET', '*', expect.any(Number), '127.0.0.0/24'],
    ['GET', '*', 404, '127.0.0.0/24'],
  ]);
  const ids = lines.filter(({ msg }) => msg === 'Request').map(({ reqId }) => String(reqId));
  expect(new Set(ids.filter((id) => /^[0-9a-f]{16}$/.test(id))).size).toBe(requests.length);
  expect(printed.out + printed.err).not.toMatch(/-in-(header|path|query|body)|127\.0\.0\.1/);
});

test.each([
  ['', {}, 'fastify'],
  [', prom-client with METRICS_PORT alone', { METRICS_PORT: '0' }, 'fastify prom-client'],
])('what takes memory is loaded where it is used%s', async (_, environment, loaded) => {
  // In a process of its own: another file of tests may have loaded it into this one. No route has
  // a schema, which Fastify would load ajv for.
  const tell = `
    const { createRequire } = process.getBuiltinModule('node:module');
    const { isMainThread } = process.getBuiltinModule('node:worker_threads');
    const isLoaded = (name) =>
      Object.keys(createRequire('file:///').cache).some((file) => file.includes('/' + name + '/'));
    if (isMainThread) process.on('exit', () =>
      console.log('loaded: ' + ['ajv', 'fastify', 'prom-client'].filter(isLoaded).join(' ')));`;
  const { child, closed, listening, printed } = launch({
    ...environment,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}`,
  });
  await listening;
  child.kill('SIGTERM');
  expect(await closed).toBe(0);
  expect(printed.out).toContain(`loaded: ${loaded}\n`);
});
