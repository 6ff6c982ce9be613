import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { cspHash } from './security.ts';

const BOOT = "document.documentElement.dataset.theme='dark'";
const STYLE = `body{margin:0}${'/* padding */'.repeat(200)}`;
const shell = (title: string, head = '') =>
  `<!doctype html><html><head><title>${title}</title><script>${BOOT}</script>${head}</head><body><div id="root"></div><script type="module" src="/assets/index-abc.js"></script></body></html>`;
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5000))})`;

const pages = [
  { path: '/', file: 'landing', headers: {} },
  { path: '/auth', file: 'auth', headers: {} },
  { path: '/dashboard', file: 'dashboard', headers: {} },
  { path: '/clips/:clipId', file: 'clips-clipId', headers: {} },
  {
    path: '/desktop/shared/:token',
    file: 'desktop-shared-token',
    headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  },
];

let folder: string;
let app: TestApp;

function build(files: Record<string, string | Buffer>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-web-'));
  build({
    'index.html': shell('App'),
    'landing.html': shell('Landing', `<style>${STYLE}</style>`),
    'auth.html': shell('Auth'),
    'clips-clipId.html': shell('Clip'),
    'index.fr.html': shell('Appli'),
    'landing.fr.html': shell('Accueil'),
    '.vite/pages.json': JSON.stringify(pages),
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'manifest.fr.webmanifest': '{"name":"Clipline"}',
    'assets/index-abc.js': SCRIPT,
    'assets/prepared-abc.js': SCRIPT,
    'assets/prepared-abc.js.br': brotliCompressSync('prepared by the build'),
    'assets/font-abc.woff2': Buffer.alloc(4000, 7),
  });
  app = await buildTestApp({ PUBLIC_URL: 'https://clips.example.com' }, { webFolder: folder });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** As it comes over the wire, with nothing decoded and no path changed. */
const raw = (target: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(app.url);
      get({ hostname, port, path: target, headers }, (response) => {
        const { statusCode: status = 0, headers: received } = response;
        buffer(response).then(
          (body) => resolve({ status, headers: received as Record<string, string>, body }),
          reject,
        );
      }).on('error', reject);
    },
  );
const titleOf = (body: Buffer) => /<title>(.*)<\/title>/.exec(body.toString())?.[1];

test('a page tells whether plans are sold, and leaves alone what it does not know', async () => {
  build({
    'index.html': shell('App', '<meta name="billing" content="%BILLING%"><meta content="%OTHER%">'),
  });
  const later = new Date(Date.now() + 60_000);
  utimesSync(path.join(folder, 'index.html'), later, later);
  const body = (await raw('/dashboard')).body.toString();
  expect(body).toContain('content="off"');
  expect(body).toContain('content="%OTHER%"');
  build({ 'index.html': shell('App') });
});

const titles: Partial<Record<string, string>> = {
  '/': 'Landing',
  '/auth': 'Auth',
  '/clips/:clipId': 'Clip',
};

test.each(pages)('$path is a page', async ({ path: page, headers: own }) => {
  const target = page.replace(/:\w+/, 'a1B2-_');
  const title = titles[page] ?? 'App';
  for (const each of [target, `${target}?mode=login`, ...(page === '/' ? [] : [`${target}/`])]) {
    const { status, headers, body } = await raw(each);
    expect([each, status, titleOf(body)]).toEqual([each, 200, title]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      ...own,
    });
  }
});

test.each([
  '/nothing',
  '/clips/a/b',
  '/desktop/shared',
  '/desktop/shared/',
  '/dashboardx',
  '/index.html',
  '/landing.html',
  '/clips-clipId.html',
  '/landing.fr.html',
  '/.vite/pages.json',
  '/manifest.it.webmanifest',
  '/manifest.webmanifest',
  '/assets',
  '/apix',
])('%s is the not-found page', async (target) => {
  const { status, headers, body } = await raw(target);
  expect([status, titleOf(body)]).toEqual([404, 'App']);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  });
});

test('an unknown asset is no page', async () => {
  const { status, headers } = await raw('/assets/old-123.js');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    404,
    'application/json; charset=utf-8',
    'no-store',
  ]);
});

test.each([
  ['/', {}, 'Landing'],
  ['/', { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8' }, 'Accueil'],
  ['/', { 'accept-language': 'en-GB,fr;q=0.9' }, 'Landing'],
  ['/', { cookie: 'a=b; language=fr' }, 'Accueil'],
  ['/', { cookie: 'language=en', 'accept-language': 'fr' }, 'Landing'],
  ['/', { cookie: 'language=../../secret', 'accept-language': 'fr' }, 'Accueil'],
  ['/?lang=fr', { cookie: 'language=en' }, 'Accueil'],
  ['/?lang=xx', { cookie: 'language=fr' }, 'Accueil'],
  ['/dashboard', { cookie: 'language=fr' }, 'Appli'],
  ['/nothing', { cookie: 'language=fr' }, 'Appli'],
] as const)('%s with %o is in the language asked for', async (target, headers, title) => {
  const answer = await raw(target, headers);
  expect(titleOf(answer.body)).toBe(title);
  expect(answer.headers['vary']).toBe('Accept-Encoding, Accept-Language, Cookie');
});

test('only reading is answered', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await fetch(`${app.url}/dashboard`, { method, body: 'x' })).status).toBe(404);
  const page = await (await fetch(`${app.url}/dashboard`)).text();
  const head = await fetch(`${app.url}/dashboard`, { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
    200,
    '',
    String(page.length),
  ]);
});

test('hashed files are kept for ever, others for an hour', async () => {
  const script = await raw('/assets/index-abc.js');
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(script.body.toString()).toBe(SCRIPT);
  expect((await raw('/favicon.svg')).headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=3600',
  });
});

test('a manifest says what it is', async () => {
  const { status, headers } = await raw('/manifest.fr.webmanifest');
  expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json']);
});

test('what a browser has is not sent again', async () => {
  const first = await raw('/dashboard', { 'accept-encoding': 'br' });
  const plain = await raw('/dashboard');
  const again = await raw('/dashboard', {
    'accept-encoding': 'br',
    'if-none-match': String(first.headers['etag']),
  });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  for (const known of [`W/${String(plain.headers['etag'])}`, '*'])
    expect((await raw('/dashboard', { 'if-none-match': known })).status).toBe(304);
  expect((await raw('/dashboard', { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await raw('/unknown', { 'if-none-match': String(first.headers['etag']) })).status).toBe(
    404,
  );
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br;q=1.0', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])('for "%s" the bytes come as %s', async (accepted, encoding) => {
  const { headers, body } = await raw('/assets/index-abc.js', { 'accept-encoding': accepted });
  expect([headers['content-encoding'], headers['vary'], Number(headers['content-length'])]).toEqual(
    [encoding, 'Accept-Encoding', body.length],
  );
  const decoded =
    encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  expect(decoded.toString()).toBe(SCRIPT);
});

test('what the build compressed is sent as it is; fonts are not compressed again', async () => {
  const { body } = await raw('/assets/prepared-abc.js', { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(body).toString()).toBe('prepared by the build');
  expect(
    (await raw('/assets/font-abc.woff2', { 'accept-encoding': 'br' })).headers['content-encoding'],
  ).toBeUndefined();
});

test('a page allows its own inline code by hash, and its own sockets', async () => {
  const landing = (await raw('/')).headers['content-security-policy'];
  expect(landing).toContain(`script-src 'self' ${cspHash(BOOT)};`);
  expect(landing).toContain(`style-src 'self' ${cspHash(STYLE)};`);
  expect(landing).toContain("default-src 'none'");
  const { host } = new URL(app.url);
  expect(landing).toContain(
    `connect-src 'self' ws://clips.example.com wss://clips.example.com ws://${host} wss://${host};`,
  );
  const app404 = (await raw('/unknown', { host: 'evil.example' })).headers[
    'content-security-policy'
  ];
  expect(app404).toContain("style-src 'self';");
  expect(app404).not.toContain('evil.example');
});

test('a new build is served without a restart', async () => {
  build({ 'index.html': shell('Newer'), 'assets/newer-def.js': 'newer' });
  utimesSync(path.join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
  expect(titleOf((await raw('/dashboard')).body)).toBe('Newer');
  expect((await raw('/assets/newer-def.js')).body.toString()).toBe('newer');
});

test('without a build there is a clear line, and the API works', async () => {
  const unbuilt = await buildTestApp({}, { webFolder: path.join(folder, 'none') });
  const response = await fetch(`${unbuilt.url}/dashboard`);
  expect([response.status, await response.text()]).toEqual([
    503,
    'The web app is not built yet. Run: npm run build\n',
  ]);
  expect((await fetch(`${unbuilt.url}/api/clipboard/stats`)).status).toBe(401);
  await unbuilt.stop();
});
