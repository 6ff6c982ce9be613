import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NO_DATABASE = 26;

/** The one of SQLite's codes that an extended one belongs to. */
const codeOf = (error: unknown): number =>
  ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff;

export const isSqliteError = (error: unknown): error is Error =>
  (error as { code?: unknown } | null)?.code === 'ERR_SQLITE_ERROR';
export const isSqliteBusy = (error: unknown): boolean => [BUSY, LOCKED].includes(codeOf(error));
/** The disk refuses: it was mounted read-only, as a failing one is, or does not answer. */
export const isSqliteAway = (error: unknown): boolean =>
  [READ_ONLY, IO_ERROR, CANNOT_OPEN].includes(codeOf(error));
/** SQLITE_FULL, or an I/O error that a full disk causes. */
export const isSqliteFull = (error: unknown): boolean => codeOf(error) === FULL;

/** The file, or the disk under it, is not what it was. */
export const isSqliteDamage = (error: unknown): boolean =>
  [IO_ERROR, CORRUPT, NO_DATABASE].includes(codeOf(error));

/** SQLITE_CONSTRAINT_FOREIGNKEY: a row refers to one that is not there. */
export const isSqliteReference = (error: unknown): boolean =>
  (error as { errcode?: number } | null)?.errcode === 787;

/** The file of the store was removed, moved or replaced while it was open. */
export class StoreGone extends Error {}

const identityOf = (file: string): string | undefined => {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
};

/**
 * Throws StoreGone once the file is no longer where it was opened: SQLite would go on writing to
 * what is never found again.
 */
export function presenceOf(database: DatabaseSync): () => void {
  const file = database.location();
  if (file === null) return () => {};
  const opened = identityOf(file);
  return () => {
    if (identityOf(file) !== opened) throw new StoreGone('The file of the store is gone');
  };
}

/** Opens a store whose every acknowledged write survives power loss. */
export function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = fast; pragma cache_size = -65536; pragma temp_store = memory; pragma mmap_size = 268435456',
  );
  return database;
}

/** Another connection to an open store, for reads: each sees all that was committed before it. */
export function openSqliteReader(database: DatabaseSync): DatabaseSync {
  const reader = new DatabaseSync(database.location() ?? ':memory:', {
    readOnly: true,
    timeout: 0,
  });
  reader.exec(
    'pragma cache_size = -16384; pragma temp_store = memory; pragma mmap_size = 268435456',
  );
  return reader;
}

/**
 * Keeps the data directory for this process until it ends, however it ends. Throws when another
 * process has it.
 */
export function lockDataDirectory(file: string): { release: () => void } {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}
