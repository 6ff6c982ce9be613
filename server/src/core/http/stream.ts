import { randomBytes, randomInt } from 'node:crypto';
import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZipFile } from 'yazl';
import { giveTurn } from '../queue.ts';
import { inOwnTurn } from './guard.ts';
import { acceptedEncoding } from './headers.ts';

const HELD_BYTES = 64 * 1024;

type Around = readonly [before: string, after: string];

async function* inJson(
  address: string,
  [before, after]: Around,
  first: readonly (readonly unknown[])[],
  rest: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let between = before;
  const piece = (items: readonly unknown[]) => {
    const json = between + JSON.stringify(items).slice(1, -1);
    between = ',';
    return json;
  };
  // A store that returns at once would otherwise keep all others waiting to the end.
  const turn = () => inOwnTurn(address, () => {});
  for (const items of first) if (items.length > 0) yield piece(items);
  await turn();
  for await (const items of rest) {
    if (items.length > 0) yield piece(items);
    await turn();
  }
  yield (between === before ? before : '') + after;
}

/** What fails before the second chunk is still answered as a failure. */
async function streamed<T>(
  reply: FastifyReply,
  chunks: AsyncGenerator<T[], void>,
  around: Around,
): Promise<T[] | undefined> {
  const first = await chunks.next();
  if (first.done) return [];
  const second = await chunks.next();
  if (second.done) return first.value;
  const json = inJson(reply.request.call.address, around, [first.value, second.value], chunks);
  void reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(json, { objectMode: false, highWaterMark: HELD_BYTES }));
  return undefined;
}

export const streamArray = async <T>(
  reply: FastifyReply,
  chunks: AsyncGenerator<T[], void>,
): Promise<T[] | FastifyReply> => (await streamed(reply, chunks, ['[', ']'])) ?? reply;

export async function streamList<Head extends object, K extends string, T>(
  reply: FastifyReply,
  head: Head,
  name: K,
  chunks: AsyncGenerator<T[], void>,
): Promise<(Head & Record<K, T[]>) | FastifyReply> {
  const before = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  const list = await streamed(reply, chunks, [before, ']}']);
  return list ? ({ ...head, [name]: list } as Head & Record<K, T[]>) : reply;
}

export interface ZipEntry {
  readonly path: string;
  readonly bytes: Readable;
}

/** Programs that read a ZIP as it comes know the end of what is packed alone. */
const PACKING = { compressionLevel: 1 };

/** What fails cuts the archive, so that no reader takes half for all. */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | undefined;

  async function addAll() {
    for await (const { path, bytes } of entries) {
      current = bytes;
      if (output.destroyed) bytes.destroy();
      zip.addReadStreamLazy(path, PACKING, (found) => found(null, current!));
      await finished(bytes);
      // Files that are there at once, such as empty ones, would keep all others waiting.
      await giveTurn();
    }
    zip.end();
  }
  addAll().catch((error: Error) => output.destroy(error));
  // A reader who goes does not wait for bytes that may never come.
  output.once('close', () => current?.destroy());
  return output;
}

/** Under a kilobyte, compression saves less than its header costs. */
export const MIN_COMPRESSED_BYTES = 1024;
/** What is longer is compressed beside the event loop; this takes it a quarter of a millisecond. */
const MAX_AT_ONCE = 64 * 1024;
/** The compressed length of an answer varies by up to a quarter of so many bytes. */
const MAX_PADDING = 256;

const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } };
const gzip = { level: 2 };
const atOnce = {
  br: (bytes: Buffer) => zlib.brotliCompressSync(bytes, brotli),
  gzip: (bytes: Buffer) => zlib.gzipSync(bytes, gzip),
};
const beside = {
  br: (bytes: Buffer) => promisify(zlib.brotliCompress)(bytes, brotli),
  gzip: (bytes: Buffer) => promisify(zlib.gzip)(bytes, gzip),
};

const BLANKS = ' \n\r\t';

const padding = (): string =>
  Array.from(randomBytes(randomInt(MAX_PADDING)), (byte) => BLANKS[byte % BLANKS.length]).join('');

/** Who can put a text into an answer could otherwise guess by its length what else is in it. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
): Promise<string | Buffer> {
  if (json.length < MIN_COMPRESSED_BYTES) return json;
  reply.header('vary', 'Origin, Accept-Encoding');
  const encoding = acceptedEncoding(request.headers);
  if (!encoding) return json;
  const padded = Buffer.from(json + padding());
  const bytes = await (padded.length > MAX_AT_ONCE ? beside : atOnce)[encoding](padded);
  reply.header('content-encoding', encoding);
  return bytes;
}
