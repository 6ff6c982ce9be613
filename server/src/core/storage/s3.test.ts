import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { signUp } from '../../../testing/factories.ts';
import {
  clientOf,
  createBucket,
  hasS3,
  removeBucket,
  type TestBucket,
} from '../../../testing/s3-bucket.ts';
import { listen } from '../../../testing/listen.ts';
import { startSilentProxy } from '../../../testing/silent-proxy.ts';
import { upload } from '../../../testing/uploads.ts';
import { behavesAsObjectStorage } from '../../../testing/object-storage-suite.ts';
import { StorageAway } from './object-storage.ts';
import { s3Storage } from './s3.ts';

const onFailure = vi.fn();
const nothing = async () => new Set<string>();
/** Long for a store that works, even on a slow machine. */
const IMPATIENT = { connectMs: 2000, silentMs: 2000 };
const buckets: TestBucket[] = [];
const newBucket = async () => {
  const settings = await createBucket();
  buckets.push(settings);
  return settings;
};

async function* parts(...chunks: (Buffer | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}

describe.skipIf(!hasS3)('on a real S3 server (needs TEST_S3_ENDPOINT)', () => {
  afterAll(async () => {
    for (const settings of buckets) await removeBucket(settings);
  });

  behavesAsObjectStorage('S3', async () => s3Storage(await newBucket(), onFailure));

  const unfinished = async (settings: TestBucket) =>
    (await clientOf(settings).send(new ListMultipartUploadsCommand({ Bucket: settings.S3_BUCKET })))
      .Uploads ?? [];

  test('keeps what comes in several parts, whole and in ranges across them', async () => {
    const settings = await newBucket();
    const storage = await s3Storage(settings, onFailure);
    const bytes = randomBytes(10 * 1024 * 1024);
    const key = await storage.put(parts(bytes.subarray(0, 3_000_000), bytes.subarray(3_000_000)));
    expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true);
    const range = { start: 5 * 1024 * 1024 - 2, end: 5 * 1024 * 1024 + 2 };
    expect(
      (await buffer(await storage.get(key, range))).equals(
        bytes.subarray(range.start, range.end + 1),
      ),
    ).toBe(true);
    expect(await unfinished(settings)).toEqual([]);
  });

  test('leaves no part of an upload that broke off after some of them', async () => {
    const settings = await newBucket();
    const storage = await s3Storage(settings, onFailure);
    const source = parts(randomBytes(6_000_000), randomBytes(6_000_000), new Error('cut'));
    await expect(storage.put(source)).rejects.toThrow('cut');
    expect(await unfinished(settings)).toEqual([]);
    expect(await Array.fromAsync(storage.list())).toEqual([]);
  });

  test('removes what a crash left of uploads, but nothing that may still run or is not its own', async () => {
    const settings = await newBucket();
    const [storage, client, Bucket] = [
      await s3Storage(settings, onFailure),
      clientOf(settings),
      settings.S3_BUCKET,
    ];
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `blobs/${'a'.repeat(22)}` }));
    await client.send(new PutObjectCommand({ Bucket, Key: 'of-others', Body: 'x' }));
    await storage.removeUnfinished?.(Date.now() - 3600_000, nothing);
    expect(await unfinished(settings)).toHaveLength(1);
    await storage.removeUnfinished?.(Date.now() + 60_000, nothing);
    expect(await unfinished(settings)).toEqual([]);
    expect(await Array.fromAsync(storage.list())).toEqual([]);
  });

  test('a wrong key or bucket is a store that is away', async () => {
    const settings = await newBucket();
    const wrong = [{ S3_SECRET_ACCESS_KEY: 'wrong' }, { S3_BUCKET: 'no-such-bucket-of-clipline' }];
    for (const change of wrong) {
      const storage = await s3Storage({ ...settings, ...change }, onFailure);
      await expect(storage.put(parts(Buffer.from('x')))).rejects.toThrow(StorageAway);
      await expect(storage.get('a'.repeat(22))).rejects.toThrow(StorageAway);
      await expect(storage.check()).rejects.toThrow();
    }
  });

  test('the program keeps and delivers files there', async () => {
    const settings = await newBucket();
    const app = await buildTestApp(settings);
    const { headers } = await signUp(app);
    const clip = await call(app, 'POST /clipboard', { body: { content: 'x' }, headers });
    const bytes = randomBytes(7_000_000);
    const sent = await upload(app, `/clipboard/${clip.body.id}/files`, headers, { bytes });
    expect(sent.status).toBe(201);
    const url = new URL(sent.body.url, app.url);
    const path = app.url + url.pathname + url.search;
    expect(Buffer.from(await (await fetch(path)).arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(path, { headers: { range: 'bytes=-5' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(-5)]);
    expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      checks: { files: { ok: true } },
    });
    const storage = await s3Storage(settings, onFailure);
    expect(await Array.fromAsync(storage.list())).toHaveLength(1);
    expect(
      (await call(app, `DELETE /clipboard/${clip.body.id}/files/${sent.body.id}`, { headers }))
        .status,
    ).toBeLessThan(300);
    expect((await fetch(path)).status).toBe(404);
    await expect.poll(() => Array.fromAsync(storage.list())).toEqual([]);
    await app.stop();
  });

  test('content whose object is lost is there again once it is uploaded again', async () => {
    const settings = await newBucket();
    const app = await buildTestApp(settings);
    const storage = await s3Storage(settings, onFailure);
    const { headers } = await signUp(app);
    const clip = (await call(app, 'POST /clipboard', { body: { content: 'x' }, headers })).body;
    const bytes = randomBytes(6_000_000);
    const send = () => upload(app, `/clipboard/${clip.id}/files`, headers, { bytes });
    const first = await send();
    const [lost] = await Array.fromAsync(storage.list());
    await storage.remove(String(lost?.key));
    const second = await send();
    expect(second.status).toBe(201);
    for (const { body } of [first, second])
      expect(bytes.equals(await (await fetch(app.url + body.url)).bytes())).toBe(true);
    expect(await Array.fromAsync(storage.list())).toMatchObject([{ key: lost?.key }]);
    await app.stop();
  });

  test('an empty database is not begun beside files that another one knows', async () => {
    const settings = await newBucket();
    await (await s3Storage(settings, onFailure)).put(parts(Buffer.from('x')));
    await expect(buildTestApp(settings)).rejects.toThrow(
      'the database is empty, but S3_BUCKET holds uploaded files',
    );
  });

  test('falls silent: calls about files fail in time, everything else goes on, and it heals by itself', async () => {
    const settings = await newBucket();
    const proxy = await startSilentProxy(settings.S3_ENDPOINT);
    const storage = await s3Storage({ ...settings, S3_ENDPOINT: proxy.url }, onFailure, IMPATIENT);
    const app = await buildTestApp({ LOG_LEVEL: 'silent' }, { storage });
    const { headers } = await signUp(app);
    const clip = (await call(app, 'POST /clipboard', { body: { content: 'x' }, headers })).body;
    const send = (bytes: Uint8Array) =>
      upload(app, `/clipboard/${clip.id}/files`, headers, { bytes });
    const refused = { code: 'UNAVAILABLE', error: expect.any(String) };
    const first = await send(randomBytes(2_000_000));
    const url = new URL(first.body.url, app.url);
    const path = app.url + url.pathname + url.search;
    const download = async () => {
      const answer = await fetch(path);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    expect((await download()).bytes).toHaveLength(2_000_000);

    proxy.fallSilent();
    // One part and several: each is a conversation of its own with the store.
    const uploads = [randomBytes(1000), randomBytes(9_000_000)].map((bytes) => send(bytes));
    const downloads = Promise.all([download(), download()]);
    let saved = 0;
    let isOver = false;
    const over = Promise.all([...uploads, downloads]).finally(() => (isOver = true));
    while (!isOver) {
      const content = `while silent ${++saved}`;
      expect(
        (await call(app, `PUT /clipboard/${clip.id}`, { body: { content }, headers })).status,
      ).toBe(200);
    }
    expect(saved).toBeGreaterThan(1);
    await over;
    for (const sent of await Promise.all(uploads)) {
      expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '2']);
      expect(sent.body).toEqual(refused);
    }
    for (const { status, bytes } of await downloads)
      expect([status, JSON.parse(bytes.toString())]).toEqual([503, refused]);
    expect((await call(app, `GET /clipboard/${clip.id}`, { headers })).body.files).toHaveLength(1);

    proxy.speakAgain();
    await expect.poll(async () => (await send(randomBytes(1000))).status).toBe(201);
    expect((await download()).bytes).toHaveLength(2_000_000);
    await app.stop();
    await proxy.stop();
  });

  test('a reader who rests for longer than the store may be silent still gets everything', async () => {
    const settings = await newBucket();
    const sent = randomBytes(9_000_000);
    const key = await (await s3Storage(settings, onFailure)).put(parts(sent));
    const bytes = await (await s3Storage(settings, onFailure, IMPATIENT)).get(key);
    const read: Buffer[] = [];
    for await (const chunk of bytes) {
      if (read.length === 0) await delay(IMPATIENT.silentMs + 500);
      read.push(chunk as Buffer);
    }
    expect(Buffer.concat(read).equals(sent)).toBe(true);
  });

  test('falls silent in the middle of a download: the line is cut, not kept for ever', async () => {
    const settings = await newBucket();
    const proxy = await startSilentProxy(settings.S3_ENDPOINT);
    const key = await (await s3Storage(settings, onFailure)).put(parts(randomBytes(9_000_000)));
    const bytes = await (
      await s3Storage({ ...settings, S3_ENDPOINT: proxy.url }, onFailure, IMPATIENT)
    ).get(key);
    let read = 0;
    const toEnd = async () => {
      for await (const chunk of bytes) {
        read += (chunk as Buffer).length;
        proxy.fallSilent();
      }
    };
    await expect(toEnd()).rejects.toThrow();
    expect(read).toBeLessThan(9_000_000);
    await proxy.stop();
  });
});

