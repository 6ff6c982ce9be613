import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { noteWhole, wasLeftWhole } from './clean-stop.ts';
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
   * nothing may be written. After a clean stop, and untouched since, it is not looked through.
   */
  damage(): Promise<string | undefined>;
  /** Some of it could not be read or written: the next start looks through it again. */
  readonly foundDamage: () => void;
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

function openIn(dataDir: string, lockedBy: { release: () => void } | undefined): DataDirectory {
  const sqliteFile = path.join(dataDir, 'clipline.sqlite');
  let hasFailed = false;
  let isWhole = lockedBy !== undefined && wasLeftWhole(sqliteFile);
  async function look(): Promise<string | undefined> {
    if (isWhole) return undefined;
    const damage = await lookForDamage(sqliteFile);
    isWhole = damage === undefined;
    return damage;
  }
  let looking: Promise<string | undefined> | undefined;
  return {
    sqliteFile,
    sqlite: openSqlite(sqliteFile),
    damage() {
      if (looking) return looking;
      looking = look();
      // The caller may fail at something else before it awaits this.
      looking.catch(() => {});
      return looking;
    },
    foundDamage: () => void (hasFailed = true),
    release() {
      if (lockedBy && isWhole && !hasFailed) noteWhole(sqliteFile);
      lockedBy?.release();
    },
  };
}

/** For this process alone. Throws DataDirectoryTaken. */
export const takeDataDirectory = (dataDir: string): DataDirectory => openIn(dataDir, lock(dataDir));

/** Beside the process that has it. */
export const joinDataDirectory = (dataDir: string): DataDirectory => openIn(dataDir, undefined);
