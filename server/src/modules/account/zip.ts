import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  readonly bytes: Readable;
  /** Off for what is hardly smaller for it. */
  readonly compress: boolean;
}

/**
 * A ZIP as a stream: each entry is asked for when the one before has been read, as fast as the
 * reader reads, and nothing is held whole. What fails on the way cuts it, so that nobody takes half
 * for all.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const readerGone = new AbortController();
  output.once('close', () => readerGone.abort());

  async function feed(): Promise<void> {
    for await (const { path, bytes, compress } of entries) {
      try {
        readerGone.signal.throwIfAborted();
        zip.addReadStream(bytes, path, { compress });
        await finished(bytes, { signal: readerGone.signal });
      } finally {
        bytes.destroy();
      }
    }
    zip.end();
  }
  const cut = (error: unknown) => void output.destroy(error as Error);
  zip.on('error', cut);
  feed().catch((error: unknown) => (readerGone.signal.aborted ? undefined : cut(error)));
  return output;
}
