import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { sendRaw, upload } from '../../testing/uploads.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { objectFile } from '../core/storage/disk.ts';
import { removeLeftovers } from './files.jobs.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const HOUR = 3600_000;

/** 0 where it was removed meanwhile. */
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

onEachDatabase((environment, once) => {
  let app: TestApp;
  let owner: Person;
  let clipId: string;

  beforeAll(async () => {
    app = await buildTestApp(environment);
    owner = await signUp(app);
  });
  afterAll(() => app.stop());

  const newClip = async () =>
    (await call(app, 'POST /clipboard', { body: { content: 'a clip' }, headers: owner.headers }))
      .body.id as string;
  const filesPath = () => `/clipboard/${clipId}/files`;
  const send = (file: Parameters<typeof upload>[3], headers: Record<string, string> = {}) =>
    upload(app, filesPath(), { ...owner.headers, ...headers }, file);
  const files = async () => (await call(app, `GET /clipboard/${clipId}/files`)).body;
  const version = async () => (await call(app, `GET /clipboard/${clipId}`)).body.version;
  /** Every file below the folder of uploads that holds something, whole or not. */
  const onDisk = () =>
    readdirSync(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && sizeOf(path.join(entry.parentPath, entry.name)) > 0,
    ).length;
  const blobs = async () => (await app.store.db.selectFrom('blobs').selectAll().execute()).length;
  const filledBlobs = async () =>
    (await app.store.db.selectFrom('blobs').select('id').where('size', '>', 0).execute()).length;
  const rows = async () => (await app.store.db.selectFrom('files').selectAll().execute()).length;

  let before: { onDisk: number; blobs: number; rows: number };
  const stored = async () => ({ onDisk: onDisk(), blobs: await blobs(), rows: await rows() });
  beforeEach(async () => {
    clipId = await newClip();
    // Of a client that went away in the test before, something may still be on its way out.
    await expect.poll(async () => onDisk() - (await filledBlobs())).toBe(0);
    before = await stored();
  });

  async function expectNothingNew() {
    // A client that went away is told nothing, so there is no answer to wait for.
    await expect.poll(stored).toEqual(before);
    expect(await files()).toEqual([]);
    expect(await version()).toBe(1);
  }

  test('equal content is stored once and stays until nothing refers to it', async () => {
    const bytes = randomBytes(5000);
    const [first, second] = [
      await send({ name: 'one', bytes }),
      await send({ name: 'two', bytes }),
    ];
    await expect.poll(stored).toEqual({
      onDisk: before.onDisk + 1,
      blobs: before.blobs + 1,
      rows: before.rows + 2,
    });
    await call(app, `DELETE /clipboard/${clipId}/files/${first.body.id}`, {
      headers: owner.headers,
    });
    expect(sha256(await (await fetch(app.url + second.body.url)).bytes())).toBe(sha256(bytes));
    await call(app, `DELETE /clipboard/${clipId}/files/${second.body.id}`, {
      headers: owner.headers,
    });
    expect(await stored()).toEqual(before);
    expect((await fetch(app.url + second.body.url)).status).toBe(404);
  });

  test('uploads and removals of one content at the same time lose nothing', async () => {
    const bytes = randomBytes(3000);
    const live = new Set<string>();
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let round = 0; round < 5; round++) {
          const { body, status } = await send({ bytes });
          expect(status).toBe(201);
          if (round % 2 === 0) live.add(body.url);
          else
            expect(
              (
                await call(app, `DELETE /clipboard/${clipId}/files/${body.id}`, {
                  headers: owner.headers,
                })
              ).status,
            ).toBe(200);
        }
      }),
    );
    for (const url of live)
      expect(sha256(await (await fetch(app.url + url)).bytes())).toBe(sha256(bytes));
    expect(await files()).toHaveLength(live.size);
    await expect.poll(stored).toEqual({
      onDisk: before.onDisk + 1,
      blobs: before.blobs + 1,
      rows: before.rows + live.size,
    });
  });

  test('a repeated Idempotency-Key stores nothing twice', async () => {
    const key = { 'idempotency-key': 'upload-1' };
    const [first, ...others] = await Promise.all([send({}, key), send({}, key), send({}, key)]);
    expect(first?.status).toBe(201);
    for (const other of [...others, await send({}, key)])
      expect(other).toMatchObject({ status: 201, text: first?.text });
    expect(await send({ bytes: 'other bytes' }, key)).toMatchObject({ status: 409 });
    expect(await files()).toHaveLength(1);
    expect((await stored()).rows).toBe(before.rows + 1);
    expect(onDisk()).toBe(await filledBlobs());
  });

  test('a clip holds 50 files and no more, even at once', async () => {
    for (let count = 0; count < 47; count++) await send({ name: `${count}.txt` });
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => send({})))).map(
      (answer) => answer.status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409, 409, 409]);
    expect((await send({})).body).toEqual({
      error: 'A clip can hold at most 50 files. Remove one and try again.',
      code: 'TOO_MANY_FILES',
      values: { max: 50 },
    });
    expect(await files()).toHaveLength(50);
  });

  once.describe('a file', () => {
    test('a file of 10485760 bytes comes back as it was', async () => {
      const bytes = randomBytes(MAX_FILE_BYTES);
      const answer = await send({ name: 'large.bin', bytes, type: 'application/x-thing' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(String),
        name: 'large.bin',
        size: MAX_FILE_BYTES,
        type: 'application/x-thing',
        url: expect.any(String),
        preview: null,
      });
      const download = await fetch(app.url + answer.body.url);
      expect(download.status).toBe(200);
      expect(sha256(await download.bytes())).toBe(sha256(bytes));
      expect(await files()).toEqual([answer.body]);
    });

    test.each([
      ['one byte more', MAX_FILE_BYTES + 1],
      ['three times as much', 3 * MAX_FILE_BYTES],
    ])('%s is refused by name and leaves nothing', async (_, size) => {
      const answer = await send({ name: 'too large.bin', bytes: new Uint8Array(size) });
      expect(answer.status).toBe(413);
      expect(answer.body).toEqual({
        error: 'too large.bin exceeds the 10MB limit. Please choose a smaller file.',
        code: 'FILE_TOO_LARGE',
        values: { file: 'too large.bin', limit: '10MB' },
      });
      await expectNothingNew();
      // The same connection, or a new one, still works.
      expect((await send({ bytes: 'small' })).status).toBe(201);
    });

    test('an empty file is a file', async () => {
      const { body, status } = await send({ bytes: '' });
      expect([status, body.size]).toEqual([201, 0]);
      const download = await fetch(app.url + body.url);
      expect([download.status, await download.text()]).toEqual([200, '']);
      expect((await fetch(app.url + body.url, { headers: { range: 'bytes=0-' } })).status).toBe(
        416,
      );
    });

    test.each([
      ['is lost', (file: string) => rmSync(file)],
      ['was cut', (file: string) => truncateSync(file, 1)],
    ])('content whose object %s is there again once it is uploaded again', async (_, lose) => {
      const bytes = randomBytes(5000);
      const first = await send({ name: 'one', bytes });
      const known = await app.store.db
        .selectFrom('blobs')
        .select('id')
        .where('sha256', '=', sha256(bytes))
        .executeTakeFirstOrThrow();
      lose(objectFile(path.join(app.dataDir, 'blobs'), known.id));
      const second = await send({ name: 'two', bytes });
      expect(second.status).toBe(201);
      for (const { body } of [first, second])
        expect(sha256(await (await fetch(app.url + body.url)).bytes())).toBe(sha256(bytes));
      await expect.poll(stored).toEqual({
        onDisk: before.onDisk + 1,
        blobs: before.blobs + 1,
        rows: before.rows + 2,
      });
    });
  });

  once.describe('what is no upload of one file', () => {
    const boundary = 'x-boundary';
    const file = (name = 'a.txt', bytes = 'bytes') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${bytes}\r\n`;
    const field = (name: string, value = 'v') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const end = `--${boundary}--\r\n`;
    const post = (body: string, type = `multipart/form-data; boundary=${boundary}`) =>
      fetch(`${app.url}/api${filesPath()}`, {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': type },
        body,
      });

    afterEach(expectNothingNew);

    test.each([
      ['no part', end],
      ['an empty body', ''],
      ['two files', file() + file('b.txt') + end],
      ['a field beside it', file() + field('note') + end],
      ['a field before it', field('note') + file() + end],
      [
        '1000 fields',
        Array.from({ length: 1000 }, (_, index) => field(`f${index}`)).join('') + end,
      ],
      ['a file under another name', file().replace('name="file"', 'name="other"') + end],
      ['a text field called file', field('file') + end],
      ['no file chosen', file('') + end],
      ['a name of 5000 bytes', file('a'.repeat(5000)) + end],
      ['a field name of 5000 bytes', field('a'.repeat(5000)) + end],
      ['a head of 100 kB', file('a'.repeat(100_000)) + end],
      ['no end', file()],
      ['another boundary', file().replaceAll(boundary, 'other') + end],
      ['bytes before the first part', `junk${file()}${end}`],
      ['much behind the end', file() + end + 'x'.repeat(5000)],
    ])('%s: 400', async (_, body) => {
      const answer = await post(body);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          error: 'The upload was incomplete or malformed. Please try again.',
          code: 'INVALID_UPLOAD',
        },
      ]);
    });

    test.each([
      ['multipart/form-data', 400],
      ['multipart/form-data; boundary=', 400],
      [`multipart/form-data; boundary=${'b'.repeat(200)}`, 400],
      ['application/json', 400],
      ['text/plain', 415],
      ['application/octet-stream', 415],
    ])('a body of type %j: %i', async (type, status) => {
      expect((await post(file() + end, type)).status).toBe(status);
    });

    const head = (length: number) =>
      `POST /api${filesPath()} HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.headers.authorization}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`;

    test('fewer bytes than announced, then gone', async () => {
      const body = file('a.txt', 'x'.repeat(100_000));
      for (const length of [body.length + 100, 5_000_000]) {
        const { status } = await sendRaw(app, head(length) + body, { thenClose: true });
        expect(status === undefined || (status >= 400 && status < 500)).toBe(true);
      }
    });

    test('a whole upload that announced more bytes: 400 without waiting for them', async () => {
      const body = file() + end;
      expect((await sendRaw(app, head(body.length + 1000) + body)).status).toBe(400);
    });

    test('more bytes than announced: 400', async () => {
      const body = file('a.txt', 'x'.repeat(1000)) + end;
      expect((await sendRaw(app, head(body.length - 500) + body)).status).toBe(400);
    });

    test('multipart where JSON belongs: 415', async () => {
      const answer = await fetch(`${app.url}/api/clipboard/${clipId}/favorite`, {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: file() + end,
      });
      expect(answer.status).toBe(415);
    });
  });

  test('bytes that nothing refers to are removed once they are old', async () => {
    const { body } = await send({ bytes: 'kept' });
    const orphan = await app.files.storage.put(
      (async function* () {
        yield Buffer.from('orphan');
      })(),
    );
    await app.store.db
      .insertInto('blobs')
      .values({ id: orphan, sha256: 'f'.repeat(64), size: 6, created_at: 0 })
      .execute();
    const young = await app.files.storage.put(
      (async function* () {
        yield Buffer.from('of an upload that still runs');
      })(),
    );
    const known = await stored();
    await removeLeftovers(app.files, app.store.scans, Date.now());
    expect(await stored()).toEqual({ ...known, onDisk: known.onDisk - 1, blobs: known.blobs - 1 });
    await removeLeftovers(app.files, app.store.scans, Date.now() + HOUR + 2000);
    expect(await stored()).toEqual({ ...known, onDisk: known.onDisk - 2, blobs: known.blobs - 1 });
    await expect(app.files.storage.get(young)).rejects.toThrow();
    expect((await fetch(app.url + body.url)).status).toBe(200);
  });
});

test('a full disk refuses the upload, keeps reading, and heals', async () => {
  const storage = memoryStorage();
  let isFull = false;
  const limited = {
    ...storage,
    async put(bytes: AsyncIterable<Uint8Array>) {
      if (!isFull) return storage.put(bytes);
      await bytes[Symbol.asyncIterator]().next();
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  };
  const app = await buildTestApp({}, { storage: limited });
  try {
    const { headers } = await signUp(app);
    const { body: clip } = await call(app, 'POST /clipboard', {
      body: { content: 'a clip' },
      headers,
    });
    const kept = await upload(app, `/clipboard/${clip.id}/files`, headers);
    isFull = true;
    const refused = await upload(app, `/clipboard/${clip.id}/files`, headers, {
      bytes: new Uint8Array(5_000_000),
    });
    expect([refused.status, refused.body]).toEqual([
      507,
      { error: 'Storage is full', code: 'STORAGE_FULL' },
    ]);
    expect((await fetch(app.url + kept.body.url)).status).toBe(200);
    expect((await call(app, `GET /clipboard/${clip.id}/files`)).body).toEqual([kept.body]);
    isFull = false;
    expect((await upload(app, `/clipboard/${clip.id}/files`, headers)).status).toBe(201);
  } finally {
    await app.stop();
  }
});
