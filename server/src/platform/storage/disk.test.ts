import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { diskStorage } from './disk.ts';
import { behavesAsObjectStorage } from './object-storage.test-suite.ts';

const root = mkdtempSync(path.join(tmpdir(), 'clipline-disk-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => path.join(root, String(++folders));

behavesAsObjectStorage('disk', () => diskStorage(newFolder()));

test('finds its objects again after a restart, without what was unfinished', async () => {
  const folder = newFolder();
  const key = await (
    await diskStorage(folder)
  ).put(
    (async function* () {
      yield Buffer.from('kept');
    })(),
  );
  mkdirSync(path.join(folder, 'unfinished'), { recursive: true });
  writeFileSync(path.join(folder, 'unfinished', 'cut-off'), 'half');
  const again = await diskStorage(folder);
  expect((await Array.fromAsync(again.list())).map((object) => object.key)).toEqual([key]);
  expect(readdirSync(path.join(folder, 'unfinished'))).toEqual([]);
});

test('leaves no file of an upload that broke off', async () => {
  const folder = newFolder();
  const storage = await diskStorage(folder);
  const broken = (async function* () {
    yield Buffer.alloc(100_000);
    throw new Error('cut');
  })();
  await expect(storage.put(broken)).rejects.toThrow('cut');
  expect(readdirSync(folder, { recursive: true })).toEqual(['unfinished']);
});
