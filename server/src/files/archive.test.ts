import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { upload } from '../../testing/uploads.ts';
import { unzipped } from '../../testing/zip.ts';
import { newId } from '../core/ids.ts';

let app: TestApp;
let owner: Person;
let clipId: string;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app);
  clipId = (
    await call(app, 'POST /clipboard', { body: { content: 'a clip' }, headers: owner.headers })
  ).body.id;
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.stop());

const send = async (name: string, bytes: string) =>
  (await upload(app, `/clipboard/${clipId}/files`, owner.headers, { name, bytes })).body as {
    id: string;
    url: string;
  };
const archive = (body: unknown) => call(app, 'POST /files/archive', { body });
const get = (url: string, init?: RequestInit) => fetch(app.url + url, init);

const unpacked = async (answer: Response) =>
  Object.fromEntries(
    [...(await unzipped(await answer.bytes()))].map(([name, bytes]) => [name, String(bytes)]),
  );

test('is one ZIP of all, each once, with names that are unique without case', async () => {
  const files = [await send('a.txt', 'one'), await send('A.TXT', 'two'), await send('e', '')];
  const urls = [...files.map(({ url }) => url), `http://clipline.test${files[0]?.url}`];
  const made = await archive({
    urls: [...urls, app.url + files[1]?.url],
    name: 'My: files/of.zip',
  });
  expect(made.status).toBe(200);
  const answer = await get(made.body.url, { headers: { range: 'bytes=0-1' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=of.zip');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await unpacked(answer)).toEqual({
    'a.txt': 'one',
    'A (2).TXT': 'two',
    e: '',
  });
  const head = await get(made.body.url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
});

test('is called clipline unless it is named', async () => {
  const { url } = await send('a.txt', 'x');
  for (const name of [undefined, '', ' .zip', '..']) {
    const made = await archive({ urls: [url], ...(name === undefined ? {} : { name }) });
    const { headers } = await get(made.body.url, { method: 'HEAD' });
    expect(headers.get('content-disposition')).toMatch(/filename=(clipline|file)\.zip$/);
  }
});

test('is named whatever it is asked to be', async () => {
  const { url } = await send('a.txt', 'x');
  for (const [name, named] of [
    ['../a:b', 'attachment; filename=a-b.zip'],
    ['x'.repeat(400), `attachment; filename=${'x'.repeat(251)}.zip`],
  ]) {
    const made = await archive({ urls: [url], name });
    const { headers } = await get(made.body.url, { method: 'HEAD' });
    expect(headers.get('content-disposition')).toBe(named);
  }
});

test('is refused where one address would be, and where none is of a file', async () => {
  const good = (await send('a.txt', 'x')).url;
  const altered = good.replace(/signature=.{4}/, 'signature=AAAA');
  for (const urls of [[altered], [good, altered], [good.split('?')[0]]])
    expect(await archive({ urls })).toMatchObject({
      status: 403,
      body: { error: 'Link expired or invalid', code: 'FILE_LINK_INVALID' },
    });
  const elsewhere = [
    'https://example.com' + good,
    '//example.com' + good,
    '/api/clipboard/history',
    '/api/files/../files',
    'javascript:alert(1)',
    '',
    'http://',
  ];
  for (const url of elsewhere)
    expect([url, (await archive({ urls: [good, url] })).status]).toEqual([url, 400]);
  for (const body of [{ urls: [] }, {}, { urls: [1] }, { urls: [good], extra: 1 }, { urls: good }])
    expect((await archive(body)).status).toBe(400);
});

test('is of 500 files at most', async () => {
  const { url } = await send('a.txt', 'x');
  const long = Array.from({ length: 501 }, () => url);
  expect(await archive({ urls: long })).toMatchObject({
    status: 413,
    body: { error: 'At most 500 files at once.', values: { max: 500 } },
  });
  expect((await archive({ urls: long.slice(1) })).status).toBe(200);
  const padded = long.slice(1).map((each) => each + '&x='.padEnd(800, 'x'));
  expect((await archive({ urls: padded })).status).toBe(200);
  expect((await archive({ urls: padded.map((each) => each + 'x'.repeat(400)) })).status).toBe(413);
});

test('leaves out what was lost since, and is nothing once all of it is', async () => {
  const [one, two] = [await send('one', '1'), await send('two', '2')];
  const { body } = await archive({ urls: [one.url, two.url] });
  const remove = ({ id }: { id: string }) =>
    call(app, `DELETE /clipboard/${clipId}/files/${id}`, { headers: owner.headers });
  await remove(one);
  expect(await unpacked(await get(body.url))).toEqual({ two: '2' });
  await remove(two);
  for (const method of ['GET', 'HEAD']) expect((await get(body.url, { method })).status).toBe(403);
});

test('of 500 files is kept as their ids', async () => {
  const body = { content: 'much' };
  const fileIds: string[] = [];
  const { id } = (await call(app, 'POST /clipboard', { body, headers: owner.headers })).body;
  const one = (await upload(app, `/clipboard/${id}/files`, owner.headers)).body;
  const row = await app.store.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  for (let number = 1; number < 500; number++) fileIds.push(newId());
  const rows = fileIds.map((each) => ({ ...row, id: each }));
  await app.store.db.insertInto('files').values(rows).execute();
  const files = (await call(app, `GET /clipboard/${id}`)).body.files as { url: string }[];
  const made = await archive({ urls: files.map(({ url }) => url) });
  const { reply } = await app.store.db
    .selectFrom('once')
    .select('reply')
    .where(
      'key',
      '=',
      `archived ${new URLSearchParams(made.body.url.split('?')[1]).get('archive')}`,
    )
    .executeTakeFirstOrThrow();
  expect(files).toHaveLength(500);
  expect(reply.length).toBeLessThan(16_000);
  expect((await unzipped(await (await get(made.body.url)).bytes())).size).toBe(500);
});

test('leaves out what could not be downloaded any more', async () => {
  const first = await send('first', '1');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 });
  const later = (await call(app, `GET /clipboard/${clipId}`)).body.files as { url: string }[];
  const urls = [first.url, later[0]!.url];
  const { body } = await archive({ urls });
  vi.setSystemTime(Number(new URL(first.url, app.url).searchParams.get('expires')) * 1000);
  expect((await get(first.url)).status).toBe(403);
  expect((await unpacked(await get(body.url)))['first']).toBe(undefined);
});

test('lasts an hour, and no address of it can be altered', async () => {
  const { body } = await archive({ urls: [(await send('a', '1')).url] });
  const altered = [
    body.url.replace(/archive=.{4}/, 'archive=AAAA'),
    body.url.replace(/expires=\d/, 'expires=9'),
    '/api/files/archive',
  ];
  for (const url of altered) expect((await get(url)).status).toBe(403);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3590_000 });
  expect((await get(body.url)).status).toBe(200);
  vi.setSystemTime(Date.now() + 20_000);
  expect((await get(body.url)).status).toBe(403);
});
