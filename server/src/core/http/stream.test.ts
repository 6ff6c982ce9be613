import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { unzipped } from '../../../testing/zip.ts';
import { CHUNK_BYTES } from '../chunks.ts';
import { streamArray, streamList, type ZipEntry, zipOf } from './stream.ts';

const ADDRESS = '192.0.2.1';
function serveFrom(address = ADDRESS) {
  const server = fastify();
  server.addHook('onRequest', async (request) => {
    Object.assign(request, { call: { address } });
  });
  return server;
}

async function* chunksOf<T>(chunks: T[][], asked: () => void = () => {}): AsyncGenerator<T[]> {
  for (const chunk of chunks) {
    asked();
    yield chunk;
  }
}

test('one chunk is answered as it is, several as they would be in one', async () => {
  const lists = [[], [[1, 2]], [[1, 2], [3]], [[1], [], [2, { a: 'ü' }], [3]], [[], [], []]];
  for (const [index, chunks] of lists.entries()) {
    const server = serveFrom();
    server.get(`/array/${index}`, (_request, reply) => streamArray(reply, chunksOf(chunks)));
    server.get(`/list/${index}`, (_request, reply) =>
      streamList(reply, { head: 'x"' }, 'items', chunksOf<unknown>(chunks)),
    );
    expect((await server.inject(`/array/${index}`)).json()).toEqual(chunks.flat());
    expect((await server.inject(`/list/${index}`)).json()).toEqual({
      head: 'x"',
      items: chunks.flat(),
    });
    await server.close();
  }
});

test('nothing more is read for a caller who reads nothing, and others have their turn', async () => {
  const server = serveFrom();
  let asked = 0;
  const chunk = ['x'.repeat(CHUNK_BYTES)];
  server.get('/', (_request, reply) =>
    streamArray(
      reply,
      chunksOf(
        Array.from({ length: 400 }, () => chunk),
        () => (asked += 1),
      ),
    ),
  );
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  // It stops by itself: the same number at two looks, with the answer not at its end.
  let before = -1;
  await vi.waitFor(
    () => {
      const now = asked;
      const rests = now > 0 && now === before;
      before = now;
      expect(rests).toBe(true);
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(asked).toBeLessThan(200);
  socket.destroy();
  await server.close();
});

test('long answers of all have one chunk a turn, and one network as many as another', async () => {
  const chunks = Array.from({ length: 6 }, () => ['x'.repeat(CHUNK_BYTES)]);
  const made: { readonly by: string; readonly turn: number }[] = [];
  let turn = 0;
  let counting = setImmediate(function count() {
    turn += 1;
    counting = setImmediate(count);
  });
  const answerOf = async (by: string) => {
    const server = serveFrom(by);
    server.get('/', (_request, reply) =>
      streamArray(
        reply,
        chunksOf(chunks, () => void made.push({ by, turn })),
      ),
    );
    await server.inject('/');
    await server.close();
  };
  const many = Array.from({ length: 16 }, () => answerOf('192.0.2.1'));
  const one = answerOf('192.0.2.2').then(() => made.length);
  await Promise.all(many);
  clearImmediate(counting);
  // The first two of each are read before it is known that more follow.
  expect(await one).toBeLessThan(17 * 2 + 3 * 4);
  expect(made).toHaveLength(17 * 6);
  const gated = made.slice(17 * 2).map((each) => each.turn);
  expect(new Set(gated).size).toBe(gated.length);
});

const entry = (name: string, text: string): ZipEntry => ({
  path: name,
  bytes: Readable.from(text === '' ? [] : [Buffer.from(text)]),
});

async function* all(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

test('empty or not, by any name: it comes out as it went in', async () => {
  const texts: [string, string][] = [
    ['profile.json', 'ä'.repeat(100_000)],
    ['files/1/Übung — 剪.txt', 'short'],
    ['files/2/empty', ''],
    ['empty.json', ''],
  ];
  const zip = await buffer(zipOf(all(texts.map((each) => entry(...each)))));
  expect([...(await unzipped(zip))].map(([name, bytes]) => [name, String(bytes)])).toEqual(texts);
  expect(zip.length).toBeLessThan(10_000);
  expect((await unzipped(await buffer(zipOf(all([]))))).size).toBe(0);
});

test('what fails on the way cuts the ZIP', async () => {
  const failing = new Readable({ read: () => void failing.destroy(new Error('the disk is gone')) });
  const entries = [entry('a', 'first'), { path: 'b', bytes: failing }];
  await expect(buffer(zipOf(all(entries)))).rejects.toThrow('the disk is gone');
});

test('a reader who goes leaves no stream open, not even one whose bytes never come', async () => {
  const silent = new PassThrough();
  const zip = zipOf(all([{ path: 'a', bytes: silent }]));
  await new Promise((resolve) => zip.once('data', resolve));
  zip.destroy();
  await finished(silent).catch(() => {});
  expect(silent.destroyed).toBe(true);
});
