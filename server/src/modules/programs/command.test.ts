import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { makeToken, type Person, signUp } from '../../../testing/factories.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'clipline-command-'));
const built = path.join(folder, 'web');
const command = path.join(folder, 'clipline.mjs');
let app: TestApp;
let ada: Person;
let token: string;
let here: string;
beforeAll(async () => {
  execFileSync(process.execPath, [path.join(root, 'cli/build.ts'), built]);
  app = await buildTestApp({}, { webFolder: built });
  writeFileSync(command, await (await fetch(`${app.url}/clipline.mjs`)).text());
  ada = await signUp(app);
  ({ token } = await makeToken(app, ada.user.id));
});
beforeEach(() => void (here = mkdtempSync(path.join(folder, 'here-'))));
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number | null;
  readonly out: Buffer;
  readonly told: string;
}
function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: here,
    env: {
      PATH: process.env['PATH'],
      CLIPLINE_URL: app.url,
      CLIPLINE_TOKEN: token,
      XDG_CONFIG_HOME: here,
      ...env,
    },
  });
  const [out, told]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => told.push(chunk));
  const ended = new Promise<Ran>((resolve) =>
    child.on('close', (code) =>
      resolve({ code, out: Buffer.concat(out), told: Buffer.concat(told).toString() }),
    ),
  );
  return {
    child,
    ended,
    out: () => Buffer.concat(out).toString(),
    told: () => Buffer.concat(told).toString(),
  };
}
function clipline(args: string[], input: string | Uint8Array = '', env = {}): Promise<Ran> {
  const { child, ended } = start(args, env);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return ended;
}
const newest = async () =>
  (await call(app, 'GET /clipboard/latest', { headers: ada.headers })).body;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('one file of at most 200 kB, that knows its server; npm takes the archive', async () => {
  const script = readFileSync(command);
  expect(script.length).toBeLessThan(200_000);
  expect(script.toString()).toContain('http://clipline.test');
  const response = await fetch(`${app.url}/cli.tgz`);
  expect(response.headers.get('content-type')).toBe('application/gzip');
  writeFileSync(path.join(here, 'cli.tgz'), Buffer.from(await response.arrayBuffer()));
  execFileSync('tar', ['-xzf', 'cli.tgz'], { cwd: here });
  expect(readFileSync(path.join(here, 'package/clipline.mjs'))).toEqual(script);
  expect(JSON.parse(readFileSync(path.join(here, 'package/package.json'), 'utf8'))).toMatchObject({
    name: 'clipline',
    bin: { clipline: 'clipline.mjs' },
  });
});

test('a text goes in and out byte for byte', async () => {
  const text = 'Grüße \u001b]52;c;aGk=\u0007\r\n\n';
  const { code, out } = await clipline([], text);
  const { id, content } = await newest();
  expect([code, out.toString(), content]).toEqual([0, `${app.url}/clips/${id}\n`, text]);
  expect((await clipline(['paste'])).out).toEqual(Buffer.from(text));
  expect((await clipline(['paste', '-o', 'a'])).code).toBe(0);
  expect(readFileSync(path.join(here, 'a'), 'utf8')).toBe(text);
  expect((await clipline(['paste', '-o', 'a'])).code).toBe(1);
  expect((await clipline(['pull', 'latest'])).out.toString()).toBe(`${id}.txt\n`);
});

test('to a terminal, control characters are spelled out', async () => {
  await clipline([], 'a\u001b]52;c;aGk=\u0007\u009b31mb');
  // Not in sync: the server answers from this very process.
  const { stdout: shown } = await promisify(execFile)(
    'script',
    ['-qec', `${process.execPath} ${command} paste`, '/dev/null'],
    { env: { ...process.env, CLIPLINE_URL: app.url, CLIPLINE_TOKEN: token } },
  );
  expect(shown).toContain('a\\u001b]52;c;aGk=\\u0007\\u009b31mb');
});

test('20 MB go up and come down again; names are kept apart, nothing is overwritten', async () => {
  const files = [randomBytes(10_485_760), randomBytes(10_485_760)] as const;
  mkdirSync(path.join(here, 'b'));
  writeFileSync(path.join(here, 'x.bin'), files[0]);
  writeFileSync(path.join(here, 'b', 'x.bin'), files[1]);
  expect((await clipline(['push', 'x.bin', 'b/x.bin'])).code).toBe(0);
  const { out } = await clipline(['pull', 'latest']);
  expect(out.toString()).toBe('x (2).bin\nx (3).bin\n');
  const pulled = ['x.bin', 'x (2).bin', 'x (3).bin'].map((name) =>
    sha256(readFileSync(path.join(here, name))),
  );
  expect(pulled).toEqual([files[0], files[0], files[1]].map(sha256));
});

test('binary input is a file; one byte beyond 10 MB stores nothing', async () => {
  const bytes = randomBytes(1000);
  expect((await clipline([], bytes)).code).toBe(0);
  expect((await newest()).fileName).toBe('stdin');
  expect((await clipline(['paste'])).out).toEqual(bytes);
  const before = await newest();
  writeFileSync(path.join(here, 'large'), Buffer.alloc(10_485_761));
  const { code, told } = await clipline(['push', 'large']);
  expect([code, told]).toEqual([
    1,
    'large exceeds the 10MB limit. Please choose a smaller file.\n',
  ]);
  expect(await newest()).toEqual(before);
});

