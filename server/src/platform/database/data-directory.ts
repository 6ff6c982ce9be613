import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { lookForDamage } from './store-health.ts';
import { isSqliteBusy, lockDataDirectory, openSqlite } from './sqlite-file.ts';

/** A second process found the data directory taken. */
export class DataDirectoryTaken extends Error {}

/**
 * The store in DATA_DIR, before anybody asks it anything. It needs nothing but Node, so that it is
 * opened and looked through while the rest of the program loads.
 */
export interface DataDirectory {
  readonly sqliteFile: string;
  readonly sqlite: DatabaseSync;
  /**
   * What is wrong with the store as it was found; undefined when it is whole. Until that is known
   * nothing may be written.
   */
  damage(): Promise<string | undefined>;
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
  let looking: Promise<string | undefined> | undefined;
  return {
    sqliteFile,
    sqlite: openSqlite(sqliteFile),
    damage() {
      if (looking) return looking;
      looking = lookForDamage(sqliteFile);
      // Whoever began may fail at something else before asking for the answer.
      looking.catch(() => {});
      return looking;
    },
    release,
  };
}

/** For this process alone. Throws DataDirectoryTaken. */
export const takeDataDirectory = (dataDir: string): DataDirectory =>
  openIn(dataDir, lock(dataDir).release);

/** Beside the process that has it. */
export const joinDataDirectory = (dataDir: string): DataDirectory => openIn(dataDir, () => {});
