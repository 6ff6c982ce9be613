import type { FileHandle } from 'node:fs/promises';

/**
 * So much is written at once: each write is a trip to another thread, which costs more than the
 * bytes of one chunk of a socket.
 */
const BATCH_BYTES = 256 * 1024;

async function writeAll(
  handle: FileHandle,
  chunks: readonly Uint8Array[],
  length: number,
): Promise<void> {
  if (length === 0) return;
  const { bytesWritten } = await handle.writev(chunks);
  // A disk that is nearly full takes a part; writing the rest tells why.
  if (bytesWritten < length) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/** Writes what comes to the end of a new file, one batch while the next is still coming. */
export async function writeBatched(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  let batch: Uint8Array[] = [];
  let length = 0;
  let writing: Promise<void> = Promise.resolve();
  const next = async () => {
    await writing;
    writing = writeAll(handle, batch, length);
    // Its failure is told to the one who waits for it next.
    writing.catch(() => {});
    [batch, length] = [[], 0];
  };
  try {
    for await (const chunk of bytes) {
      batch.push(chunk);
      length += chunk.length;
      if (length >= BATCH_BYTES) await next();
    }
    await next();
    await writing;
  } finally {
    // The file is closed next, which must not happen under a write.
    await writing.catch(() => {});
  }
}
