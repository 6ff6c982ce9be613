import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Db, Engine } from './database.ts';
import { isSqliteBusy } from './errors.ts';
import { postgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteReaderDialect } from './sqlite-reader.ts';
import { sqliteDialect } from './sqlite.ts';

export interface Store {
  readonly db: Db;
  /** Two long reads at a time: beside the event loop, and ended when they are too much work. */
  readonly scans: Db;
  readonly engine: Engine;
  readonly sqliteFile: string | undefined;
  /** None before the first query. */
  readonly pool: () => pg.Pool | undefined;
  readonly patient: () => { readonly db: Db; readonly close: () => Promise<void> };
  close(): Promise<void>;
}

type Place = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

export class DataDirectoryTaken extends Error {}

/** Keeps the data directory for this process until it ends, however it ends. */
export function lockDataDirectory(dataDir: string): () => void {
  const lock = new DatabaseSync(path.join(dataDir, 'lock'), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isSqliteBusy(error)) throw error;
    throw new DataDirectoryTaken(
      `${dataDir} is in use by another Clipline process. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return () => lock.close();
}

const MAX_SCAN_MS = 5000;

export const openScans = (sqliteFile: string, mostMs = MAX_SCAN_MS): Db =>
  new Kysely<Schema>({ dialect: sqliteReaderDialect(sqliteFile, mostMs) });

/** Every acknowledged write survives power loss. */
function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = fast; pragma cache_size = -65536; pragma temp_store = memory; pragma mmap_size = 268435456',
  );
  return database;
}

function openEmbedded(dataDir: string, release: () => void): Store {
  const sqliteFile = path.join(dataDir, 'clipline.sqlite');
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(sqliteFile)) });
  const scans = openScans(sqliteFile);
  const close = async () => {
    await scans.destroy();
    await db.destroy();
    release();
  };
  const patient = () => ({ db, close: async () => {} });
  return { db, scans, engine: 'sqlite', sqliteFile, pool: () => undefined, patient, close };
}

const SILENT_MS = 10_000;

function openPostgres(url: string, onError: (error: Error) => void): Store {
  const { dialect, pool } = postgresDialect(url, onError, { max: 10, silentMs: SILENT_MS });
  const scanning = { max: 2, silentMs: SILENT_MS, maxQueryMs: MAX_SCAN_MS };
  const db: Db = new Kysely<Schema>({ dialect });
  const scans: Db = new Kysely<Schema>({
    dialect: postgresDialect(url, onError, scanning).dialect,
  });
  const close = async () => void (await Promise.all([scans.destroy(), db.destroy()]));
  const patient = () => {
    const { dialect: lasting } = postgresDialect(url, onError, { max: 2, silentMs: 0 });
    const own: Db = new Kysely<Schema>({ dialect: lasting });
    return { db: own, close: () => own.destroy() };
  };
  return { db, scans, engine: 'postgres', sqliteFile: undefined, pool, patient, close };
}

export const openStore = (
  { DATABASE_URL, DATA_DIR }: Place,
  onError: (error: Error) => void,
): Store =>
  DATABASE_URL === undefined
    ? openEmbedded(DATA_DIR, lockDataDirectory(DATA_DIR))
    : openPostgres(DATABASE_URL, onError);

/**
 * For a command beside the service: what that keeps in memory is not touched. `beside` tells that
 * another keeps the schema up to date.
 */
export function openStoreBeside(place: Place): Store & { readonly beside: boolean } {
  if (place.DATABASE_URL !== undefined) return { ...openStore(place, () => {}), beside: true };
  try {
    return { ...openStore(place, () => {}), beside: false };
  } catch (error) {
    if (!(error instanceof DataDirectoryTaken)) throw error;
    return { ...openEmbedded(place.DATA_DIR, () => {}), beside: true };
  }
}
