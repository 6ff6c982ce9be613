import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, SqliteAdapter, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import {
  isPostgresDuplicate,
  isPostgresFull,
  isPostgresReferenced,
  isPostgresUnavailable,
  isRetryable,
  postgresDialect,
} from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteReaderDialect } from './sqlite-reader.ts';
import { isSqliteBusy, isSqliteFull, lockDataDirectory, openSqlite, sqliteDialect } from './sqlite.ts';

/** What queries take first: the store itself or a transaction on it. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The engine behind the store, for the few places that must know it. */
export type Engine = 'sqlite' | 'postgres';

export interface Store {
  readonly db: Db;
  /** The same store for reads that may go over very many rows: on SQLite they run beside the event loop. Only committed state is seen. */
  readonly scans: Db;
  readonly engine: Engine;
  /** Undefined on PostgreSQL. */
  readonly sqliteFile: string | undefined;
  close(): Promise<void>;
}

/** A second process found the data directory taken. */
export class DataDirectoryTaken extends Error {}

const MAX_ATTEMPTS = 12;
/** A duplicate that is no race stays one. */
const MAX_DUPLICATE_ATTEMPTS = 3;

/** Of the store or a transaction on it. */
export const engineOf = (db: Db): Engine => (db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres');

/**
 * Runs the work in one transaction that behaves as if alone, on both engines. On PostgreSQL it may run several times, so it must
 * have no effect but on `tx`. Inside it use `tx` only: on SQLite the outer `db` would wait for ever.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (engineOf(db) === 'sqlite') return db.transaction().execute(work);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work);
    } catch (error) {
      const attempts = isRetryable(error) ? MAX_ATTEMPTS : isPostgresDuplicate(error) ? MAX_DUPLICATE_ATTEMPTS : 1;
      if (attempt >= attempts) throw error;
      await delay(Math.random() * 5 * 2 ** Math.min(attempt, 6));
    }
  }
}

function takeDataDirectory(dataDir: string) {
  try {
    return lockDataDirectory(path.join(dataDir, 'lock'));
  } catch (error) {
    if (!isSqliteBusy(error)) throw error;
    throw new DataDirectoryTaken(`${dataDir} is in use by another Clipline process. Stop it first, or set DATA_DIR to another folder.`);
  }
}

function openEmbedded(dataDir: string, lock?: { release: () => void }): Store {
  const sqliteFile = path.join(dataDir, 'clipline.sqlite');
  const sqlite: DatabaseSync = openSqlite(sqliteFile);
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect(sqlite) });
  const scans: Db = new Kysely<Schema>({ dialect: sqliteReaderDialect(sqliteFile) });
  const close = async () => {
    await scans.destroy();
    await db.destroy();
    lock?.release();
  };
  return { db, scans, engine: 'sqlite', sqliteFile, close };
}

/** Opens the store that the configuration names. Throws DataDirectoryTaken. The schema is brought up to date by `migrate`. */
export function openStore(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>, onError: (error: Error) => void): Store {
  if (config.DATABASE_URL === undefined) return openEmbedded(config.DATA_DIR, takeDataDirectory(config.DATA_DIR));
  const db: Db = new Kysely<Schema>({ dialect: postgresDialect(config.DATABASE_URL, onError) });
  return { db, scans: db, engine: 'postgres', sqliteFile: undefined, close: () => db.destroy() };
}

/**
 * For a command that may run beside the service. Writes then wait for each other, as between any two processes on one SQLite file;
 * what the service keeps in memory is not touched. `beside` tells that somebody else keeps the schema up to date.
 */
export function openStoreBeside(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Store & { readonly beside: boolean } {
  if (config.DATABASE_URL !== undefined) return { ...openStore(config, () => {}), beside: true };
  try {
    return { ...openStore(config, () => {}), beside: false };
  } catch (error) {
    if (!(error instanceof DataDirectoryTaken)) throw error;
    return { ...openEmbedded(config.DATA_DIR), beside: true };
  }
}

/** Nothing more can be written until space is freed. */
export const isStorageFull = (error: unknown): boolean =>
  isSqliteFull(error) || isPostgresFull(error) || ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
/** The store cannot be reached for the moment. */
export const isStoreUnavailable = (error: unknown): boolean => isSqliteBusy(error) || isRetryable(error) || isPostgresUnavailable(error);
/** Something still refers to the row that was to be removed. */
export const isStillReferenced = (error: unknown): boolean => isPostgresReferenced(error);
