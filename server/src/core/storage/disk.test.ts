import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { diskStorage } from './disk.ts';
import { ObjectMissing, type ObjectStorage, StorageAway } from './object-storage.ts';
import { behavesAsObjectStorage } from '../../../testing/object-storage-suite.ts';

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

test('bytes that were lost since are missing, not waited for', async () => {
  const folder = newFolder();
  const storage = await diskStorage(folder);
  const key = await storage.put(bytesOf('whole'));
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.name === key) truncateSync(path.join(file.parentPath, file.name), 3);
  await expect(storage.get(key, { start: 0, end: 4 })).rejects.toThrow(ObjectMissing);
  expect(String(await buffer(await storage.get(key, { start: 0, end: 2 })))).toBe('who');
});

test('content in parts of which one is lost is missing, not waited for', async () => {
  const folder = newFolder();
  const storage = await diskStorage(folder);
  const content = await storage.parts.begin();
  const { key } = content;
  for (const at of [0, 1, 2]) await storage.parts.put(content, at, bytesOf('part'), 4);
  rmSync(path.join(folder, key.slice(0, 2), key, '1'));
  await expect(storage.get(key)).rejects.toThrow(ObjectMissing);
  expect(await storage.sizeOf(key)).not.toBe(12);
  // What has the same bytes takes its place.
  await storage.put(bytesOf('partpartpart'), key);
  expect(String(await buffer(await storage.get(key)))).toBe('partpartpart');
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

test('begins again after its folder was away', async () => {
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
