import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { signUp } from '../../../testing/factories.ts';
import { openStore } from './open.ts';
import { bringUpToDate } from './migrate.ts';

const PAGE = 4096;
const LOST =
  'clipline.sqlite is missing or empty although there are uploaded files. Restore it from a backup.';

let folder: string;
let whole: string;

const storeIn = (dataDir: string) => path.join(dataDir, 'clipline.sqlite');

async function open(dataDir: string) {
  const store = openStore({ DATA_DIR: dataDir, DATABASE_URL: undefined }, () => {});
  try {
    await bringUpToDate(store, migrations);
    return (await store.db.selectFrom('users').select('id').execute()).length;
  } finally {
    await store.close();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-damage-'));
  whole = path.join(folder, 'whole');
  mkdirSync(path.join(whole, 'blobs', 'ab'), { recursive: true });
  const store = openStore({ DATA_DIR: whole, DATABASE_URL: undefined }, () => {});
  await bringUpToDate(store, migrations);
  for (let person = 0; person < 100; person++)
    await signUp({ store }, { name: 'long name '.repeat(500) });
  await store.close();
  writeFileSync(path.join(whole, 'blobs', 'ab', 'abcdef'), 'the bytes of a file');
});
afterAll(() => rmSync(folder, { recursive: true }));

function damaged(damage: (file: string) => void): string {
  const dataDir = mkdtempSync(path.join(folder, 'damaged-'));
  cpSync(whole, dataDir, { recursive: true });
  damage(storeIn(dataDir));
  return dataDir;
}

function overwrite(file: string, from: number, bytes: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(bytes, 7), 0, bytes, from);
  closeSync(handle);
}

function bytesOf(dataDir: string): Map<string, string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => [
      path.relative(dataDir, path.join(parentPath, name)),
      createHash('sha256')
        .update(readFileSync(path.join(parentPath, name)))
        .digest('hex'),
    ]),
  );
}

test.each<[string, (file: string) => void, string | RegExp]>([
  [
    'is another file',
    (file) => writeFileSync(file, 'a letter\n'.repeat(1000)),
    'file is not a database',
  ],
  ['has a broken head', (file) => overwrite(file, 0, 100), 'file is not a database'],
  [
    'has a broken first page',
    (file) => overwrite(file, 100, PAGE - 100),
    'database disk image is malformed',
  ],
  [
    'was cut',
    (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    /malformed|damaged/,
  ],
  [
    'is a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    'unable to open database file',
  ],
  ['is empty, unlike the folder of files', (file) => truncateSync(file), LOST],
  ['is gone, unlike the folder of files', (file) => rmSync(file), LOST],
])('a store that %s is refused, and nothing is changed', async (_what, damage, reason) => {
  const dataDir = damaged(damage);
  const before = bytesOf(dataDir);
  await expect(open(dataDir)).rejects.toThrow(reason);
  const after = bytesOf(dataDir);
  // Where there is nothing there may be a store that holds nothing.
  if (reason === LOST) before.delete('clipline.sqlite');
  for (const [file, hash] of before) expect([file, after.get(file)]).toEqual([file, hash]);
});

test('what lies beside the store and is no log of it is no obstacle', async () => {
  expect(await open(damaged((file) => writeFileSync(`${file}-wal`, 'nonsense'.repeat(1000))))).toBe(
    100,
  );
});

test('an empty folder is the beginning of a store', async () => {
  const dataDir = mkdtempSync(path.join(folder, 'empty-'));
  mkdirSync(path.join(dataDir, 'blobs', 'unfinished'), { recursive: true });
  expect(await open(dataDir)).toBe(0);
});
