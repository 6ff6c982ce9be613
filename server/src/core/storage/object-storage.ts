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

/** Content that comes in parts; they are never joined, and it is read under its key like any other. */
export interface Parted {
  readonly key: string;
  /** What the storage knows the coming of its parts by. */
  readonly token: string;
}

/** All parts but the last are equally long. */
export interface PartsStorage {
  begin(): Promise<Parted>;
  /**
   * Durable when it resolves; nothing of a part is left where it rejects. One part is sent by one
   * caller at a time. Returns what `finish` knows it by. Throws ObjectMissing once it was abandoned.
   */
  put(content: Parted, at: number, bytes: AsyncIterable<Uint8Array>, size: number): Promise<string>;
  /** Throws ObjectMissing where it was abandoned. Doing it again is no failure. */
  finish(content: Parted, tags: readonly string[]): Promise<void>;
  abandon(content: Parted): Promise<void>;
}

/** Where the bytes of uploaded files live. It knows nothing of what they are. */
export interface ObjectStorage {
  /**
   * Durable when it resolves; nothing is left behind where it rejects. A key is given only to what
   * another storage has under it, or this one had until it was lost.
   */
  put(bytes: AsyncIterable<Uint8Array>, key?: string): Promise<string>;
  /**
   * Throws ObjectMissing. What was opened can be read to its end even when it is removed; of content
   * in parts, on a disk, to the end of a part.
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  sizeOf(key: string): Promise<number | undefined>;
  /** Removing what is not there is no failure. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  readonly parts: PartsStorage;
  /**
   * What uploads left behind that began before this time, in ms, and never ended; but nothing of the
   * keys that are known.
   */
  removeUnfinished?(
    before: number,
    known: (keys: string[]) => Promise<ReadonlySet<string>>,
  ): Promise<void>;
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
export const HEAD_BYTES = 4096;

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
