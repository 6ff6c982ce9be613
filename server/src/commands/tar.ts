import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { ReadableStream } from 'node:stream/web';
import { createTarPacker } from 'modern-tar';

export interface TarWriter {
  /** Adds one file; returns the SHA-256 of its content in hex. */
  add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<string>;
  finish(): Promise<void>;
  /** Ends what cannot be finished; until then the file cannot be closed. */
  abandon(): Promise<void>;
}

/** Writes a plain tar archive that any tar can list and unpack. */
export function tarWriter(target: FileHandle): TarWriter {
  const { readable, controller } = createTarPacker();
  const mtime = new Date();
  const written = target.writeFile(readable as ReadableStream<Uint8Array>);
  // What fails there fails in the next call of `add` or `finish`.
  written.catch((error: unknown) => controller.error(error));
  return {
    async add(name, size, content) {
      const entry = controller.add({ name, size, mode: 0o600, mtime }).getWriter();
      const hash = createHash('sha256');
      let read = 0;
      for await (const chunk of content) {
        read += chunk.length;
        if (read > size) break;
        hash.update(chunk);
        await entry.write(chunk);
      }
      if (read !== size) throw new Error(`${name} changed while it was read`);
      await entry.close();
      return hash.digest('hex');
    },
    async finish() {
      controller.finalize();
      await written;
    },
    async abandon() {
      controller.error(new Error('The archive is not finished'));
      await written.catch(() => {});
    },
  };
}

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The archive is not one of ours, or was cut off or altered. */
export class BrokenArchive extends Error {}

const BLOCK = 512;
const CHUNK = 64 * 1024;

async function* bytesOf(
  source: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void> {
  for (let position = start; position < end;) {
    const length = Math.min(CHUNK, end - position);
    const { buffer, bytesRead } = await source.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead === 0) throw new BrokenArchive('the archive is cut off');
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

const blockAt = async (source: FileHandle, position: number): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(bytesOf(source, position, position + BLOCK)));

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0);
const isIntact = (header: Buffer) =>
  Number.parseInt(header.toString('latin1', 148, 156), 8) ===
  header.fill(' ', 148, 156).reduce((sum, byte) => sum + byte, 0);
const damaged = () => new BrokenArchive('this is no archive, or it is damaged');

/** Two empty blocks or more, and nothing else. */
async function checkEnd(source: FileHandle, position: number): Promise<void> {
  const { size } = await source.stat();
  for await (const chunk of bytesOf(source, position, Math.max(size, position + 2 * BLOCK)))
    if (!isEmpty(chunk)) throw damaged();
}

/** The size of a file that is too large for its header, from the attributes that stand before. */
function sizeIn(attributes: string): number {
  const size = Number(/ size=(\d{1,15})\n$/.exec(attributes)?.[1]);
  if (attributes !== `${attributes.length} size=${size}\n`)
    throw new BrokenArchive('it holds an attribute that no backup has');
  return size;
}

/**
 * The files of an archive in order. Throws BrokenArchive. Only what `tarWriter` writes is read: of
 * long names and other attributes, libraries read megabytes in time that grows with the square.
 */
export async function* readTar(source: FileHandle): AsyncGenerator<TarEntry> {
  let position = 0;
  let largeSize: number | undefined;
  for (;;) {
    const header = await blockAt(source, position);
    if (isEmpty(header)) return checkEnd(source, position);
    const octal = header.toString('latin1', 124, 136);
    if (!isIntact(header) || !/^[0-7]{11}\0$/.test(octal)) throw damaged();
    const type = header.toString('latin1', 156, 157);
    const start = position + BLOCK;
    let size = Number.parseInt(octal, 8);
    if (type === 'x' && size <= BLOCK) {
      largeSize = sizeIn((await blockAt(source, start)).toString('latin1', 0, size));
    } else if (type === '0') {
      size = largeSize ?? size;
      largeSize = undefined;
      const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
      yield { name, size, content: bytesOf(source, start, start + size) };
    } else {
      throw new BrokenArchive('it holds a link, a folder or something else that no backup has');
    }
    position = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
