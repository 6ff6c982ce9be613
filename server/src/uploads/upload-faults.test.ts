import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { UPLOAD_PART_BYTES as PART } from '@clipline/contract/limits.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { begin, partOf, putAll, putPart } from '../../testing/in-parts.ts';
import { type S3Double, startS3Double } from '../../testing/s3-double.ts';
import { objectFile } from '../core/storage/disk.ts';
import { s3Storage } from '../core/storage/s3.ts';
import { removeLeftovers } from '../files/files.jobs.ts';
import { endWaits } from '../clips/clips.module.ts';
import { removeEndedUploads } from './uploads.routes.ts';

const bytes = randomBytes(PART + 7);
const size = bytes.length;
const HOUR = 3600_000;

const newClip = async (app: TestApp, { headers }: Person): Promise<string> =>
  (await call(app, 'POST /clipboard', { headers, body: { content: 'x' } })).body.id;

async function finish(app: TestApp, { headers }: Person, uploadId: string) {
  const clipId = await newClip(app, { headers } as Person);
  const added = await call(app, `POST /clipboard/${clipId}/files`, { headers, body: { uploadId } });
  if (added.status !== 201) return added;
  const whole = Buffer.from(await (await fetch(app.url + added.body.url)).arrayBuffer());
  expect(whole.equals(bytes)).toBe(true);
  return added;
}

describe('on a disk', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await buildTestApp({ MAX_FILE_MB: '100' });
    ada = await signUp(app);
  });
  afterAll(() => app.stop());
  afterEach(() => vi.useRealTimers());
  const beginOne = async (): Promise<string> =>
    (await begin(app, `clipboard/${await newClip(app, ada)}`, ada.headers, { size })).body.id;
  const put = (id: string, at: number) => putPart(app, id, at, partOf(bytes, at), ada.headers);
  const folderOf = (id: string) => objectFile(path.join(app.dataDir, 'blobs'), id);

  /** Sends the beginning of a part, and what is left of it once it is called. */
  async function putSlowly(id: string, at: number) {
    const part = partOf(bytes, at);
    const { hostname, port } = new URL(app.url);
    const headers = {
      ...ada.headers,
      'content-type': 'application/octet-stream',
      'content-length': part.length,
    };
    const sending = httpRequest({
      hostname,
      port,
      path: `/api/uploads/${id}/parts/${at}`,
      method: 'PUT',
      headers,
    });
    sending.on('error', () => {});
    sending.write(part.subarray(0, 1));
    await expect.poll(() => readdirSync(folderOf(id))).toContain(String(at));
    return {
      cut: () => sending.destroy(),
      async end() {
        const answered = once(sending, 'response') as Promise<[{ statusCode: number }]>;
        sending.end(part.subarray(1));
        return (await answered)[0].statusCode;
      },
    };
  }

  test('a part that is cut off, or that a crash left unrecorded, is sent again', async () => {
    const id = await beginOne();
    const slow = await putSlowly(id, 0);
    expect((await put(id, 0)).body.code).toBe('UPLOAD_BUSY');
    slow.cut();
    await expect.poll(async () => (await put(id, 0)).status).toBe(204);
    expect((await put(id, 1)).status).toBe(204);
    // As where the process died between the flush and the row.
    await app.db
      .deleteFrom('upload_parts')
      .where('upload_id', '=', id)
      .where('number', '=', 1)
      .execute();
    expect((await finish(app, ada, id)).body.code).toBe('UPLOAD_INCOMPLETE');
    expect((await put(id, 1)).status).toBe(204);
    expect((await finish(app, ada, id)).status).toBe(201);
  });

  test('a part that ends after it was given up, or after its session, is not kept', async () => {
    const id = await beginOne();
    const late = await putSlowly(id, 0);
    await call(app, `DELETE /uploads/${id}`, ada);
    expect(await late.end()).toBe(404);
    expect(existsSync(folderOf(id))).toBe(false);
    const eve = await signUp(app);
    const place = `clipboard/${await newClip(app, eve)}`;
    const theirs = (await begin(app, place, eve.headers, { size: 5 })).body.id;
    await call(app, 'POST /auth/logout', { headers: eve.headers });
    expect((await putPart(app, theirs, 0, Buffer.from('bytes'), eve.headers)).status).toBe(401);
  });

  test('four parts of an upload are under way at a time, the fifth waits', async () => {
    const place = `clipboard/${await newClip(app, ada)}`;
    const { id } = (await begin(app, place, ada.headers, { size: 6 * PART })).body;
    const { beginPart } = app.uploads;
    const upload = await app.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const ends = [0, 1, 2, 3].map((at) => beginPart(upload, at));
    const refused = await putPart(app, id, 4, Buffer.alloc(PART), ada.headers);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    // Eight of whoever began them.
    const others = [4, 5, 6, 7].map((at) => beginPart({ ...upload, id: 'another' }, at));
    expect(() => beginPart({ ...upload, id: 'third' }, 0)).toThrow('Too many requests');
    for (const end of [...ends, ...others]) end();
    expect((await putPart(app, id, 4, Buffer.alloc(PART), ada.headers)).status).toBe(204);
  });

  test('a disk that fills in the middle refuses a part, and the upload goes on later', async () => {
    const id = await beginOne();
    await put(id, 1);
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const spy = vi.spyOn(app.storage.parts, 'put').mockRejectedValueOnce(full);
    expect(await put(id, 0)).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
    spy.mockRestore();
    expect((await put(id, 0)).status).toBe(204);
    expect((await finish(app, ada, id)).status).toBe(201);
  });

  test('sweeps leave what is alive, and take what is over three days after its last part', async () => {
    const id = await beginOne();
    await put(id, 0);
    const old = new Date(Date.now() - 2 * HOUR);
    utimesSync(folderOf(id), old, old);
    await removeLeftovers(app.files, app.store.scans, Date.now());
    expect(existsSync(folderOf(id))).toBe(true);
    await removeEndedUploads(app, Date.now() + 71 * HOUR);
    expect((await call(app, `GET /uploads/${id}`, ada)).status).toBe(200);
    await removeEndedUploads(app, Date.now() + 73 * HOUR);
    expect((await call(app, `GET /uploads/${id}`, ada)).status).toBe(404);
    expect(existsSync(folderOf(id))).toBe(false);
  });

  test('a clip waits for what it announced while parts come', async () => {
    const captureId = randomBytes(16).toString('base64url');
    const { headers } = ada;
    const body = { content: '', captureId, files: 1 };
    const { id: clipId } = (await call(app, 'POST /clipboard', { headers, body })).body;
    const { id } = (await begin(app, `clipboard/${clipId}`, headers, { size })).body;
    await put(id, 0);
    const status = async () => (await call(app, `GET /clipboard/${clipId}`, ada)).status;
    await endWaits(app, Date.now() + 0.9 * HOUR);
    await app.db.updateTable('clips').set({ created_at: 1 }).where('id', '=', clipId).execute();
    await endWaits(app, Date.now() + 0.9 * HOUR);
    expect(await status()).toBe(200);
    await endWaits(app, Date.now() + 1.1 * HOUR);
    expect(await status()).toBe(404);
  });
});

