import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import * as accountsClipsFiles from './migrations/0001-accounts-clips-files.ts';
import * as rooms from './migrations/0002-rooms.ts';
import * as desktop from './migrations/0003-desktop.ts';
import * as billing from './migrations/0004-billing.ts';
import * as lan from './migrations/0005-lan.ts';

/** In order; a name never changes once released, a migration never goes back. */
const migrations: Record<string, Migration> = {
  '0001-accounts-clips-files': accountsClipsFiles,
  '0002-rooms': rooms,
  '0003-desktop': desktop,
  '0004-billing': billing,
  '0005-lan': lan,
};

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** The store cannot be reached, or a step failed, or a newer version wrote it. */
export class StoreUnusable extends Error {}

/** Brings the schema up to date. Throws StoreUnusable. */
export async function migrate(db: Db): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (error === undefined) return;
  const { message, code } = error as { message?: string; code?: string };
  throw new StoreUnusable(`the store could not be brought up to date: ${message || code || 'unknown reason'}`, { cause: error });
}

export async function isUpToDate(db: Db): Promise<boolean> {
  const steps = await migratorOf(db).getMigrations();
  return steps.every(({ executedAt }) => executedAt !== undefined);
}
