import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker } from 'modern-tar';

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

/** What reading throws, with a reason for the operator where the archive is at fault. */
async function* reading<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new BrokenArchive(
      /truncated/.test(String(error))
        ? 'the archive is cut off'
        : 'this is no archive, or it is damaged',
    );
  }
}

/** The files of an archive in order; each is to be read to its end. Throws BrokenArchive. */
export async function* readTar(source: FileHandle): AsyncGenerator<TarEntry> {
  const bytes = Readable.toWeb(source.createReadStream({ autoClose: false }));
  const entries = (bytes as globalThis.ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  for await (const { header, body } of reading(entries)) {
    if (header.type !== 'file')
      throw new BrokenArchive('it holds a link, a folder or something else that no backup has');
    yield { name: header.name, size: header.size, content: reading(body as ReadableStream) };
  }
}
