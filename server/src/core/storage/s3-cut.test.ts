import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { signUp } from '../../../testing/factories.ts';
import { type S3Double, startS3Double } from '../../../testing/s3-double.ts';
import { upload } from '../../../testing/uploads.ts';
import { s3Storage } from './s3.ts';

describe('S3 that fails on the way', () => {
  let s3: S3Double;
  let app: TestApp;
  beforeAll(async () => {
    s3 = await startS3Double();
    const impatient = { connectMs: 1000, silentMs: 1000 };
    const storage = await s3Storage(s3.settings, () => {}, impatient);
    app = await buildTestApp({ LOG_LEVEL: 'silent' }, { storage });
  });
  afterAll(async () => {
    await app.stop();
    await s3.stop();
  });

  // In one request, and in several: where parts are there already, and in the first of them.
  test.each([
    [3_000_000, 1_000_000],
    [9_000_000, 6_000_000],
    [9_000_000, 100_000],
  ])(
    'a store that goes away in the middle of %d bytes: the upload fails, leaves nothing, and succeeds when it is sent again',
    async (size, until) => {
      const { headers } = await signUp(app);
      const clip = (await call(app, 'POST /clipboard', { body: { content: 'x' }, headers })).body;
      const bytes = randomBytes(size);
      const before = s3.objects.size;
      const send = () =>
        upload(
          app,
          `/clipboard/${clip.id}/files`,
          { ...headers, 'idempotency-key': `upload of ${clip.id}` },
          { bytes },
        );
      const files = async () => (await call(app, `GET /clipboard/${clip.id}`, { headers })).body;
      const blobs = async () =>
        (await app.store.db.selectFrom('blobs').select('id').execute()).length;

      s3.cutAfter(until);
      const [cut, beforeBlobs] = [await send(), await blobs()];
      expect([cut.status, cut.body.code, cut.headers.get('retry-after')]).toEqual([
        503,
        'UNAVAILABLE',
        '2',
      ]);
      expect((await files()).files).toEqual([]);
      // Texts do not wait for it.
      expect(
        (await call(app, `PUT /clipboard/${clip.id}`, { headers, body: { content: 'y' } })).status,
      ).toBe(200);

      s3.comeBack();
      const sent = await send();
      expect(sent.status).toBe(201);
      const [file] = (await files()).files;
      const download = await fetch(new URL(file.url, app.url));
      expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
      expect(await blobs()).toBe(beforeBlobs + 1);

      // What it could not be told to forget while it was away, a job removes.
      await app.files.storage.removeUnfinished?.(Date.now(), async () => new Set());
      expect([s3.unfinished.size, s3.objects.size]).toEqual([0, before + 1]);
    },
  );
});
