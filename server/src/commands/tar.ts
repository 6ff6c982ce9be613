import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const BLOCK = 512;
const CHUNK_BYTES = 256 * 1024;
const SIZE_FIELD = { at: 124, length: 12 };
const CHECKSUM_FIELD = { at: 148, length: 8 };
/**
 * Twelve octal digits less the closing NUL; larger sizes are written in binary, as GNU tar does.
 */
const MAX_OCTAL_SIZE = 8 ** 11;

const TYPE_AT = 156;
/** As a digit, and as the oldest archives have it. */
const PLAIN_FILE: ReadonlySet<number> = new Set(['0'.charCodeAt(0), 0]);

/** The zeros that follow a file. */
export const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

const checksumOf = (header: Buffer): number => {
  const blank = Buffer.from(header);
  blank.fill(' ', CHECKSUM_FIELD.at, CHECKSUM_FIELD.at + CHECKSUM_FIELD.length);
  return blank.reduce((sum, byte) => sum + byte, 0);
};

/** What comes before a file in an archive. */
export function headerOf(name: string, size: number, seconds: number): Buffer {
  if (Buffer.byteLength(name) > 100)
    throw new RangeError(`${name} is too long a name for the archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), at);
  header.write(name, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  if (size < MAX_OCTAL_SIZE) octal(size, SIZE_FIELD.at, SIZE_FIELD.length);
  else {
    header[SIZE_FIELD.at] = 0x80;
    header.writeBigUInt64BE(BigInt(size), SIZE_FIELD.at + 4);
  }
  octal(seconds, 136, 12);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(checksumOf(header).toString(8).padStart(6, '0') + '\0 ', CHECKSUM_FIELD.at);
  return header;
}

export interface TarWriter {
  /** Adds one file; returns the SHA-256 of its content in hex. */
  add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<string>;
  finish(): Promise<void>;
}

/** Writes a plain tar archive that any tar can list and unpack. */
export function tarWriter(target: FileHandle, seconds = Math.floor(Date.now() / 1000)): TarWriter {
  return {
    async add(name, size, content) {
      await target.writeFile(headerOf(name, size, seconds));
      const hash = createHash('sha256');
      let written = 0;
      for await (const chunk of content) {
        hash.update(chunk);
        written += chunk.length;
        if (written > size) break;
        await target.writeFile(chunk);
      }
      if (written !== size) throw new Error(`${name} changed while it was read`);
      await target.writeFile(Buffer.alloc(padding(size)));
      return hash.digest('hex');
    },
    finish: () => target.writeFile(Buffer.alloc(2 * BLOCK)),
  };
}

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  content(): AsyncIterable<Uint8Array>;
}

/** The archive is not one of ours, or was cut off or altered. */
export class BrokenArchive extends Error {}

const octalAt = (header: Buffer, { at, length }: { at: number; length: number }): number =>
  Number.parseInt(header.toString('latin1', at, at + length).replace(/[\0 ]+$/, ''), 8);

const sizeOf = (header: Buffer): number =>
  ((header[SIZE_FIELD.at] ?? 0) & 0x80) === 0
    ? octalAt(header, SIZE_FIELD)
    : Number(header.readBigUInt64BE(SIZE_FIELD.at + 4));

/** The files of an archive in order. Throws BrokenArchive. */
export async function* readTar(source: FileHandle): AsyncGenerator<TarEntry> {
  const { size: total } = await source.stat();
  for (let position = 0; ;) {
    const header = Buffer.alloc(BLOCK);
    const { bytesRead } = await source.read(header, 0, BLOCK, position);
    if (bytesRead < BLOCK) throw new BrokenArchive('the archive is cut off');
    if (header.every((byte) => byte === 0)) return;
    if (octalAt(header, CHECKSUM_FIELD) !== checksumOf(header))
      throw new BrokenArchive('this is no archive, or it is damaged');
    const start = position + BLOCK;
    const size = sizeOf(header);
    if (!PLAIN_FILE.has(header[TYPE_AT] ?? -1))
      throw new BrokenArchive('it holds a link, a folder or something else that no backup has');
    if (!Number.isSafeInteger(size) || size < 0 || start + size > total)
      throw new BrokenArchive('the archive is cut off');
    yield {
      name: header.toString('utf8', 0, 100).replace(/\0.*$/s, ''),
      size,
      // No stream: each would leave a listener at the handle.
      async *content() {
        for (let at = start; at < start + size;) {
          const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, start + size - at));
          const { bytesRead: read } = await source.read(chunk, 0, chunk.length, at);
          if (read === 0) throw new BrokenArchive('the archive is cut off');
          yield chunk.subarray(0, read);
          at += read;
        }
      },
    };
    position = start + size + padding(size);
  }
}
