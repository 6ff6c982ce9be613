import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Db, isStorageFull, type Store } from './database.ts';
import { migrate, type Migrations, stepsOf } from './migrate.ts';
import {
  copyStore,
  damageOf,
  damageText,
  refuseLost,
  StoreUnusable,
  syncToDisk,
} from './store-health.ts';

/** One copy of each schema version, so that a start that fails again and again pushes none out. */
const KEPT_VERSIONS = 3;
const UNFINISHED = '.unfinished';
/**
 * Such as 0009-mails_2026-11-21T22-54-26Z.sqlite: the last step that the store had taken, and
 * when it was copied.
 */
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
/** Less is used again by and by. */
const PACKED_FROM = { share: 0.2, bytes: 16 * MEGABYTE };

/** Gives back what steps left free of the file, if it is much. */
async function pack(db: Db, say: (line: string) => void): Promise<void> {
  const pragma = async (name: string) =>
    Object.values(
      (await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {},
    )[0] ?? 0;
  const [free, pages, size] = [
    await pragma('freelist_count'),
    await pragma('page_count'),
    await pragma('page_size'),
  ];
  if (free < pages * PACKED_FROM.share || free * size < PACKED_FROM.bytes) return;
  say(
    `The store is packed, which gives back ${Math.round((free * size) / MEGABYTE)} MB and takes some seconds for each GB`,
  );
  // Without the space for it, what is free is used again by and by.
  await sql`vacuum`.execute(db).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
    say('There is no space to pack the store: what is free in it is used again');
  });
}

/**
 * Brings a store up to date. One in DATA_DIR that holds something is copied first; returns the
 * copy, if it took one. What takes long is said beforehand. Throws StoreUnusable.
 */
export async function bringUpToDate(
  store: Store,
  migrations: Migrations,
  say: (line: string) => void = () => {},
): Promise<string | undefined> {
  const { db, directory } = store;
  let copy: string | undefined;
  if (directory) {
    const { sqliteFile } = directory;
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
  await migrate(db, migrations);
  if (copy !== undefined) await pack(db, say);
  return copy;
}
