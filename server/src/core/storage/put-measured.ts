import { createHash } from 'node:crypto';
import type { ObjectStorage } from './object-storage.ts';

const HEAD_BYTES = 64;

export interface Measured {
  /** In the object storage. */
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  /** The first bytes, by which a type can be told. */
  readonly head: Uint8Array;
}

/**
 * Stores bytes and measures them on their way. `onSize` hears how many have come and may throw, so
 * that nothing is stored.
 */
export async function putMeasured(
  storage: Pick<ObjectStorage, 'put'>,
  bytes: AsyncIterable<Uint8Array>,
  onSize: (size: number) => void = () => {},
): Promise<Measured> {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  async function* measured() {
    for await (const chunk of bytes) {
      size += chunk.length;
      onSize(size);
      hash.update(chunk);
      if (head.length < HEAD_BYTES)
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      yield chunk;
    }
  }
  const key = await storage.put(measured());
  return { key, size, sha256: hash.digest('hex'), head };
}
