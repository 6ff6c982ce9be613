import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker } from 'modern-tar';

export type TarWriter = ReturnType<typeof tarWriter>;

export function tarWriter(target: FileHandle) {
  const { readable, controller } = createTarPacker();
  const mtime = new Date();
  const written = target.writeFile(readable as ReadableStream<Uint8Array>);
  // What fails there fails in the next call of `add` or `finish`.
  written.catch((error: unknown) => controller.error(error));
  return {
    /** Returns the SHA-256 of the content in hex. */
    async add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<string> {
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
    /** Ends what cannot be finished; until then the file cannot be closed. */
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

async function* orBroken<T>(stream: ReadableStream<T>): AsyncGenerator<T, void> {
  try {
    yield* stream;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    const reason = (error as Error).message.replace(/\.$/, '');
    throw new BrokenArchive(`this is no archive, or it is cut off or damaged: ${reason}`);
  }
}

export async function* readTar(file: string): AsyncGenerator<TarEntry> {
  const bytes = Readable.toWeb(createReadStream(file, { highWaterMark: 256 * 1024 }));
  for await (const { header, body } of orBroken(
    bytes.pipeThrough(createTarDecoder({ strict: true })),
  )) {
    const { name, size, type } = header;
    if (type !== 'file')
      throw new BrokenArchive('it holds a link, a folder or something else that no backup has');
    yield { name, size, content: orBroken(body) };
  }
}