test('lists, finds, and tells who it is', async () => {
  await clipline([], 'needle in a haystack');
  const { out } = await clipline(['ls', '--search', 'needle', '--json']);
  expect(JSON.parse(out.toString())).toMatchObject([await newest()]);
  expect((await clipline(['ls', '-n', '1'])).out.toString()).toContain('needle in a haystack');
  expect((await clipline(['whoami'])).out.toString()).toBe(`Test Person <${ada.user.email}>\n`);
});

test('exit codes', async () => {
  const codes = async (...args: Parameters<typeof clipline>) => (await clipline(...args)).code;
  expect(await codes(['help'])).toBe(0);
  expect(await codes([])).toBe(2);
  expect(await codes(['nonsense'])).toBe(2);
  expect(await codes(['ls', '--nonsense'])).toBe(2);
  expect(await codes(['pull', 'AAAAAAAAAAAAAAAAAAAAAA'])).toBe(3);
  expect(await codes(['ls', '--search', 'nowhere to be found'])).toBe(3);
  expect(await codes(['paste'], '', { CLIPLINE_TOKEN: '' })).toBe(4);
  expect(await codes(['paste'], '', { CLIPLINE_TOKEN: 'clipline_expired' })).toBe(4);
  expect(await codes(['paste'], '', { CLIPLINE_URL: 'http://example.org' })).toBe(2);
});

test('login waits for the browser, keeps its token for itself; logout forgets it', async () => {
  const running = start(['login'], { CLIPLINE_TOKEN: '' });
  await expect.poll(running.told).toMatch(/[A-Z]{4}-[A-Z]{4}/);
  expect(running.told()).toContain('http://clipline.test/device');
  const user_code = /[A-Z]{4}-[A-Z]{4}/.exec(running.told())?.[0];
  await call(app, 'POST /auth/device/decision', {
    headers: ada.headers,
    body: { user_code, allow: true },
  });
  expect((await running.ended).code).toBe(0);
  const kept = path.join(here, 'clipline', 'credentials.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(kept))).toEqual(['credentials.json']);
  const signedIn = { CLIPLINE_TOKEN: '' };
  expect((await clipline(['whoami'], '', signedIn)).code).toBe(0);
  // The token of one server is not sent to another.
  const elsewhere = { ...signedIn, CLIPLINE_URL: app.url.replace('127.0.0.1', 'localhost') };
  expect((await clipline(['whoami'], '', elsewhere)).code).toBe(4);
  await clipline(['logout'], '', signedIn);
  expect([existsSync(kept), (await clipline(['whoami'], '', signedIn)).code]).toEqual([false, 4]);
});

test('watch prints what comes, or hands it to a command; Ctrl+C ends it with 130', async () => {
  const watching = start(['watch']);
  const executing = start(['watch', '--exec', 'tee got.txt']);
  for (const { told } of [watching, executing]) await expect.poll(told).toContain('Watching');
  await call(app, 'POST /clipboard', { headers: ada.headers, body: { content: 'seen\u001b' } });
  await expect.poll(watching.out).toBe('seen\u001b');
  await expect.poll(executing.out).toBe('seen\u001b');
  expect(readFileSync(path.join(here, 'got.txt'), 'utf8')).toBe('seen\u001b');
  watching.child.kill('SIGINT');
  executing.child.kill('SIGINT');
  expect([(await watching.ended).code, (await executing.ended).code]).toEqual([130, 130]);
});

/** Passes calls on to the product, and loses the first answer to each save. */
async function losingAnswers() {
  const lost: string[] = [];
  const server = createServer((request, response) => {
    const pass = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const answer = await fetch(`${app.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const sent = `${request.method} ${request.url} ${String(headers['x-capture-part'] ?? '')}`;
      if (request.method === 'POST' && !lost.includes(sent)) {
        lost.push(sent);
        return request.socket.destroy();
      }
      const type = answer.headers.get('content-type') ?? '';
      return response.writeHead(answer.status, { 'content-type': type }).end(bytes);
    };
    void pass();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, lost, stop: () => server.close() };
}

test('answers that are lost on the way: what is saved is saved once', async () => {
  const proxy = await losingAnswers();
  const by = { CLIPLINE_URL: proxy.url };
  const total = async () =>
    (await call(app, 'GET /clipboard/history?pageSize=1', { headers: ada.headers })).body.total;
  const before = await total();
  expect((await clipline([], 'said twice', by)).code).toBe(0);
  const bytes = [randomBytes(100_000), randomBytes(1000)] as const;
  for (const [at, content] of bytes.entries()) writeFileSync(path.join(here, `${at}.bin`), content);
  expect((await clipline(['push', '0.bin', '1.bin'], '', by)).code).toBe(0);
  expect(proxy.lost).toHaveLength(4);
  expect(await total()).toBe(before + 2);
  expect((await newest()).files.map((file: { name: string }) => file.name)).toEqual([
    '0.bin',
    '1.bin',
  ]);
  expect((await clipline(['pull', 'latest', '-o', '.'])).code).toBe(0);
  for (const [at, content] of bytes.entries())
    expect(readFileSync(path.join(here, `${at} (2).bin`))).toEqual(content);
  proxy.stop();
});
