import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { signUp } from '../../../testing/factories.ts';
import { openStore } from './open.ts';
import { damageOfServed } from './store-health.ts';
import { bringUpToDate } from './migrate.ts';

const PAGE = 4096;

let folder: string;
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

const lookThrough = (file: string) => damageOfServed(file, () => false);

test('a store that serves is looked through beside the event loop', async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  expect(await lookThrough(large)).toBeUndefined();
  clearInterval(turning);
  expect(turns).toBeGreaterThan(0);
});

test('what is wrong with one is told', async () => {
  expect(await lookThrough(copyWith(breakInside))).toMatch(/\S/);
  const cut = copyWith((file) =>
    truncateSync(file, Math.floor(statSync(file).size / PAGE / 1.1) * PAGE),
  );
  expect(await lookThrough(cut)).toBe('database disk image is malformed');
});

test('a stop ends the look before the next table', async () => {
  expect(await damageOfServed(copyWith(breakInside), () => true)).toBeUndefined();
});

test('one that is to be brought up to date is looked through first', async () => {
  const file = copyWith(breakInside);
  const names = Object.keys(migrations).toSorted();
  const database = new DatabaseSync(file);
  database.prepare('delete from kysely_migration where name = ?').run(names.at(-1)!);
  database.close();
  const before = readFileSync(file);
  const store = openStore({ DATA_DIR: path.dirname(file), DATABASE_URL: undefined }, () => {});
  await expect(bringUpToDate(store, migrations)).rejects.toThrow(
    'clipline.sqlite is damaged, and nothing was changed. Restore it from a backup.',
  );
  await store.close();
  expect(readFileSync(file).equals(before)).toBe(true);
});
