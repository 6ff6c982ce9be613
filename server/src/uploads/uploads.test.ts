import { createHash, randomBytes } from 'node:crypto';
import { UPLOAD_PART_BYTES as PART } from '@clipline/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { begin, contentDigest, digestOf, partOf, putAll, putPart } from '../../testing/in-parts.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';

const bytes = randomBytes(2 * PART + 1000);
const digests = [0, 1, 2].map((at) => digestOf(partOf(bytes, at)));

onEachDatabase((environment) => {
  let app: TestApp;
  let ada: Person;
  let clipId: string;
  beforeAll(async () => {
    app = await buildTestApp({ ...environment, MAX_FILE_MB: '100' });
    ada = await signUp(app);
  });
  afterAll(() => app.stop());
  const newClip = async ({ headers } = ada): Promise<string> =>
    (await call(app, 'POST /clipboard', { headers, body: { content: 'a clip' } })).body.id;
  beforeAll(async () => {
    clipId = await newClip();
  });
  const beginAt = async (size = bytes.length, more = {}) =>
    (await begin(app, `clipboard/${clipId}`, ada.headers, { size, ...more })).body;

  test('a file comes in parts, is nobody’s until it is finished, and then any file', async () => {
    const upload = await beginAt();
    expect(upload).toMatchObject({
      name: 'film.mp4',
      size: bytes.length,
      type: '',
      place: { kind: 'clip', id: clipId },
      partBytes: PART,
      received: 0,
      parts: [null, null, null],
    });
    expect(Date.parse(upload.expiresAt) - Date.parse(upload.createdAt)).toBe(3600_000);
    const put = (at: number, headers = {}) =>
      putPart(app, upload.id, at, partOf(bytes, at), { ...ada.headers, ...headers });
    expect(await put(2)).toMatchObject({ status: 204, text: '' });
    expect((await put(0, contentDigest(partOf(bytes, 0)))).status).toBe(204);
    const asked = (await call(app, `GET /uploads/${upload.id}`, ada)).body;
    expect(asked).toMatchObject({
      received: PART + 1000,
      parts: [digests[0]!.toString('base64url'), null, digests[2]!.toString('base64url')],
    });
    expect(Date.parse(asked.expiresAt)).toBeGreaterThan(Date.now() + 2.9 * 24 * 3600_000);
    const { parts: _, ...head } = asked;
    expect((await call(app, 'GET /uploads', ada)).body).toEqual([head]);
    const files = `/clipboard/${clipId}/files` as const;
    const finish = (headers = {}) =>
      call(app, `POST ${files}`, {
        headers: { ...ada.headers, ...headers },
        body: { uploadId: upload.id },
      });
    expect(await finish()).toMatchObject({
      status: 409,
      body: {
        error: 'Not everything of film.mp4 has arrived.',
        code: 'UPLOAD_INCOMPLETE',
        values: { file: 'film.mp4', missing: 1 },
      },
    });
    expect((await call(app, `GET ${files}`)).body).toEqual([]);
    // A part that is there: what it is decides.
    expect((await put(0)).status).toBe(204);
    expect((await put(0, contentDigest(partOf(bytes, 0)))).status).toBe(204);
    for (const headers of [{}, contentDigest(partOf(bytes, 1))])
      expect(
        await putPart(app, upload.id, 0, partOf(bytes, 1), { ...ada.headers, ...headers }),
      ).toMatchObject({ status: 409, body: { code: 'UPLOAD_PART_DIFFERS' } });
    expect((await put(1)).status).toBe(204);
    const again = { 'idempotency-key': `finish ${upload.id}` };
    const finished = await finish(again);
    expect(finished).toMatchObject({
      status: 201,
      body: { name: 'film.mp4', size: bytes.length, type: 'application/octet-stream' },
    });
    expect((await call(app, `GET ${files}`)).body).toHaveLength(1);
    expect(await finish(again)).toMatchObject({ status: 201, body: finished.body });
    expect(await finish()).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } });
    expect((await call(app, `GET /uploads/${upload.id}`, ada)).status).toBe(404);
    const whole = await fetch(app.url + finished.body.url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const identity = createHash('sha256').update(Buffer.concat(digests)).digest('hex');
    expect(whole.headers.get('etag')).toBe(`"parts-${identity}"`);
    const range = `bytes=${PART - 2}-${2 * PART + 1}`;
    const across = await fetch(app.url + finished.body.url, { headers: { range } });
    expect(across.status).toBe(206);
    expect(
      Buffer.from(await across.arrayBuffer()).equals(bytes.subarray(PART - 2, 2 * PART + 2)),
    ).toBe(true);
    await call(app, `DELETE ${files}/${finished.body.id}`, ada);
  });

  test('of any number that finish at once one does, and of two that are alike one is stored', async () => {
    const ids = [await beginAt(PART + 1), await beginAt(PART + 1)].map((each) => each.id);
    for (const id of ids) await putAll(app, id, bytes.subarray(0, PART + 1), ada.headers);
    const files = `/clipboard/${await newClip()}/files` as const;
    const finish = (uploadId: string) => call(app, `POST ${files}`, { ...ada, body: { uploadId } });
    const answers = await Promise.all([...ids, ...ids, ...ids, ...ids].map(finish));
    const made = answers.filter(({ status }) => status === 201);
    expect([made.length, answers.filter(({ status }) => status === 404).length]).toEqual([2, 6]);
    const blobs = await app.db
      .selectFrom('blobs')
      .select('id')
      .where('size', '=', PART + 1)
      .execute();
    expect(blobs).toHaveLength(1);
    await expect
      .poll(async () =>
        (await Array.fromAsync(app.storage.list()))
          .map(({ key }) => key)
          .filter((key) => ids.includes(key)),
      )
      .toEqual([blobs[0]?.id]);
  });

  test('of any number begun at once no more begin than fit, nor more than 20', async () => {
    const eve = await signUp(app);
    const place = `clipboard/${await newClip(eve)}`;
    const many = await Promise.all(
      Array.from({ length: 25 }, () => begin(app, place, eve.headers, { size: 1000 })),
    );
    const refused = many.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body)).toEqual(
      Array.from({ length: 5 }, () => ({
        error: 'There are already 20 unfinished uploads. Finish or discard one.',
        code: 'TOO_MANY_UPLOADS',
        values: { max: 20 },
      })),
    );
  });
});

