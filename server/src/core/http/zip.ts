import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  /** Of buffers. */
  readonly bytes: Readable;
  /** Off for what is hardly smaller for it. */
  readonly compress: boolean;
}

/**
 * A ZIP as a stream: each entry is asked for when the one before has been read, as fast as the
 * reader reads. What fails on the way cuts it, so that no reader takes half for all.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | undefined;

  async function addAll() {
    for await (const { path, bytes, compress } of entries) {
      current = bytes;
      if (output.destroyed) bytes.destroy();
      zip.addReadStreamLazy(path, { compress }, (found) => found(null, current!));
      await finished(bytes);
      // Files that are there at once, such as empty ones, would keep all others waiting.
      await setImmediate();
    }
    zip.end();
  }
  addAll().catch((error: Error) => output.destroy(error));
  // A reader who goes does not wait for bytes that may never come.
  output.once('close', () => current?.destroy());
  return output;
}
