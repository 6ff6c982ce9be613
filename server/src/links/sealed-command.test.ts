import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { startCommand } from '../../testing/command-line.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';

let app: TestApp;
let owner: Person;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  // Links begin with where the command reaches it.
  app = await buildTestApp({ PUBLIC_URL: '', MAX_FILE_MB: '20' });
  owner = await signUp(app);
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-sealed-'));
  const { token } = await makeToken(app, owner.user.id, ['links']);
  env = { CLIPLINE_URL: app.url, CLIPLINE_TOKEN: token };
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const run = (args: string[], more: { input?: string; env?: Record<string, string> } = {}) =>
  startCommand(args, { env, ...more }).ended;
const seal = async (args: string[] = [], input = 'CANARY text\n', more = {}) => {
  const { code, out, told } = await run(['seal', ...args], { input, env: { ...env, ...more } });
  expect([code, told]).toEqual([0, '']);
  const link = new URL(out.toString().trim());
  // Whatever the link begins with, this server is reached here.
  return `${app.url}${link.pathname}${link.hash}`;
};
/** Without an account. */
const open = (args: string[], more: { input?: string; env?: Record<string, string> } = {}) =>
  run(['open', ...args], { env: {}, ...more });
const links = async () => (await call(app, 'GET /links', owner)).body.links;

test('a text goes by a pipe, once', async () => {
  const link = await seal(['--label', 'VPN', '--notify', '--expires', '1h']);
  expect(link).toMatch(/\/s\/[\w-]{22}#[a-z2-7]{30}$/);
  expect((await links())[0]).toMatchObject({ label: 'VPN', notify: true, maxViews: 1 });
  const { code, out } = await open([link]);
  expect([code, out.toString()]).toEqual([0, 'CANARY text\n']);
  expect(await open([link])).toMatchObject({ code: 3 });
});

test('files, small and in parts, are written as pull writes them', async () => {
  const large = Buffer.alloc(11 * 1024 ** 2, 7);
  const names = ['.rc', 'large.bin'].map((name) => path.join(folder, name));
  writeFileSync(names[0]!, 'small');
  writeFileSync(names[1]!, large);
  const link = await seal([...names, '--views', '2']);
  const target = mkdtempSync(path.join(folder, 'into-'));
  const { code, out } = await open(['-', '-o', target], { input: `${link}\n` });
  expect([code, out.toString().split('\n').length]).toEqual([0, 3]);
  expect(readdirSync(target).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'large.bin',
    'rc',
  ]);
  expect(readFileSync(path.join(target, 'large.bin')).equals(large)).toBe(true);
  expect((await links())[0]).toMatchObject({ views: 1, maxViews: 2 });
});

test('by a password', async () => {
  const password = { CLIPLINE_SEALED_PASSWORD: 'four good words' };
  const link = await seal(['--password', '--no-limit'], 'secret', password);
  expect((await links())[0]).toMatchObject({ hasPassword: true, maxViews: null });
  const wrong = await open([link], { env: { CLIPLINE_SEALED_PASSWORD: 'another' } });
  expect(wrong).toMatchObject({ code: 1, told: 'That is not the password.\n' });
  expect((await open([link], { env: password })).out.toString()).toBe('secret');
  expect((await links())[0]).toMatchObject({ views: 1 });
});

test('what is no whole sealed link is asked of nobody, and opens nothing', async () => {
  const link = await seal();
  const incomplete = /^This link is incomplete/;
  for (const bad of [link.slice(0, -1), `${link}a`, link.replace('#', '%23')]) {
    const { code, told } = await open([bad]);
    expect([bad, code, incomplete.test(told)]).toEqual([bad, 2, true]);
  }
  const { body: clip } = await call(app, 'POST /clipboard', {
    headers: owner.headers,
    body: { content: 'x' },
  });
  const { body: other } = await call(app, 'POST /links', {
    headers: owner.headers,
    body: { clipId: clip.id },
  });
  const plain = `${app.url}${new URL(other.url).pathname}`;
  for (const bad of ['word', `${app.url}/clips/x`, plain])
    expect(await open([bad])).toMatchObject({
      code: 2,
      told: 'This is no sealed link. Open it in the browser.\n',
    });
  expect((await open([link.split('#')[0]!])).code).toBe(2);
  expect((await links()).find((each: { kind: string }) => each.kind === 'sealed').views).toBe(0);
});

test('what was changed writes nothing, and wrong usage says so', async () => {
  const file = path.join(folder, 'a.txt');
  writeFileSync(file, 'text');
  const link = await seal([file]);
  const { blob_id: key } = await app.store.db
    .selectFrom('files')
    .select('blob_id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const bytes = new Uint8Array(1062);
  await app.storage.remove(key);
  await app.storage.put(
    (async function* () {
      yield bytes;
    })(),
    key,
  );
  const target = mkdtempSync(path.join(folder, 'into-'));
  expect(await open([link, '-o', target])).toMatchObject({
    code: 1,
    told: 'This was changed on the way and cannot be opened.\n',
  });
  expect(readdirSync(target)).toEqual([]);
  for (const args of [
    ['--views', '0'],
    ['--views', '2', '--no-limit'],
    ['--expires', '31d'],
  ])
    expect(await run(['seal', ...args], { input: 'x' })).toMatchObject({ code: 2 });
  expect(await open([link, '-o', path.join(folder, 'none')])).toMatchObject({ code: 1 });
  expect(await open(['http://example.com/s/x'])).toMatchObject({ code: 2 });
});
