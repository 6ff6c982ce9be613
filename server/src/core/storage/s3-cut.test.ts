import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { signUp } from '../../../testing/factories.ts';
import { upload } from '../../../testing/uploads.ts';
import { type S3Settings, s3Storage } from './s3.ts';

interface Unfinished {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/** As much of S3 as the program asks of one, in memory, for what is done to a store in mid-call. */
interface S3Double {
  readonly settings: S3Settings;
  readonly objects: Map<string, Buffer>;
  readonly unfinished: Map<string, Unfinished>;
  /** Goes away, every connection with it, as soon as so many bytes more have come of bodies. */
  cutAfter(bytes: number): void;
  comeBack(): void;
  stop(): Promise<void>;
}

const BUCKET = 'double';
const xml = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`;

async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const unfinished = new Map<string, Unfinished>();
  const sockets = new Set<Socket>();
  let [left, isAway, uploads] = [Infinity, false, 0];

  function goAway(): void {
    isAway = true;
    for (const socket of sockets) socket.destroy();
  }

  async function bodyOf(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) goAway();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  function listed(query: URLSearchParams): string {
    if (!query.has('uploads'))
      return xml(
        'ListBucketResult',
        [...objects.keys()].map((key) => `<Contents><Key>${key}</Key></Contents>`).join(''),
      );
    const each = [...unfinished].map(
      ([id, { key }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>`,
    );
    return xml('ListMultipartUploadsResult', each.join(''));
  }

  function posted(key: string, query: URLSearchParams): string {
    const id = query.get('uploadId');
    if (id === null) {
      const begun = `upload-${++uploads}`;
      unfinished.set(begun, { key, parts: new Map() });
      return xml('InitiateMultipartUploadResult', `<UploadId>${begun}</UploadId>`);
    }
    const parts = [...(unfinished.get(id)?.parts ?? [])].toSorted(([one], [other]) => one - other);
    objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
    unfinished.delete(id);
    return xml('CompleteMultipartUploadResult', '<ETag>"whole"</ETag>');
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://double');
    const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
    const id = query.get('uploadId');
    const body = await bodyOf(request);
    switch (request.method) {
      case 'PUT':
        if (id === null) objects.set(key, body);
        else unfinished.get(id)?.parts.set(Number(query.get('partNumber')), body);
        response.setHeader('etag', '"stored"').end();
        return;
      case 'POST':
        response.end(posted(key, query));
        return;
      case 'DELETE':
        if (id === null) objects.delete(key);
        else unfinished.delete(id);
        response.writeHead(204).end();
        return;
      default:
        if (key === '') response.end(listed(query));
        else
          response
            .writeHead(objects.has(key) ? 200 : 404, {
              'content-length': objects.get(key)?.length ?? 0,
            })
            .end(objects.get(key));
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    if (isAway) socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  return {
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    objects,
    unfinished,
    cutAfter: (bytes) => void (left = bytes),
    comeBack() {
      left = Infinity;
      isAway = false;
    },
    async stop() {
      goAway();
      server.close();
      await once(server, 'close');
    },
  };
}

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
      await app.files.storage.removeUnfinished?.(Date.now());
      expect([s3.unfinished.size, s3.objects.size]).toEqual([0, before + 1]);
    },
  );
});
