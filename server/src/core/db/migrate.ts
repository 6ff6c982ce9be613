import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Db, engineOf } from './database.ts';
import { StoreUnusable } from './store-health.ts';

/** The steps of a store by their names, in order. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Kysely would take the tables of another schema, which another installation may use, for those of
 * this one.
 */
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

export interface Steps {
  /** Of this store, in order; none in a new one. */
  readonly taken: readonly string[];
  readonly missing: readonly string[];
  /** Taken by a newer version. */
  readonly unknown: readonly string[];
}

export async function stepsOf(db: Db, migrations: Migrations): Promise<Steps> {
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

/**
 * Brings the schema up to date: all missing steps in one transaction, or none. Throws
 * StoreUnusable.
 */
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
