import { Readable } from 'node:stream';
import { newId } from '../src/core/ids.ts';
import { ObjectMissing, type ObjectStorage } from '../src/core/storage/object-storage.ts';

export function memoryStorage(): ObjectStorage {
  const objects = new Map<string, { bytes: Buffer; storedAt: number }>();
  const parted = new Map<string, Buffer[]>();
  return {
    parts: {
      async begin() {
        const key = newId();
        parted.set(key, []);
        return { key, token: key };
      },
      async put({ key }, at, bytes) {
        const chunks = await Array.fromAsync(bytes);
        const parts = parted.get(key);
        if (!parts) throw new ObjectMissing(key);
        parts[at] = Buffer.concat(chunks);
        return String(at);
      },
      async finish({ key }) {
        const parts = parted.get(key);
        if (!parts && !objects.has(key)) throw new ObjectMissing(key);
        if (parts) objects.set(key, { bytes: Buffer.concat(parts), storedAt: Date.now() });
        parted.delete(key);
      },
      async abandon({ key }) {
        parted.delete(key);
        objects.delete(key);
      },
    },
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
