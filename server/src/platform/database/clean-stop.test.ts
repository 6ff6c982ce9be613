import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { signUp } from '../../../testing/factories.ts';
import { noteClosed, takeStanding } from './clean-stop.ts';
import { openStore, openStoreBeside } from './database.ts';
import { bringUpToDate } from './migrate-store.ts';

const PAGE = 4096;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-stop-'));
  file = path.join(folder, 'clipline.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openStore({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
async function useAndStop(): Promise<void> {
  const store = open();
  await bringUpToDate(store, migrations);
  await signUp({ store });
  await store.close();
}

test('a clean stop is known once', async () => {
  await useAndStop();
  expect(takeStanding(file)).toBe('closed');
  expect(takeStanding(file)).toBeUndefined();
});

test('one clean stop after the other stays known', async () => {
  await useAndStop();
  await useAndStop();
  expect(takeStanding(file)).toBe('closed');
});

test('a store is known to be in use from when it was found whole, until it is closed', async () => {
  const store = open();
  expect(existsSync(`${file}.whole`)).toBe(false);
  await bringUpToDate(store, migrations);
  expect(readFileSync(`${file}.whole`, 'utf8')).toMatch(/^in use/);
  await store.close();
  expect(readFileSync(`${file}.whole`, 'utf8')).toMatch(/^closed/);
  const again = open();
  expect(readFileSync(`${file}.whole`, 'utf8')).toMatch(/^in use/);
  await again.close();
});

test('what was in use stays so once, and is another file once it was copied', async () => {
  const store = open();
  await bringUpToDate(store, migrations);
  await signUp({ store });
  const noted = readFileSync(`${file}.whole`);
  await store.close();
  writeFileSync(`${file}.whole`, noted);
  const copy = path.join(folder, 'copy.sqlite');
  cpSync(file, copy, { preserveTimestamps: true });
  cpSync(`${file}.whole`, `${copy}.whole`);
  expect(takeStanding(copy)).toBeUndefined();
  expect(takeStanding(file)).toBe('inUse');
  expect(takeStanding(file)).toBeUndefined();
});

test('a store that was not looked through is not said to be whole', async () => {
  const store = open();
  await store.close();
  expect(takeStanding(file)).toBeUndefined();
});

test('a store that was touched, copied or left with a log is looked through', async () => {
  await useAndStop();
  appendFileSync(file, '');
  const copy = path.join(folder, 'copy.sqlite');
  cpSync(file, copy, { preserveTimestamps: true });
  cpSync(`${file}.whole`, `${copy}.whole`);
  expect(takeStanding(copy)).toBeUndefined();
  appendFileSync(file, 'x');
  expect(takeStanding(file)).toBeUndefined();
  noteClosed(file);
  writeFileSync(`${file}-wal`, 'x');
  expect(takeStanding(file)).toBeUndefined();
});

test('while another process is at it, no stop is clean', async () => {
  await useAndStop();
  const store = open();
  await bringUpToDate(store, migrations);
  const beside = openStoreBeside({ DATA_DIR: folder, DATABASE_URL: undefined });
  await signUp({ store: beside });
  await store.close();
  expect(existsSync(`${file}.whole`)).toBe(false);
  await beside.close();
  expect(existsSync(`${file}.whole`)).toBe(false);
});

test.each(['db', 'scans'] as const)(
  'damage that %s met while the program ran is looked for at the next start',
  async (through) => {
    await useAndStop();
    const store = open();
    await bringUpToDate(store, migrations);
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(statSync(file).size - PAGE, 7), 0, undefined, PAGE);
    closeSync(handle);
    await expect(store[through].selectFrom('users').selectAll().execute()).rejects.toThrow(
      'malformed',
    );
    await store.close();
    expect(existsSync(`${file}.whole`)).toBe(false);
  },
);

test('damage that came while the program was stopped is found', async () => {
  await useAndStop();
  writeFileSync(file, 'a letter\n'.repeat(10_000));
  const store = open;
  expect(() => store()).toThrow('file is not a database');
});
