import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly storedAt: number;
  readonly size: number;
}

/** Where the bytes of uploaded files live. It knows nothing of what they are. */
export interface ObjectStorage {
  /**
   * Durable when it resolves; nothing is left behind where it rejects. A key is given only to what
   * another storage has under it, or this one had until it was lost.
   */
  put(bytes: AsyncIterable<Uint8Array>, key?: string): Promise<string>;
  /** Throws ObjectMissing. What was opened can be read to its end even when it is removed. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  sizeOf(key: string): Promise<number | undefined>;
  /** Removing what is not there is no failure. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  /** What uploads left behind that began before this time, in ms, and never ended. */
  removeUnfinished?(before: number): Promise<void>;
  check?(): Promise<void>;
  close?(): void;
}

export class StorageAway extends Error {}

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = 'ObjectMissing';
  }
}

/** By so many first bytes a type can be told. */
export const HEAD_BYTES = 64;

export interface Measured {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  readonly head: Uint8Array;
}

/** `onSize` hears how many bytes have come and may throw: then nothing is stored. */
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
