import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { upload } from '../../testing/uploads.ts';
import { platformLimits } from '../core/http/limits.ts';
import { ageOf } from './clips.routes.ts';

const UNKNOWN = 'A'.repeat(22);
const ages = {
  now: 'just now',
  minutes: Array.from({ length: 60 }, (_, count) => `${count}m ago`),
  hours: Array.from({ length: 24 }, (_, count) => `${count}h ago`),
  days: Array.from({ length: 7 }, (_, count) => `${count}d ago`),
};
const partOf = (name: string) => `<p>${name} %AGE%</p><textarea>%TEXT%</textarea>`;
const writtenIn = (language: string) =>
  JSON.stringify({
    'clips-clipId': {
      html: `<!doctype html><html lang="${language}"><head><style>p{}</style></head><body data-billing="%BILLING%"><div id="root">%CONTENT%</div><script type="application/json" id="written">%DATA%</script></body></html>`,
      parts: Object.fromEntries(
        ['text', 'long-text', 'code', 'long-code'].map((name) => [name, partOf(name)]),
      ),
      ages,
    },
  });
const plain = (language: string) => `<!doctype html><html lang="${language}"><p>plain</p></html>`;
/** While nobody runs the server. */
const served = plain('en').replace('<html', '<html data-admin="none"');
const built = {
  'index.html': plain('en'),
  'clips-clipId.html': plain('en'),
  'clips-clipId.fr.html': plain('fr'),
  '.vite/pages.json': JSON.stringify([
    { path: '/clips/:clipId', file: 'clips-clipId', headers: { 'x-robots-tag': 'noindex' } },
  ]),
  '.vite/written.en.json': writtenIn('en'),
  '.vite/written.fr.json': writtenIn('fr'),
};

let folder: string;
let app: TestApp;
let owner: Person;
const apps: TestApp[] = [];

async function serve(environment: Record<string, string> = {}): Promise<TestApp> {
  const one = await buildTestApp(environment, { webFolder: folder });
  apps.push(one);
  return one;
}
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-web-'));
  mkdirSync(path.join(folder, '.vite'));
  for (const [name, content] of Object.entries(built))
    writeFileSync(path.join(folder, name), content);
  app = await serve();
  owner = await signUp(app);
});
afterAll(async () => {
  for (const each of apps) await each.stop();
  rmSync(folder, { recursive: true });
});

const save = async (content: string, person = owner, on = app): Promise<string> =>
  (await call(on, 'POST /clipboard', { headers: person.headers, body: { content } })).body.id;

const PER_CALL = new Set(['date', 'x-request-id', 'keep-alive', 'connection']);

/** The page as it comes, without what differs between any two calls. */
async function open(id: string, headers: Record<string, string> = {}, on = app, method = 'GET') {
  const response = await fetch(`${on.url}/clips/${id}`, { method, headers });
  const kept = [...response.headers].filter(([name]) => !PER_CALL.has(name));
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    body: await response.text(),
  };
}
const dataOf = (body: string): unknown =>
  JSON.parse(/id="written">([^<]*)<\/script>/.exec(body)?.[1] ?? 'null');