describe('an upload', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await buildTestApp({ MAX_FILE_MB: '20', STORAGE_PER_PERSON_MB: '50' });
    ada = await signUp(app);
  });
  afterAll(() => app.stop());
  const newClip = async (person: Person): Promise<string> =>
    (await call(app, 'POST /clipboard', { headers: person.headers, body: { content: 'x' } })).body
      .id;

  test.each([
    ['a part that is too long', 0, PART + 1, {}, 400],
    ['one that is too short', 0, 5, {}, 400],
    ['one behind the last', 2, 1, {}, 400],
    ['another spelling of its number', '01', 1, {}, 400],
    ['a packed one', 1, 1000, { 'content-encoding': 'gzip' }, 400],
    ['one of another type', 1, 1000, { 'content-type': 'text/plain' }, 415],
    ['a digest of another length', 1, 1000, { 'content-digest': 'sha-256=:AAAA:' }, 400],
    ['another digest than the bytes have', 1, 1000, contentDigest(Buffer.from('x')), 400],
  ])('refuses %s and keeps nothing of it', async (_, at, length, headers, status) => {
    const place = `clipboard/${await newClip(ada)}`;
    const { id } = (await begin(app, place, ada.headers, { size: PART + 1000 })).body;
    const sent = Buffer.alloc(length);
    expect((await putPart(app, id, at, sent, { ...ada.headers, ...headers })).status).toBe(status);
    expect((await call(app, `GET /uploads/${id}`, ada)).body.received).toBe(0);
    await putAll(app, id, Buffer.alloc(PART + 1000), ada.headers);
    expect((await call(app, `DELETE /uploads/${id}`, ada)).status).toBe(200);
  });

  test('takes its whole size at once, and its storage is free at once when it is given up', async () => {
    const bob = await signUp(app);
    const place = `clipboard/${await newClip(bob)}`;
    const size = 15 * 1024 ** 2;
    const many = await Promise.all(
      Array.from({ length: 9 }, () => begin(app, place, bob.headers, { size })),
    );
    const begun = many.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(begun).toHaveLength(3);
    expect(many.find(({ status }) => status !== 201)).toMatchObject({
      status: 507,
      body: { error: 'Storage is full', code: 'STORAGE_FULL' },
    });
    await call(app, `DELETE /uploads/${begun[0]}`, { headers: bob.headers });
    expect((await begin(app, place, bob.headers, { size })).status).toBe(201);
    expect((await begin(app, place, bob.headers, { size })).status).toBe(507);
  });

  test('too large is refused at its beginning, by the limit’s name', async () => {
    const place = `clipboard/${await newClip(ada)}`;
    expect(await begin(app, place, ada.headers, { size: 20 * 1024 ** 2 + 1 })).toMatchObject({
      status: 413,
      body: {
        error: 'film.mp4 exceeds the 20MB limit. Please choose a smaller file.',
        values: { file: 'film.mp4', limit: '20MB' },
      },
    });
    for (const size of [0, -1, 1.5])
      expect((await begin(app, place, ada.headers, { size })).status).toBe(400);
  });
});
