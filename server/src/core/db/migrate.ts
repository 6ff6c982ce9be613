import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { syncToDisk } from '../sync-to-disk.ts';
import { type Db, engineOf } from './database.ts';
import { isStorageFull } from './errors.ts';
import type { Store } from './open.ts';
import { keepsSessions } from './postgres.ts';
import { copyStore, damageOf, damageText, refuseLost, StoreUnusable } from './store-health.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/** Kysely would take the tables of another schema, of another installation, for these. */
async function migratorOf(db: Db, migrations: Migrations): Promise<Migrator> {
  const provider = { getMigrations: async () => migrations };
  if (engineOf(db) === 'sqlite') return new Migrator({ db, provider });
  const { rows } = await sql<{ name: string; encoding: string }>`
    select current_schema() as name, current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8')
    throw new StoreUnusable(
      `the encoding of the database is ${encoding}, which cannot hold every text. Create one with encoding 'UTF8' and name it.`,
    );
  return new Migrator({ db, provider, ...(rows[0] ? { migrationTableSchema: rows[0].name } : {}) });
}

async function stepsOf(db: Db, migrations: Migrations) {
  const { rows: found } = await (
    engineOf(db) === 'sqlite'
      ? sql`select name from sqlite_schema where name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`
  ).execute(db);
  const { rows } =
    found.length === 0
      ? { rows: [] }
      : await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const taken = rows.map(({ name }) => name);
  return {
    taken,
    missing: Object.keys(migrations).filter((name) => !taken.includes(name)),
    unknown: taken.filter((name) => !Object.hasOwn(migrations, name)),
  };
}

const failed = (error: unknown): StoreUnusable => {
  if (error instanceof StoreUnusable) return error;
  const { message, code } = error as { message?: string; code?: string };
  return new StoreUnusable(
    `the store could not be brought up to date: ${message || code || 'unknown reason'}`,
    { cause: error },
  );
};

/** All missing steps in one transaction, or none. Throws StoreUnusable. */
export async function migrate(db: Db, migrations: Migrations): Promise<void> {
  const [{ unknown }, migrator] = await Promise.all([
    stepsOf(db, migrations),
    migratorOf(db, migrations),
  ]).catch((error: unknown) => {
    throw failed(error);
  });
  if (unknown.length > 0)
    throw new StoreUnusable(
      `a newer version of Clipline wrote the store: this one does not know ${unknown.join(', ')}. Start the newer version, or go back to a backup from before it.`,
    );
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw failed(error);
}

export const isUpToDate = async (db: Db, migrations: Migrations): Promise<boolean> =>
  (await stepsOf(db, migrations)).missing.length === 0;

/** One copy of each schema version, so that a start that fails again and again pushes none out. */
const KEPT_VERSIONS = 3;
const UNFINISHED = '.unfinished';
/** Such as 0009-mails_2026-11-21T22-54-26Z.sqlite: its last step, and when it was copied. */
const COPY = /^(?<version>.+)_(?<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.sqlite$/;

async function copiesIn(
  folder: string,
): Promise<{ name: string; version: string; time: string }[]> {
  const found = (await readdir(folder)).flatMap((name) => {
    const { version, time } = COPY.exec(name)?.groups ?? {};
    return version === undefined || time === undefined ? [] : [{ name, version, time }];
  });
  return found.toSorted((a, b) => (a.time < b.time ? 1 : -1));
}

async function removeOldCopies(folder: string): Promise<void> {
  const versions = new Set<string>();
  for (const { name, version } of await copiesIn(folder)) {
    if (versions.has(version) || versions.size >= KEPT_VERSIONS) await rm(path.join(folder, name));
    versions.add(version);
  }
}

async function copyInto(folder: string, sqliteFile: string, version: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED)) await rm(path.join(folder, name));
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const copy = path.join(folder, `${version}_${time}.sqlite`);
  const unfinished = copy + UNFINISHED;
  try {
    await writeFile(unfinished, '', { flag: 'wx', mode: 0o600 });
    copyStore(sqliteFile, unfinished);
    const damage = damageOf(unfinished);
    if (damage !== undefined) throw new Error(`the copy is damaged: ${damage}`);
    await syncToDisk(unfinished);
    await rename(unfinished, copy);
    for (const each of [folder, path.dirname(folder)]) await syncToDisk(each);
    return copy;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function backUp(sqliteFile: string, version: string): Promise<string> {
  const folder = path.join(path.dirname(sqliteFile), 'backups');
  try {
    const copy = await copyInto(folder, sqliteFile, version);
    await removeOldCopies(folder);
    return copy;
  } catch (error) {
    const { size } = await stat(sqliteFile);
    const reason = isStorageFull(error)
      ? `there is no space for ${Math.ceil(size / 1024 ** 2)} MB`
      : (error as Error).message;
    throw new StoreUnusable(
      `the store must be brought up to date, and cannot be copied to ${folder} before: ${reason}. Nothing was changed; start again when it can.`,
      { cause: error },
    );
  }
}

const MEGABYTE = 1024 ** 2;

async function requireSessions(db: Db): Promise<void> {
  const isKept = await keepsSessions(db).catch((error: unknown) => {
    throw failed(error);
  });
  if (!isKept)
    throw new StoreUnusable(
      'DATABASE_URL names a pooler that does not keep a session for each connection. Set the pooler to session mode, or name PostgreSQL itself.',
    );
}

/** A store in DATA_DIR that holds something is copied first; returns the copy. Throws StoreUnusable. */
export async function bringUpToDate(
  store: Store,
  migrations: Migrations,
  say: (line: string) => void = () => {},
): Promise<string | undefined> {
  const { db, sqliteFile } = store;
  let copy: string | undefined;
  if (store.engine === 'postgres') await requireSessions(db);
  if (sqliteFile !== undefined) {
    const { taken, missing, unknown } = await stepsOf(db, migrations);
    const latest = taken.at(-1);
    if (latest === undefined) refuseLost(sqliteFile);
    if (latest !== undefined && missing.length > 0 && unknown.length === 0) {
      const damage = damageOf(sqliteFile);
      if (damage !== undefined)
        throw new StoreUnusable(damageText(damage, ', and nothing was changed'));
      const megabytes = Math.ceil((await stat(sqliteFile)).size / MEGABYTE);
      say(
        `The store of ${megabytes} MB is copied and brought up to date; a GB takes a minute or two`,
      );
      copy = await backUp(sqliteFile, latest);
    }
  }
  const patient = store.patient();
  try {
    await migrate(patient.db, migrations);
  } finally {
    await patient.close();
  }
  return copy;
}
