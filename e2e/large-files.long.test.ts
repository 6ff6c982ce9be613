import { createHash, randomBytes } from 'node:crypto';
import { UPLOAD_PART_BYTES as PART } from '../contract/src/limits.ts';
import { createBucket, hasS3, removeBucket, type TestBucket } from '../server/testing/s3-bucket.ts';
import { canRunNodes, startTwoNodes, type TwoNodes } from './support/nodes.ts';
import type { Product } from './support/product.ts';
import { expect, test } from './support/story.ts';

const film = randomBytes(4 * PART + 1000);
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

/** Of these each answer has some. */
interface Told {
  readonly id: string;
  readonly url: string;
  readonly parts: readonly (string | null)[];
}

test.describe('two nodes on one bucket', () => {
  test.skip(!canRunNodes || !hasS3, 'needs PostgreSQL, Redis and an S3 server');
  let bucket: TestBucket;
  let cluster: TwoNodes;
  test.beforeAll(async () => {
    bucket = await createBucket();
    cluster = await startTwoNodes({ ...bucket, MAX_FILE_MB: '100' });
  });
  test.afterAll(async () => {
    await cluster?.dispose();
    if (bucket) await removeBucket(bucket);
  });

  test('parts of one film go through either; one is killed amid a part, before and after the end', async () => {
    const [first, second] = cluster.nodes;
    const send = (node: Product, method: string, path: string, init: RequestInit = {}) =>
      fetch(`${node.url}/api${path}`, {
        ...init,
        method,
        headers: { ...cluster.person.headers, ...(init.headers as Record<string, string>) },
      });
    const json = async (node: Product, method: string, path: string, body?: object, more = {}) => {
      const response = await send(node, method, path, {
        ...(body && { body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', ...more },
      });
      return { status: response.status, body: (await response.json()) as Told };
    };
    const put = (node: Product, id: string, at: number) =>
      send(node, 'PUT', `/uploads/${id}/parts/${at}`, {
        body: film.subarray(at * PART, (at + 1) * PART),
        headers: { 'content-type': 'application/octet-stream' },
      });
    const { body: clip } = await json(first, 'POST', '/clipboard', {
      content: 'x',
    });
    const place = `/clipboard/${clip.id}`;

    for (const isAnswered of [false, true]) {
      const { body: upload } = await json(first, 'POST', `${place}/uploads`, {
        name: 'film.bin',
        size: film.length,
      });
      const { id } = upload;
      expect((await put(first, id, 0)).status).toBe(204);
      expect((await put(second, id, 4)).status).toBe(204);

      // Half of a part has left when its node is killed.
      const half = Promise.withResolvers<void>();
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => stream.enqueue(film.subarray(PART, 1.5 * PART)),
        pull: () => half.resolve(),
      });
      const cut = send(first, 'PUT', `/uploads/${id}/parts/1`, {
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/octet-stream', 'content-length': String(PART) },
      } as RequestInit).then(
        () => 'answered',
        () => 'cut',
      );
      await half.promise;
      await first.kill();
      expect(await cut).toBe('cut');

      const { body: left } = await json(second, 'GET', `/uploads/${id}`);
      const [head, tail] = [digest(film.subarray(0, PART)), digest(film.subarray(4 * PART))];
      expect(left.parts).toEqual([head, null, null, null, tail]);
      await first.start();
      for (const [at, node] of [
        [1, second],
        [2, first],
        [3, second],
      ] as const)
        expect((await put(node, id, at)).status).toBe(204);

      const key = { 'idempotency-key': randomBytes(16).toString('hex') };
      const finish = (node: Product) => json(node, 'POST', `${place}/files`, { uploadId: id }, key);
      const ended = finish(first).catch(() => undefined);
      const before = isAnswered ? await ended : undefined;
      await first.kill();
      await ended;
      const { status, body: file } = await finish(second);
      expect(status).toBe(201);
      if (before) expect(file.id).toBe(before.body.id);
      await first.start();
      for (const node of cluster.nodes) {
        const bytes = await fetch(node.url + file.url);
        expect(Buffer.from(await bytes.arrayBuffer()).equals(film)).toBe(true);
      }
      expect((await json(first, 'GET', '/uploads')).body).toEqual([]);
    }
    const { body: files } = await json(second, 'GET', `${place}/files`);
    expect(files).toHaveLength(2);
  });
});
