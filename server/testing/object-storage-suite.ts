import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ObjectMissing, type ObjectStorage } from '../src/core/storage/object-storage.ts';

async function* chunks(...parts: (Buffer | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

const keysOf = async (storage: ObjectStorage) =>
  (await Array.fromAsync(storage.list())).map((object) => object.key).toSorted();

export function behavesAsObjectStorage(name: string, open: () => Promise<ObjectStorage>): void {
  describe(`${name} as object storage`, () => {
    test('gives back what was put, whole and in ranges', async () => {
      const storage = await open();
      const bytes = randomBytes(700_000);
      const key = await storage.put(
        chunks(bytes.subarray(0, 1), bytes.subarray(1, 300_000), bytes.subarray(300_000)),
      );
      expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true);
      for (const [start, end] of [
        [0, 0],
        [5, 9],
        [299_999, 300_001],
        [699_999, 699_999],
        [0, 699_999],
      ] as const) {
        expect(
          (await buffer(await storage.get(key, { start, end }))).equals(
            bytes.subarray(start, end + 1),
          ),
        ).toBe(true);
      }
    });

    test('keeps under its key what another storage had, also when it comes again', async () => {
      const storage = await open();
      const key = 'of-another-storage_1';
      expect(await storage.put(chunks(Buffer.from('cut')), key)).toBe(key);
      expect(await storage.put(chunks(Buffer.from('whole')), key)).toBe(key);
      expect((await buffer(await storage.get(key))).toString()).toBe('whole');
      expect(await keysOf(storage)).toEqual([key]);
    });

    /** S3 takes no smaller part but as the last one. */
    const PART = 5 * 1024 * 1024;

    test('keeps content in parts, whatever their order, and reads it whole and across them', async () => {
      const storage = await open();
      const bytes = randomBytes(2 * PART + 1000);
      const content = await storage.parts.begin();
      const put = (at: number) => {
        const part = bytes.subarray(at * PART, (at + 1) * PART);
        return storage.parts.put(
          content,
          at,
          chunks(part.subarray(0, 9), part.subarray(9)),
          part.length,
        );
      };
      const last = await put(2);
      // Cut off: it is sent again.
      const cut = chunks(bytes.subarray(0, PART / 2), new Error('cut'));
      await expect(storage.parts.put(content, 1, cut, PART)).rejects.toThrow('cut');
      const [first, second] = [await put(0), await put(1)];
      for (const _ of [1, 2]) await storage.parts.finish(content, [first, second, last]);
      expect(await storage.sizeOf(content.key)).toBe(bytes.length);
      expect((await buffer(await storage.get(content.key))).equals(bytes)).toBe(true);
      for (const [start, end] of [
        [0, 0],
        [PART - 1, PART],
        [PART, 2 * PART - 1],
        [2, 2 * PART + 999],
      ] as const) {
        const part = await buffer(await storage.get(content.key, { start, end }));
        expect([start, part.equals(bytes.subarray(start, end + 1))]).toEqual([start, true]);
      }
      expect(await keysOf(storage)).toEqual([content.key]);
      await storage.remove(content.key);
      expect(await storage.sizeOf(content.key)).toBeUndefined();
      expect(await keysOf(storage)).toEqual([]);
    });

    test('leaves nothing of parts that are given up, at once or after the last', async () => {
      const storage = await open();
      for (const isWhole of [false, true]) {
        const content = await storage.parts.begin();
        const tag = await storage.parts.put(content, 0, chunks(Buffer.from('x')), 1);
        if (isWhole) await storage.parts.finish(content, [tag]);
        await storage.parts.abandon(content);
        await storage.parts.abandon(content);
        await expect(storage.get(content.key)).rejects.toThrow(ObjectMissing);
      }
      expect(await keysOf(storage)).toEqual([]);
    });

    test('keeps an empty object', async () => {
      const storage = await open();
      const key = await storage.put(chunks());
      expect((await buffer(await storage.get(key))).length).toBe(0);
      expect(await keysOf(storage)).toEqual([key]);
    });

    test('gives every object a key of its own, equal bytes or not', async () => {
      const storage = await open();
      const keys = await Promise.all(
        Array.from({ length: 20 }, () => storage.put(chunks(Buffer.from('same')))),
      );
      expect(new Set(keys).size).toBe(20);
      expect(await keysOf(storage)).toEqual(keys.toSorted());
    });

    test('leaves nothing of a source that breaks off, and says why', async () => {
      const storage = await open();
      await expect(storage.put(chunks(randomBytes(100_000), new Error('cut')))).rejects.toThrow(
        'cut',
      );
      await expect(storage.put(chunks(new Error('at once')))).rejects.toThrow('at once');
      expect(await keysOf(storage)).toEqual([]);
    });

    test('removes, once or twice', async () => {
      const storage = await open();
      const [kept, removed] = [
        await storage.put(chunks(Buffer.from('kept'))),
        await storage.put(chunks(Buffer.from('removed'))),
      ];
      await storage.remove(removed);
      await storage.remove(removed);
      await expect(storage.get(removed)).rejects.toThrow(ObjectMissing);
      expect(await keysOf(storage)).toEqual([kept]);
      expect((await buffer(await storage.get(kept))).toString()).toBe('kept');
    });

    test('knows how large an object is, and that there is none', async () => {
      const storage = await open();
      const [some, empty, removed] = [
        await storage.put(chunks(Buffer.from('some'))),
        await storage.put(chunks()),
        await storage.put(chunks(Buffer.from('removed'))),
      ];
      await storage.remove(removed);
      expect([await storage.sizeOf(some), await storage.sizeOf(empty)]).toEqual([4, 0]);
      expect(await storage.sizeOf(removed)).toBeUndefined();
      expect(await storage.sizeOf('../../etc/passwd')).toBeUndefined();
    });

    test('lets a reader finish what is removed meanwhile', async () => {
      const storage = await open();
      const key = await storage.put(chunks(randomBytes(600_000)));
      const reading = await storage.get(key);
      await storage.remove(key);
      expect((await buffer(reading)).length).toBe(600_000);
    });

    test('knows when an object was stored, and how large it is', async () => {
      const storage = await open();
      const before = Date.now();
      await storage.put(chunks(Buffer.from('x')));
      const [object] = await Array.fromAsync(storage.list());
      // File systems keep times more coarsely than the clock.
      expect(object?.storedAt).toBeGreaterThan(before - 2000);
      expect(object?.storedAt).toBeLessThan(Date.now() + 2000);
      expect(object?.size).toBe(1);
    });

    test.each(['', '..', '../../etc/passwd', 'a/b', 'A'.repeat(22), '\0'])(
      'has no object %j',
      async (key) => {
        const storage = await open();
        await expect(storage.get(key)).rejects.toThrow(ObjectMissing);
      },
    );
  });
}
