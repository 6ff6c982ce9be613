import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Db, engineOf } from './database.ts';
import * as accountsClipsFiles from './migrations/0001-accounts-clips-files.ts';
import * as rooms from './migrations/0002-rooms.ts';
import * as desktop from './migrations/0003-desktop.ts';
import * as billing from './migrations/0004-billing.ts';
import * as lan from './migrations/0005-lan.ts';
import * as imports from './migrations/0006-imports.ts';
import * as largeRooms from './migrations/0007-large-rooms.ts';
import * as owners from './migrations/0008-owners.ts';
import * as mails from './migrations/0009-mails.ts';
import * as addresses from './migrations/0010-addresses.ts';
import * as storageUse from './migrations/0011-storage-use.ts';
import * as searchTexts from './migrations/0012-search-texts.ts';
import * as programs from './migrations/0013-programs.ts';
import * as captures from './migrations/0014-captures.ts';
import * as links from './migrations/0015-links.ts';
import * as versions from './migrations/0016-versions.ts';
import * as tags from './migrations/0017-tags.ts';
import * as bulkChanges from './migrations/0020-bulk-changes.ts';
import * as trash from './migrations/0021-trash.ts';
import * as desktopLinks from './migrations/0022-desktop-links.ts';
import { StoreUnusable } from './store-health.ts';

/** In order; a name never changes once released, a migration never goes back. */
const migrations: Record<string, Migration> = {
  '0001-accounts-clips-files': accountsClipsFiles,
  '0002-rooms': rooms,
  '0003-desktop': desktop,
  '0004-billing': billing,
  '0005-lan': lan,
  '0006-imports': imports,
  '0007-large-rooms': largeRooms,
  '0008-owners': owners,
  '0009-mails': mails,
  '0010-addresses': addresses,
  '0011-storage-use': storageUse,
  '0012-search-texts': searchTexts,
  '0013-programs': programs,
  '0014-captures': captures,
  '0015-links': links,
  '0016-versions': versions,
  '0017-tags': tags,
  '0020-bulk-changes': bulkChanges,
  '0021-trash': trash,
  '0022-desktop-links': desktopLinks,
};

/** In the order in which a store takes them. */
export const stepNames: readonly string[] = Object.keys(migrations);

/**
 * Kysely would take the tables of another schema, which another installation may use, for those of
 * this one.
 */
async function migratorOf(db: Db): Promise<Migrator> {
  const provider = { getMigrations: async () => migrations };
  if (engineOf(db) === 'sqlite') return new Migrator({ db, provider });
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return new Migrator({ db, provider, ...(rows[0] ? { migrationTableSchema: rows[0].name } : {}) });
}

export interface Steps {
  /** Of this store, in order; none in a new one. */
  readonly taken: readonly string[];
  readonly missing: readonly string[];
  /** Taken by a newer version. */
  readonly unknown: readonly string[];
}

export async function stepsOf(db: Db): Promise<Steps> {
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
    missing: stepNames.filter((name) => !taken.includes(name)),
    unknown: taken.filter((name) => !Object.hasOwn(migrations, name)),
  };
}

const failed = (error: unknown): StoreUnusable => {
  const { message, code } = error as { message?: string; code?: string };
  return new StoreUnusable(
    `the store could not be brought up to date: ${message || code || 'unknown reason'}`,
    { cause: error },
  );
};

/**
 * Brings the schema up to date: all missing steps in one transaction, or none. Throws
 * StoreUnusable.
 */
export async function migrate(db: Db): Promise<void> {
  const [{ unknown }, migrator] = await Promise.all([stepsOf(db), migratorOf(db)]).catch(
    (error: unknown) => {
      throw failed(error);
    },
  );
  if (unknown.length > 0)
    throw new StoreUnusable(
      `a newer version of Clipline wrote the store: this one does not know ${unknown.join(', ')}. Start the newer version, or go back to a backup from before it.`,
    );
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw failed(error);
}

export const isUpToDate = async (db: Db): Promise<boolean> =>
  (await stepsOf(db)).missing.length === 0;
