import { type EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { sendFile } from './stream.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'clipline-send-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More than a connection takes before a client reads. */
const LARGE = Buffer.alloc(64 * 1024 ** 2, 'large');
const large = path.join(folder, 'large');
writeFileSync(large, LARGE);

let server: FastifyInstance;
let port: number;
const closed: Promise<unknown>[] = [];
beforeEach(async () => {
  closed.length = 0;
  server = fastify();
  server.get<{ Querystring: { end?: string } }>('/', async (request, reply) => {
    const file: FileHandle = await open(large, 'r');
    closed.push(once(file as unknown as EventEmitter, 'close'));
    const end = Number(request.query.end ?? LARGE.length - 1);
    return sendFile(reply.header('content-length', end + 1), file, 0, end);
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.server.address() as AddressInfo);
});
afterEach(() => server.close());

test('responses to several callers at once are not mixed up', async () => {
  const ends = [0, 262_143, 262_144, 262_145, 1_000_003, 5_000_000];
  const responses = await Promise.all(
    ends.map(async (end) =>
      Buffer.from(await (await fetch(`http://127.0.0.1:${port}/?end=${end}`)).arrayBuffer()),
    ),
  );
  expect(
    responses.map((answer, index) => answer.equals(LARGE.subarray(0, (ends[index] ?? 0) + 1))),
  ).toEqual(ends.map(() => true));
  await Promise.all(closed);
});

test('a caller who leaves half-way, or before their turn, leaves no file open', async () => {
  const socket = connect(port, '127.0.0.1');
  // Two calls on one connection: the second waits for the first.
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(socket, 'readable');
  await expect.poll(() => closed.length).toBe(2);
  socket.destroy();
  await Promise.all(closed);
});

test('a file that became shorter cuts the line', async () => {
  writeFileSync(path.join(folder, 'short'), 'short');
  const file = await open(path.join(folder, 'short'), 'r');
  const other = fastify();
  other.get('/', async (_request, reply) =>
    sendFile(reply.header('content-length', 100), file, 0, 99),
  );
  const address = await other.listen({ port: 0, host: '127.0.0.1' });
  await expect(fetch(address).then((answer) => answer.text())).rejects.toThrow();
  await other.close();
});
