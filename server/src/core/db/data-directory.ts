import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isSqliteBusy, lockDataDirectory, openSqlite } from './sqlite-file.ts';

/** A second process found the data directory taken. */
export class DataDirectoryTaken extends Error {}

export interface DataDirectory {
  readonly sqliteFile: string;
  readonly sqlite: DatabaseSync;
  /** Others may have it, once `sqlite` is closed. */
  readonly release: () => void;
}

function lock(dataDir: string) {
  try {
    return lockDataDirectory(path.join(dataDir, 'lock'));
  } catch (error) {
    if (!isSqliteBusy(error)) throw error;
    throw new DataDirectoryTaken(
      `${dataDir} is in use by another Clipline process. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

function openIn(dataDir: string, release: () => void): DataDirectory {
  const sqliteFile = path.join(dataDir, 'clipline.sqlite');
  return { sqliteFile, sqlite: openSqlite(sqliteFile), release };
}

/** For this process alone. Throws DataDirectoryTaken. */
export const takeDataDirectory = (dataDir: string): DataDirectory =>
  openIn(dataDir, lock(dataDir).release);

/** Beside the process that has it. */
export const joinDataDirectory = (dataDir: string): DataDirectory => openIn(dataDir, () => {});
