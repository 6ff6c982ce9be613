import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';

const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

let folder: string;
let app: TestApp;
let off: TestApp;

function build(script: string) {
  const page = `<body data-build="%BUILD%" data-worker="%SERVICE_WORKER%"><script src="/assets/${script}.js"></script>`;
  for (const [name, content] of Object.entries({
    '.vite/pages.json': JSON.stringify([{ path: '/dashboard', file: 'dashboard', headers: {} }]),
    '.vite/sw.en.js': "keep('%BUILD%', 'en')",
    '.vite/sw.fr.js': "keep('%BUILD%', 'fr')",
    '.vite/sw.off.js': 'leave()',
    [`assets/${script}.js`]: script,
    'index.html': page,
  })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-worker-'));
  build('first');
  app = await buildTestApp({}, { webFolder: folder });
  off = await buildTestApp({ SERVICE_WORKER: 'off' }, { webFolder: folder });
});
afterAll(async () => {
  await app.stop();
  await off.stop();
  rmSync(folder, { recursive: true });
});

const buildOf = async ({ url }: TestApp) =>
  ((await (await fetch(`${url}/api/features`)).json()) as { build: string }).build;

test.each([
  ['/sw.js?lang=fr', 'fr'],
  ['/sw.js?lang=en', 'en'],
  ['/sw.js?lang=xx', 'en'],
  ['/sw.js?lang=off', 'en'],
  ['/sw.js', 'en'],
])('%s is the worker of this build in %s', async (address, language) => {
  const answer = await fetch(app.url + address, {
    headers: { 'accept-language': 'fr', cookie: 'language=fr' },
  });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  });
  expect(await answer.text()).toBe(`keep('${await buildOf(app)}', '${language}')`);
});

test('it is never a page, whatever a browser says it takes', async () => {
  const answer = await fetch(`${app.url}/sw.js?lang=fr`, { headers: { accept: 'text/html' } });
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await fetch(`${app.url}/sw.js`, { method: 'POST' })).status).toBe(404);
});

test('SERVICE_WORKER=off serves the one that takes itself out, in every language', async () => {
  for (const address of ['/sw.js', '/sw.js?lang=fr']) {
    const answer = await fetch(off.url + address);
    expect([answer.status, await answer.text()]).toEqual([200, 'leave()']);
    expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
});

test('a page says of which build it is, and whether there is a worker', async () => {
  const page = async (of: TestApp) => (await fetch(`${of.url}/dashboard`)).text();
  const named = await buildOf(app);
  expect(await page(app)).toContain(`data-build="${named}" data-worker="on"`);
  expect(await page(off)).toContain(`data-build="${named}" data-worker="off"`);
});

test('files of the build before are there for the pages that are open', async () => {
  const before = await buildOf(app);
  let time = Date.now();
  for (const script of ['second', 'third', 'fourth']) {
    rmSync(path.join(folder, 'assets'), { recursive: true });
    build(script);
    time += 5000;
    utimesSync(path.join(folder, 'index.html'), new Date(), new Date(time));
    expect((await fetch(`${app.url}/assets/${script}.js`)).status).toBe(200);
  }
  expect(await buildOf(app)).not.toBe(before);
  const statuses = await Promise.all(
    ['first', 'second', 'third'].map(
      async (script) => (await fetch(`${app.url}/assets/${script}.js`)).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 200]);
});

test('a build without a worker has no page instead', async () => {
  rmSync(path.join(folder, '.vite/sw.off.js'));
  utimesSync(path.join(folder, 'index.html'), new Date(), new Date(Date.now() + 60_000));
  const answer = await fetch(`${off.url}/sw.js`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
});
