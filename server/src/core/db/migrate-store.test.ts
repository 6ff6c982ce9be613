import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { onEmptyPostgres } from '../../../testing/on-each-database.ts';
import { openStore } from './open.ts';
import { bringUpToDate, migrate } from './migrate.ts';
import { StoreUnusable } from './store-health.ts';

/** TEST_EVERY_KILL=1 cuts off before each statement, which takes minutes. */
const triesAll = Boolean(process.env['TEST_EVERY_KILL']);
if (triesAll) vi.setConfig({ testTimeout: 1_800_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'clipline-migrate-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = () => mkdtempSync(path.join(folder, 'store-'));
const fileIn = (dataDir: string) => path.join(dataDir, 'clipline.sqlite');
const copiesIn = (dataDir: string) =>
  existsSync(path.join(dataDir, 'backups'))
    ? readdirSync(path.join(dataDir, 'backups')).toSorted()
    : [];

async function start(dataDir: string): Promise<string | undefined> {
  const store = openStore({ DATABASE_URL: undefined, DATA_DIR: dataDir }, vi.fn());
  try {
    return await bringUpToDate(store, migrations);
  } finally {
    await store.close();
  }
}

function ask(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
const schemaOf = (dataDir: string) =>
  ask(fileIn(dataDir), 'select name, sql from sqlite_schema order by name');
const stepsOf = (dataDir: string) =>
  ask(fileIn(dataDir), 'select name from kysely_migration order by name').map(
    (row) => Object.values(row as object)[0],
  );
const emailsOf = (file: string) =>
  ask(file, 'select email from users order by email').map((row) => Object.values(row as object)[0]);

/** What an older version knew. */
const OLD_STEPS = Object.fromEntries(Object.entries(migrations).slice(0, 33));
const LAST_OLD_STEP = Object.keys(OLD_STEPS).at(-1) ?? '';
/** A store as it left it. */
let old: string;
beforeAll(async () => {
  old = newFolder();
  const store = openStore({ DATABASE_URL: undefined, DATA_DIR: old }, vi.fn());
  await migrate(store.db, OLD_STEPS);
  await store.close();
  ask(
    fileIn(old),
    `insert into users (id, email, name, password_hash, created_at) values ('1', 'ada@example.com', 'Ada', 'hash', 1) returning id`,
  );
});

function oldStore(): string {
  const dataDir = newFolder();
  copyFileSync(fileIn(old), fileIn(dataDir));
  return dataDir;
}

describe('the copy that is taken before', () => {
  test('a new store and one that is up to date are not copied', async () => {
    const dataDir = newFolder();
    expect(await start(dataDir)).toBeUndefined();
    expect(await start(dataDir)).toBeUndefined();
    expect(existsSync(path.join(dataDir, 'backups'))).toBe(false);
  });

  test('an older store is copied whole; the copy says of which version it is, and when it was taken', async () => {
    const dataDir = oldStore();
    const copy = (await start(dataDir)) ?? '';
    const [name, time] = path.relative(dataDir, copy).split('_');
    expect(name).toBe(`backups/${LAST_OLD_STEP}`);
    expect(time).toMatch(/^20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(emailsOf(copy)).toEqual(['ada@example.com']);
    expect(ask(copy, 'select name, sql from sqlite_schema order by name')).toEqual(schemaOf(old));
    expect(emailsOf(fileIn(dataDir))).toEqual(['ada@example.com']);
    expect(schemaOf(dataDir)).not.toEqual(schemaOf(old));
    expect(await start(dataDir)).toBeUndefined();
    expect(copiesIn(dataDir)).toEqual([path.basename(copy)]);
  });

  test('the program takes it when it starts', async () => {
    const dataDir = oldStore();
    const app = await buildTestApp({ DATA_DIR: dataDir, APP_SECRET: 's'.repeat(32) });
    expect(copiesIn(dataDir)).toEqual([expect.stringContaining(LAST_OLD_STEP)]);
    await app.close();
  });

  test('with the copy instead of it, the store is as it was', async () => {
    const dataDir = oldStore();
    const copy = (await start(dataDir)) ?? '';
    const back = newFolder();
    copyFileSync(copy, fileIn(back));
    expect(stepsOf(back)).toEqual(Object.keys(OLD_STEPS));
    await start(back);
    expect(schemaOf(back)).toEqual(schemaOf(dataDir));
  });

  test('of each version one copy stays, of the latest three versions', async () => {
    const dataDir = oldStore();
    const backups = path.join(dataDir, 'backups');
    mkdirSync(backups);
    const names = [
      '0001-a_2001-01-01T00-00-00Z',
      '0002-b_2002-01-01T00-00-00Z',
      '0002-c_2003-01-01T00-00-00Z',
      `${LAST_OLD_STEP}_2004-01-01T00-00-00Z`,
    ];
    for (const name of names) writeFileSync(path.join(backups, `${name}.sqlite`), name);
    writeFileSync(path.join(backups, 'mine.sqlite'), 'kept');
    writeFileSync(path.join(backups, `${names[0]}.sqlite.unfinished`), 'cut off');
    const copy = (await start(dataDir)) ?? '';
    expect(copiesIn(dataDir)).toEqual([
      `${names[1]}.sqlite`,
      `${names[2]}.sqlite`,
      path.basename(copy),
      'mine.sqlite',
    ]);
  });

  test('where none can be taken nothing is changed, and the reason is told', async () => {
    const dataDir = oldStore();
    writeFileSync(path.join(dataDir, 'backups'), 'in the way');
    const before = readFileSync(fileIn(dataDir));
    await expect(start(dataDir)).rejects.toThrow(StoreUnusable);
    await expect(start(dataDir)).rejects.toThrow(
      /cannot be copied to .*backups before: .*Nothing was changed; start again when it can\.$/,
    );
    expect(readFileSync(fileIn(dataDir)).equals(before)).toBe(true);
    rmSync(path.join(dataDir, 'backups'));
    expect(await start(dataDir)).toBeDefined();
  });

  test('a store that a newer version wrote is neither copied nor changed', async () => {
    const dataDir = oldStore();
    ask(
      fileIn(dataDir),
      `insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2999') returning name`,
    );
    await expect(start(dataDir)).rejects.toThrow(
      'does not know 9999-of-the-future. Start the newer version',
    );
    expect(copiesIn(dataDir)).toEqual([]);
    expect(schemaOf(dataDir)).toEqual(schemaOf(old));
  });
});

const canMount = (() => {
  const mount = path.join(folder, 'mount');
  mkdirSync(mount);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mount], { stdio: 'ignore' });
    execFileSync('umount', [mount]);
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!canMount)('on a full disk (needs leave to mount one)', () => {
  test('the start is refused with what it takes, the store is untouched, and nothing is left behind', async () => {
    const dataDir = oldStore();
    const backups = path.join(dataDir, 'backups');
    mkdirSync(backups);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', backups]);
    try {
      const before = readFileSync(fileIn(dataDir));
      await expect(start(dataDir)).rejects.toThrow(
        /before: there is no space for 1 MB\. Nothing was changed/,
      );
      expect(readdirSync(backups)).toEqual([]);
      expect(readFileSync(fileIn(dataDir)).equals(before)).toBe(true);
    } finally {
      execFileSync('umount', [backups]);
    }
    expect(await start(dataDir)).toBeDefined();
  });
});

/** Brings a store up to date; `before` runs before each statement, which has a number from 0 on. */
async function watched(dataDir: string, before: (statement: number) => void): Promise<void> {
  const store = openStore({ DATABASE_URL: undefined, DATA_DIR: dataDir }, vi.fn());
  let statement = 0;
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      before(statement++);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await bringUpToDate({ ...store, patient: () => ({ db, close: async () => {} }) }, migrations);
  await store.close();
}

describe.each([
  ['a new store', newFolder],
  ['an older store', oldStore],
])('cut off while it brings %s up to date', (_name, prepare) => {
  test('it starts again, with all it held', async () => {
    const whole = prepare();
    const emails = existsSync(fileIn(whole)) ? emailsOf(fileIn(whole)) : [];
    let statements = 0;
    await watched(whole, () => statements++);
    expect(statements).toBeGreaterThan(20);
    const points = triesAll
      ? Array.from({ length: statements }, (_, index) => index)
      : [0.1, 0.75, 1].map((part) => Math.floor(statements * part) - 1);
    const left = new Map(points.map((point) => [point, newFolder()]));
    const dataDir = prepare();
    await watched(dataDir, (statement) => {
      // What is in the files at a moment is what a process that ends there leaves.
      const copy = left.get(statement);
      if (copy !== undefined) cpSync(dataDir, copy, { recursive: true });
    });
    for (const [point, cutOff] of left) {
      const told = `before statement ${point + 1} of ${statements}`;
      expect(existsSync(fileIn(cutOff)), told).toBe(true);
      await start(cutOff);
      expect(schemaOf(cutOff), told).toEqual(schemaOf(whole));
      expect(stepsOf(cutOff)).toEqual(stepsOf(whole));
      expect(emailsOf(fileIn(cutOff))).toEqual(emails);
      expect(ask(fileIn(cutOff), 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(ask(fileIn(cutOff), 'select * from stripe_readings')).toEqual([{ id: 1, latest: 0 }]);
      expect(copiesIn(cutOff).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    }
  });
});

test('a process that is killed amid it leaves a store that starts again', async () => {
  const dataDir = oldStore();
  const script = path.join(import.meta.dirname, '../../../testing/die-in-migration.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: 'inherit' });
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  expect(stepsOf(dataDir)).toEqual(Object.keys(OLD_STEPS));
  await start(dataDir);
  expect(stepsOf(dataDir)).toEqual(Object.keys(migrations));
  expect(emailsOf(fileIn(dataDir))).toEqual(['ada@example.com']);
});

onEmptyPostgres((environment) => {
  test('a database on PostgreSQL is brought up to date without a copy in DATA_DIR', async () => {
    const dataDir = newFolder();
    const store = openStore(
      { DATABASE_URL: environment['DATABASE_URL'], DATA_DIR: dataDir },
      vi.fn(),
    );
    expect(await bringUpToDate(store, migrations)).toBeUndefined();
    expect(await bringUpToDate(store, migrations)).toBeUndefined();
    expect(readdirSync(dataDir)).toEqual([]);
    await store.close();
  });
});
