import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { diskStorage } from './disk.ts';
import { type ObjectStorage, StorageAway } from './object-storage.ts';
import { behavesAsObjectStorage } from './object-storage.test-suite.ts';

const root = mkdtempSync(path.join(tmpdir(), 'clipline-disk-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => path.join(root, String(++folders));

behavesAsObjectStorage('disk', () => diskStorage(newFolder()));

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}
const keysOf = async (storage: ObjectStorage) =>
  (await Array.fromAsync(storage.list())).map((object) => object.key);
/** 0 where it was removed meanwhile. */
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
/** Files that hold something. */
const filled = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => sizeOf(path.join(entry.parentPath, entry.name)) > 0)
    .map((entry) => entry.name);

test('finds its objects again after a restart, without what earlier versions left unfinished', async () => {
  const folder = newFolder();
  const key = await (await diskStorage(folder)).put(bytesOf('kept'));
  mkdirSync(path.join(folder, 'unfinished'), { recursive: true });
  writeFileSync(path.join(folder, 'unfinished', 'cut-off'), 'half');
  const again = await diskStorage(folder);
  expect(await keysOf(again)).toContain(key);
  expect(filled(folder)).toEqual([key]);
});

test('leaves no file of an upload that broke off', async () => {
  const folder = newFolder();
  const storage = await diskStorage(folder);
  const broken = (async function* () {
    yield Buffer.alloc(1_000_000);
    throw new Error('cut');
  })();
  await expect(storage.put(broken)).rejects.toThrow('cut');
  expect(filled(folder)).toEqual([]);
});

test('an object is as old as its bytes, not as its name, even where it has none', async () => {
  const folder = newFolder();
  const storage = await diskStorage(folder);
  const first = await storage.put(bytesOf('the first makes names for others'));
  const names = path.join(folder, first.slice(0, 2));
  for (const name of readdirSync(names)) utimesSync(path.join(names, name), 1000, 1000);
  const later = new Set([await storage.put(bytesOf('some')), await storage.put(bytesOf(''))]);
  for await (const { key, storedAt } of storage.list())
    expect([later.has(key), storedAt > 1_000_000]).toEqual([key !== first, key !== first]);
  expect(await keysOf(storage)).toHaveLength(3);
});

test('lists nothing that is still being written', async () => {
  const storage = await diskStorage(newFolder());
  const earlier = await storage.put(bytesOf('whole'));
  const listed: string[][] = [];
  const key = await storage.put(
    (async function* () {
      yield Buffer.alloc(1_000_000);
      listed.push(await keysOf(storage));
    })(),
  );
  expect(listed).toEqual([[earlier]]);
  expect((await keysOf(storage)).toSorted()).toEqual([earlier, key].toSorted());
});

test('what a process left when it died is listed by the next, so that it is removed', async () => {
  const folder = newFolder();
  const key = await (await diskStorage(folder)).put(bytesOf('kept'));
  const left = readdirSync(path.join(folder, key.slice(0, 2)));
  expect(left.length).toBeGreaterThan(1);
  const next = await diskStorage(folder);
  expect((await keysOf(next)).toSorted()).toEqual(left.toSorted());
  for (const each of left) if (each !== key) await next.remove(each);
  expect(await keysOf(next)).toEqual([key]);
});

test('closed, it leaves its objects only', async () => {
  const folder = newFolder();
  const storage = await diskStorage(folder);
  const key = await storage.put(bytesOf('kept'));
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = storage.put(
    (async function* () {
      yield Buffer.alloc(1_000_000);
      begun.resolve();
      await ended.promise;
    })(),
  );
  await begun.promise;
  storage.close?.();
  expect(readdirSync(path.join(folder, key.slice(0, 2)))).toEqual([key]);
  ended.resolve();
  await writing;
});

test('begins again with new names after its folder was away', async () => {
  const folder = newFolder();
  const storage = await diskStorage(folder);
  await storage.put(bytesOf('before'));
  renameSync(folder, `${folder} elsewhere`);
  mkdirSync(folder);
  await expect(storage.put(bytesOf('lost'))).rejects.toThrow(StorageAway);
  await expect(storage.put(bytesOf('lost'))).rejects.toThrow(StorageAway);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  renameSync(`${folder} elsewhere`, folder);
  const key = await storage.put(bytesOf('kept'));
  expect((await buffer(await storage.get(key))).toString()).toBe('kept');
});