describe('in a bucket', () => {
  let s3: S3Double;
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    s3 = await startS3Double();
    const patience = { connectMs: 2000, silentMs: 2000 };
    const storage = await s3Storage(s3.settings, () => {}, patience);
    app = await buildTestApp({ MAX_FILE_MB: '100', LOG_LEVEL: 'silent' }, { storage });
    ada = await signUp(app);
  });
  afterAll(async () => {
    await app.stop();
    await s3.stop();
  });
  const beginOne = async (): Promise<string> =>
    (await begin(app, `clipboard/${await newClip(app, ada)}`, ada.headers, { size })).body.id;

  test('parts are those of its own upload, and it finishes though an answer was lost', async () => {
    const id = await beginOne();
    await putAll(app, id, bytes, ada.headers);
    expect([s3.unfinished.size, s3.objects.size]).toEqual([1, 0]);
    // As where the process died between the store’s answer and the commit.
    const token = [...s3.unfinished.keys()][0] ?? '';
    await app.storage.parts.finish({ key: id, token }, ['"stored"', '"stored"']);
    expect([s3.unfinished.size, s3.objects.size]).toEqual([0, 1]);
    await removeLeftovers(app.files, app.store.scans, Date.now() + 2 * HOUR);
    expect((await finish(app, ada, id)).status).toBe(201);
  });

  test('one that answers 503 loses nothing that was acknowledged', async () => {
    const id = await beginOne();
    expect((await putPart(app, id, 0, partOf(bytes, 0), ada.headers)).status).toBe(204);
    s3.failWith(503);
    const put = () => putPart(app, id, 1, partOf(bytes, 1), ada.headers);
    expect(await put()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    s3.failWith(undefined);
    expect((await put()).status).toBe(204);
    s3.failWith(503);
    expect((await finish(app, ada, id)).status).toBe(503);
    s3.failWith(undefined);
    await removeLeftovers(app.files, app.store.scans, Date.now() + 2 * HOUR);
    expect((await finish(app, ada, id)).status).toBe(201);
  });

  test('what is given up leaves nothing there, nor what no store knows', async () => {
    const before = s3.objects.size;
    const [id, lost] = [await beginOne(), await beginOne()];
    await putAll(app, id, bytes, ada.headers);
    await call(app, `DELETE /uploads/${id}`, ada);
    await app.db.deleteFrom('uploads').where('id', '=', lost).execute();
    await removeLeftovers(app.files, app.store.scans, Date.now());
    expect([s3.unfinished.size, s3.objects.size]).toEqual([0, before]);
  });
});
