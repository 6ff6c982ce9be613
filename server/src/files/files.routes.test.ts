import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { type SentFile, upload } from '../../testing/uploads.ts';
import { keyed } from '../core/ids.ts';

const secret = 'a secret of the tests with thirty-two bytes';
const HOUR_SECONDS = 3600;
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);

let app: TestApp;
let owner: Person;
let clipId: string;

beforeAll(async () => {
  app = await buildTestApp({ APP_SECRET: secret });
  owner = await signUp(app);
  clipId = (
    await call(app, 'POST /clipboard', { body: { content: 'a clip' }, headers: owner.headers })
  ).body.id;
});
afterAll(() => app.stop());

const send = async (file: SentFile) =>
  (await upload(app, `/clipboard/${clipId}/files`, owner.headers, file)).body;
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + url, { method, headers });

describe('what a browser is given', () => {
  test.each([
    ['page.html', '<script>parent.x = 1</script>', 'text/html', 'application/octet-stream'],
    ['fake.png', '<html><script>alert(1)</script>', 'image/png', 'application/octet-stream'],
    [
      'polyglot.html',
      Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
      'text/html',
      'image/png',
    ],
    ['real.png', png, 'image/png', 'image/png'],
    ['real.flac', 'fLaC\0 and so on', 'text/html', 'audio/flac'],
    ['text.mp3', 'ID3 is how it begins', 'audio/mpeg', 'application/octet-stream'],
    ['text.gif', 'GIF89a is how it begins', 'image/gif', 'application/octet-stream'],
    ['fake.mp4', '<script>alert(1)</script>', 'video/mp4', 'application/octet-stream'],
    ['empty.mp4', '', 'video/mp4', 'application/octet-stream'],
  ])('%s is inert', async (name, bytes, type, delivered) => {
    const { url } = await send({ name, bytes, type });
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(delivered);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('cache-control')).toMatch(/private/);
    expect(await answer.bytes()).toEqual(new Uint8Array(Buffer.from(bytes)));
  });
});

describe('a link', () => {
  test('works without an account, and with one that means nothing', async () => {
    const { url } = await send({});
    expect((await get(url)).status).toBe(200);
    expect(url).toBe(
      (await call(app, `GET /clipboard/${clipId}`)).body.files.find(
        (file: { url: string }) => file.url === url,
      )?.url,
    );
  });

  test('that is altered, expired or for another file is refused', async () => {
    const [mine, other] = [await send({ name: 'mine' }), await send({ name: 'other' })];
    const link = new URL(mine.url, app.url);
    const altered = (change: Record<string, string>) => {
      const url = new URL(link);
      for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
      return url.pathname + url.search;
    };
    const past = String((Math.floor(Date.now() / 1000 / HOUR_SECONDS) - 1) * HOUR_SECONDS);
    const refused = [
      altered({ signature: 'x' }),
      altered({ signature: '' }),
      altered({ expires: String(Number(link.searchParams.get('expires')) + HOUR_SECONDS) }),
      altered({ for: 'another' }),
      altered({ expires: past, signature: keyed(secret, 'file-link', mine.id, 'anyone', past) }),
      `/api/files/${other.id}${link.search}`,
      `/api/files/${'A'.repeat(22)}${link.search}`,
      `/api/files/${mine.id}`,
    ];
    for (const url of refused) {
      const answer = await get(url);
      expect([url, answer.status, await answer.json()]).toEqual([
        url,
        403,
        { error: 'Link expired or invalid', code: 'FILE_LINK_INVALID' },
      ]);
    }
  });

  test('that is valid for a reader who may not read leads nowhere', async () => {
    const { id } = await send({});
    const expires = String((Math.floor(Date.now() / 1000 / HOUR_SECONDS) + 2) * HOUR_SECONDS);
    const query = new URLSearchParams({
      for: 'another',
      expires,
      signature: keyed(secret, 'file-link', id, 'another', expires),
    });
    const answer = await get(`/api/files/${id}?${query.toString()}`);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'File not found', code: 'FILE_NOT_FOUND' },
    ]);
  });
});

describe('part of a file', () => {
  const bytes = randomBytes(1000);
  let url: string;
  beforeAll(async () => {
    ({ url } = await send({ name: 'ranges', bytes }));
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=5-', 5, 999],
    ['bytes=-5', 995, 999],
    ['bytes=10-19', 10, 19],
    ['bytes=990-5000', 990, 999],
  ])('%s', async (range, start, end) => {
    const answer = await get(url, { range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect(await answer.bytes()).toEqual(new Uint8Array(bytes.subarray(start, end + 1)));
  });

  test('outside of it is refused', async () => {
    const answer = await get(url, { range: 'bytes=99999999-' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */1000');
    expect(await answer.json()).toEqual({
      error: 'The requested range is outside the file',
      code: 'RANGE_NOT_SATISFIABLE',
    });
  });

  test('is all of it when the range makes no sense or the file is another', async () => {
    for (const headers of [
      { range: 'bytes=5-3' },
      { range: 'bytes=0-1,5-6' },
      { range: 'bytes=0-1', 'if-range': '"another"' },
    ] as Record<string, string>[]) {
      const answer = await get(url, headers);
      expect([answer.status, (await answer.bytes()).length]).toEqual([200, 1000]);
    }
  });

  test('with the tag of the whole', async () => {
    const tag = (await get(url)).headers.get('etag') ?? '';
    expect((await get(url, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206);
  });
});

test('HEAD says what GET would', async () => {
  const { url } = await send({ bytes: 'twelve bytes' });
  const [head, whole] = [await get(url, {}, 'HEAD'), await get(url)];
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of [
    'content-length',
    'content-type',
    'content-disposition',
    'etag',
    'accept-ranges',
    'content-security-policy',
  ])
    expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  expect(head.headers.get('content-length')).toBe('12');
  expect((await get(`${url}x`, {}, 'HEAD')).status).toBe(403);
});

test('what the browser has already is not sent again, while it may be read', async () => {
  const { url, id } = await send({ bytes: 'cached' });
  const tag = (await get(url)).headers.get('etag') ?? '';
  const again = await get(url, { 'if-none-match': tag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
  await call(app, `DELETE /clipboard/${clipId}/files/${id}`, { headers: owner.headers });
  expect((await get(url, { 'if-none-match': tag })).status).toBe(404);
});

test('a reader that stops reading ends nothing but its own download', async () => {
  const { url } = await send({ bytes: randomBytes(9_000_000) });
  const controller = new AbortController();
  const answer = await fetch(app.url + url, { signal: controller.signal });
  await answer.body?.getReader().read();
  controller.abort();
  expect((await (await get(url)).bytes()).length).toBe(9_000_000);
});
