import { Readable } from 'node:stream';
import { newId } from '../src/core/ids.ts';
import { ObjectMissing, type ObjectStorage } from '../src/core/storage/object-storage.ts';

export function memoryStorage(): ObjectStorage {
  const objects = new Map<string, { bytes: Buffer; storedAt: number }>();
  return {
    async put(source, key = newId()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of source) chunks.push(chunk);
      objects.set(key, { bytes: Buffer.concat(chunks), storedAt: Date.now() });
      return key;
    },
    async get(key, range) {
      const object = objects.get(key);
      if (!object) throw new ObjectMissing(key);
      return Readable.from(
        [range ? object.bytes.subarray(range.start, range.end + 1) : object.bytes],
        { objectMode: false },
      );
    },
    sizeOf: async (key) => objects.get(key)?.bytes.length,
    async remove(key) {
      objects.delete(key);
    },
    async *list() {
      for (const [key, { storedAt, bytes }] of objects) yield { key, storedAt, size: bytes.length };
    },
  };
}
