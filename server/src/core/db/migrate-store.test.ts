import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
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
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { onEmptyPostgres } from '../../../testing/on-each-database.ts';
import { openStore } from './open.ts';
import { bringUpToDate } from './migrate.ts';
import * as accountsClipsFiles from '../../migrations/0001-accounts-clips-files.ts';
import * as rooms from '../../migrations/0002-rooms.ts';
import * as desktop from '../../migrations/0003-desktop.ts';
import { StoreUnusable } from './store-health.ts';

/** TEST_EVERY_KILL=1 tries each statement, which takes minutes. */
const triesAll = Boolean(process.env['TEST_EVERY_KILL']);
// Each kill takes a process.
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

const OLD_STEPS = {
  '0001-accounts-clips-files': accountsClipsFiles,
  '0002-rooms': rooms,
  '0003-desktop': desktop,
};
/** A store as an older version left it. */
let old: string;
beforeAll(async () => {
  old = newFolder();
  const store = openStore({ DATABASE_URL: undefined, DATA_DIR: old }, vi.fn());
  const { error } = await new Migrator({
    db: store.db,
    provider: { getMigrations: async () => OLD_STEPS },
  }).migrateToLatest();
  expect(error).toBeUndefined();
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
    expect(path.relative(dataDir, copy)).toMatch(
      /^backups\/0003-desktop_20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/,
    );
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
    expect(copiesIn(dataDir)).toEqual([expect.stringMatching(/^0003-desktop_/)]);
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
      '0003-desktop_2004-01-01T00-00-00Z',
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

/**
 * Ends the process before some statement; returns what it printed, undefined when it was killed.
 */
const dieBefore = (dataDir: string, statement: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const script = path.join(import.meta.dirname, '../../../testing/die-in-migration.ts');
    execFile(process.execPath, [script, dataDir, String(statement)], (error, out, err) => {
      if (!error) resolve(out);
      else if (error.signal === 'SIGKILL') resolve(undefined);
      else reject(new Error(err));
    });
  });

describe.each([
  ['a new store', newFolder],
  ['an older store', oldStore],
])('killed while it brings %s up to date', (_name, prepare) => {
  test('it starts again, with all it held', async () => {
    const whole = prepare();
    const statements = Number(await dieBefore(whole, Number.MAX_SAFE_INTEGER));
    expect(statements).toBeGreaterThan(20);
    const points = triesAll
      ? Array.from({ length: statements }, (_, index) => index)
      : [0.1, 0.5, 0.75, 0.95, 1].map((part) => Math.floor(statements * part) - 1);
    for (const point of points) {
      const dataDir = prepare();
      const emails = existsSync(fileIn(dataDir)) ? emailsOf(fileIn(dataDir)) : [];
      expect(
        await dieBefore(dataDir, point),
        `killed before statement ${point + 1} of ${statements}`,
      ).toBeUndefined();
      await start(dataDir);
      expect(schemaOf(dataDir)).toEqual(schemaOf(whole));
      expect(stepsOf(dataDir)).toEqual(stepsOf(whole));
      expect(emailsOf(fileIn(dataDir))).toEqual(emails);
      expect(ask(fileIn(dataDir), 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(ask(fileIn(dataDir), 'select * from stripe_readings')).toEqual([{ id: 1, latest: 0 }]);
      expect(copiesIn(dataDir).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    }
  });
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