describe('while the S3 store is away', () => {
  let away: TestBucket;
  beforeAll(async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    away = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    };
  });

  test('only calls about files fail, and the program says that it is degraded', async () => {
    const app = await buildTestApp({ ...away, LOG_LEVEL: 'silent' });
    const { headers } = await signUp(app);
    const clip = await call(app, 'POST /clipboard', { body: { content: 'x' }, headers });
    expect(clip.status).toBe(201);
    const sent = await upload(app, `/clipboard/${clip.body.id}/files`, headers);
    expect([sent.status, sent.headers.get('retry-after'), sent.body.code]).toEqual([
      503,
      '2',
      'UNAVAILABLE',
    ]);
    expect(
      (await call(app, `PUT /clipboard/${clip.body.id}`, { body: { content: 'y' }, headers }))
        .status,
    ).toBe(200);
    const ready = await fetch(`${app.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'degraded' }]);
    await app.stop();
  });

  test('one that takes connections and never responds is away as well', async () => {
    const mute = createServer((socket) => socket.on('error', () => {}).resume());
    const endpoint = `http://127.0.0.1:${await listen(mute)}`;
    const storage = await s3Storage({ ...away, S3_ENDPOINT: endpoint }, onFailure, {
      connectMs: 200,
      silentMs: 200,
    });
    await expect(storage.put(parts(randomBytes(12_000_000)))).rejects.toThrow(StorageAway);
    await expect(storage.get('a'.repeat(22))).rejects.toThrow(StorageAway);
    await expect(storage.remove('a'.repeat(22))).rejects.toThrow(StorageAway);
    await expect(storage.check()).rejects.toThrow();
    mute.close();
  });

  test('everything rejects in time and leaves no rejection behind', async () => {
    const storage = await s3Storage(away, onFailure);
    await expect(storage.put(parts(randomBytes(12_000_000)))).rejects.toThrow(StorageAway);
    await expect(storage.get('a'.repeat(22))).rejects.toThrow(StorageAway);
    await expect(storage.remove('a'.repeat(22))).rejects.toThrow(StorageAway);
    await expect(Array.fromAsync(storage.list())).rejects.toThrow(StorageAway);
    await expect(storage.removeUnfinished?.(Date.now(), nothing)).rejects.toThrow(StorageAway);
    expect(onFailure).toHaveBeenCalled();
  });
});
