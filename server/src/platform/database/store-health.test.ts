import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
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
import { takeDataDirectory } from './data-directory.ts';
import { openStore } from './database.ts';
import { lookForDamage } from './store-health.ts';
import { bringUpToDate } from './migrate-store.ts';

const PAGE = 4096;

let folder: string;
/** Too large to be looked through at once. */
let large: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-look-'));
  large = path.join(folder, 'clipline.sqlite');
  const store = openStore({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
  await bringUpToDate(store, migrations);
  for (let person = 0; person < 40; person++)
    await signUp({ store }, { name: 'long name '.repeat(30_000) });
  await store.close();
  expect(statSync(large).size).toBeGreaterThan(10 * 1024 ** 2);
});
afterAll(() => rmSync(folder, { recursive: true }));

function copyWith(damage: (file: string) => void): string {
  const file = path.join(mkdtempSync(path.join(folder, 'copy-')), 'clipline.sqlite');
  cpSync(large, file);
  damage(file);
  return file;
}

function breakInside(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(
    handle,
    Buffer.alloc(20 * PAGE, 7),
    0,
    20 * PAGE,
    Math.floor(statSync(file).size / PAGE / 2) * PAGE,
  );
  closeSync(handle);
}

test('a large store is looked through beside the event loop', async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  expect(await lookForDamage(large)).toBeUndefined();
  clearInterval(turning);
  expect(turns).toBeGreaterThan(0);
});

test('what is wrong with one is told as of a small one', async () => {
  expect(await lookForDamage(copyWith(breakInside))).toMatch(/\S/);
  const cut = copyWith((file) =>
    truncateSync(file, Math.floor(statSync(file).size / PAGE / 1.1) * PAGE),
  );
  await expect(lookForDamage(cut)).rejects.toMatchObject({
    message: 'database disk image is malformed',
    code: 'ERR_SQLITE_ERROR',
  });
  const other = copyWith((file) => writeFileSync(file, 'a letter\n'.repeat(1024 ** 2)));
  await expect(lookForDamage(other)).rejects.toMatchObject({
    message: 'file is not a database',
    code: 'ERR_SQLITE_ERROR',
  });
});

test('one that was opened before the program is refused, and nothing is changed', async () => {
  const file = copyWith(breakInside);
  const before = readFileSync(file);
  const directory = takeDataDirectory(path.dirname(file));
  void directory.damage();
  const store = openStore(
    { DATA_DIR: path.dirname(file), DATABASE_URL: undefined },
    () => {},
    directory,
  );
  await expect(bringUpToDate(store, migrations)).rejects.toThrow(
    'clipline.sqlite is damaged, and nothing was changed. Restore it from a backup.',
  );
  await store.close();
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('one that is whole goes on with what was opened', async () => {
  const file = copyWith(() => {});
  const directory = takeDataDirectory(path.dirname(file));
  void directory.damage();
  const store = openStore(
    { DATA_DIR: path.dirname(file), DATABASE_URL: undefined },
    () => {},
    directory,
  );
  expect(await bringUpToDate(store, migrations)).toBeUndefined();
  expect(await store.db.selectFrom('users').select('id').execute()).toHaveLength(40);
  await store.close();
  const next = takeDataDirectory(path.dirname(file));
  next.sqlite.close();
  next.release();
});

/** As a kill leaves it: noted to be in use, by a process that is gone. */
async function killed(damage: (file: string) => void = () => {}): Promise<string> {
  const file = copyWith(() => {});
  const settings = { DATA_DIR: path.dirname(file), DATABASE_URL: undefined };
  const store = openStore(settings, () => {});
  await bringUpToDate(store, migrations);
  const noted = readFileSync(`${file}.whole`);
  await store.close();
  damage(file);
  writeFileSync(`${file}.whole`, noted);
  return file;
}

const openAfterKill = async (file: string) => {
  const directory = takeDataDirectory(path.dirname(file));
  const settings = { DATA_DIR: path.dirname(file), DATABASE_URL: undefined };
  const store = openStore(settings, () => {}, directory);
  await bringUpToDate(store, migrations);
  return { directory, store };
};

test('one that was in use serves at once, and damage is found meanwhile', async () => {
  const file = await killed(breakInside);
  const { directory, store } = await openAfterKill(file);
  expect(await directory.damage()).toMatch(/\S/);
  await store.close();
  await expect(openAfterKill(file)).rejects.toThrow('damaged, and nothing was changed');
});

test('one that was in use is known to be whole once it was looked through, not before', async () => {
  const file = await killed();
  const { directory, store } = await openAfterKill(file);
  expect(existsSync(`${file}.whole`)).toBe(false);
  expect(await directory.damage()).toBeUndefined();
  expect(existsSync(`${file}.whole`)).toBe(true);
  await store.close();
  const next = takeDataDirectory(path.dirname(file));
  expect(next.servesMeanwhile).toBe(false);
  expect(await next.damage()).toBeUndefined();
  next.sqlite.close();
  next.release();
});

test('a stop does not wait for the look, which is then made by the next start', async () => {
  const file = await killed();
  const { directory, store } = await openAfterKill(file);
  const look = directory.damage();
  await store.close();
  await expect(look).rejects.toThrow('could not be looked through');
  expect(existsSync(`${file}-wal`)).toBe(false);
  const next = takeDataDirectory(path.dirname(file));
  expect(next.servesMeanwhile).toBe(true);
  next.sqlite.close();
  next.release();
});