describe('the page of a clip that its address opens', () => {
  test('has its text, and what the app reads first', async () => {
    const id = await save('Hello <b>');
    const { status, headers, body } = await open(id);
    expect(status).toBe(200);
    expect(body).toContain('<p>text just now</p><textarea>\nHello &lt;b&gt;</textarea>');
    expect(body).toContain('data-billing="off"');
    const read = await call(app, `GET /clipboard/${id}`);
    expect(dataOf(body)).toEqual(read.body);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      vary: 'Accept-Encoding, Accept-Language, Cookie',
    });
    expect(headers['etag']).toBeUndefined();
    const policy = headers['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/);
  });

  test('is the same for every caller, and follows the clip', async () => {
    const id = await save('one');
    for (const headers of [{}, owner.headers, (await signUp(app)).headers])
      expect(dataOf((await open(id, headers)).body)).not.toHaveProperty('tags');
    const { headers } = owner;
    await call(app, `PUT /clipboard/${id}`, { headers, body: { content: 'two' } });
    expect((await open(id)).body).toContain('\ntwo</textarea>');
    expect((await open(id, {}, app, 'HEAD')).status).toBe(200);
  });

  test('is in the language of its reader', async () => {
    const id = await save('bonjour');
    expect((await open(id, { 'accept-language': 'fr' })).body).toMatch(/<html [^>]*lang="fr">/);
    expect((await open(`${id}?lang=fr`)).body).toContain('\nbonjour</textarea>');
  });

  test('sets code as code, and long texts as long ones', async () => {
    const nameOf = async (content: string) =>
      /<p>([\w-]+) /.exec((await open(await save(content))).body)?.[1];
    expect(await nameOf('a word '.repeat(1000))).toBe('long-text');
    expect(await nameOf('const a = 1;')).toBe('code');
    expect(await nameOf('const a = 1;\n'.repeat(1000))).toBe('long-code');
  });

  test('tells the links of its files as the API does', async () => {
    const id = await save('with a file');
    await upload(app, `/clipboard/${id}/files`, owner.headers);
    const data = dataOf((await open(id)).body) as { files: { url: string }[] };
    expect(data.files).toHaveLength(1);
    expect((await fetch(new URL(data.files[0]?.url ?? '', app.url))).status).toBe(200);
  });

  test.each([
    ['a\u0000b', 'a\uFFFDb'],
    ['\r\n', '&#13;\n'],
    ['</script></textarea>', '&lt;/script&gt;&lt;/textarea&gt;'],
  ])('holds %j as %j', async (content, written) => {
    const id = await save(content);
    const { body } = await open(id);
    expect(body).toContain(`<textarea>\n${written}</textarea>`);
    expect(dataOf(body)).toEqual((await call(app, `GET /clipboard/${id}`)).body);
  });
});

describe('the page tells nothing of a clip', () => {
  let unknown: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    unknown = await open(UNKNOWN);
    expect(unknown).toMatchObject({ status: 200, body: served });
    expect(unknown.headers).toMatchObject({ 'cache-control': 'no-cache' });
  });

  const secret = 'nothing for others';
  const cases: [string, () => Promise<string>][] = [
    [
      'that is a draft',
      async () =>
        (await call(app, 'POST /clipboard', { headers: owner.headers, body: { content: '' } })).body
          .id,
    ],
    [
      'whose address is closed',
      async () => {
        const id = await save(secret);
        await call(app, `PATCH /clipboard/${id}/address`, {
          headers: owner.headers,
          body: { open: false },
        });
        return id;
      },
    ],
    [
      'that has no text',
      async () => {
        const id = await save('text');
        await upload(app, `/clipboard/${id}/files`, owner.headers);
        await call(app, `PUT /clipboard/${id}`, { headers: owner.headers, body: { content: '' } });
        return id;
      },
    ],
    ['that is long', () => save('x'.repeat(32 * 1024 + 1))],
    ['that would freeze its page', () => save('я '.repeat(11_000))],
    ['whose id is none', async () => '%00'],
  ];
  test.each(cases)('%s', async (_, make) => {
    expect(await open(await make())).toEqual(unknown);
  });

  test('once a network has read as much as it may', async () => {
    const limited = await serve({ RATE_LIMITS: 'on' });
    const id = await save(secret, await signUp(limited), limited);
    expect((await open(id, {}, limited)).body).toContain(secret);
    await limited.limits.allows(platformLimits.calls, { address: '127.0.0.1' }, 3000);
    expect(await open(id, {}, limited)).toMatchObject({ status: 200, body: served });
    expect((await call(limited, `GET /clipboard/${id}`)).status).toBe(429);
  });
});

test('a page counts for its network as a call as long', async () => {
  const limited = await serve({ RATE_LIMITS: 'on' });
  const { points } = platformLimits.calls;
  const id = await save('&'.repeat(32_700), await signUp(limited), limited);
  // With the one that saved it, and this page.
  await limited.limits.allows(platformLimits.calls, { address: '127.0.0.1' }, points - 6);
  const { length } = (await open(id, {}, limited)).body;
  expect(Math.floor(length / 65_536)).toBe(3);
  const left = [
    await call(limited, `GET /clipboard/${id}`),
    await call(limited, `GET /clipboard/${id}`),
  ];
  expect(left.map(({ status }) => status)).toEqual([200, 429]);
});

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1m ago'],
  [59 * 60_000, '59m ago'],
  [3_600_000, '1h ago'],
  [86_399_999, '23h ago'],
  [86_400_000, '1d ago'],
  [7 * 86_400_000 - 1, '6d ago'],
  [7 * 86_400_000, ''],
  [-5, 'just now'],
])('a text of %d ms ago was saved %j', (age, text) => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(ageOf({ ages }, new Date(now - age).toISOString(), now)).toBe(text);
});
