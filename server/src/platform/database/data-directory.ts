import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { forgetStanding, noteClosed, noteInUse, takeStanding } from './clean-stop.ts';
import { isSmall, lookForDamage } from './store-health.ts';
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
   * The store was whole when a process began to use it, which then ended without closing it. SQLite
   * brings back what was written last, so that a large one serves while it is looked through.
   */
  readonly servesMeanwhile: boolean;
  /**
   * What is wrong with the store; undefined when it is whole. Until that is known nothing may be
   * written, but where it serves meanwhile. After a clean stop, and untouched since, it is not
   * looked through.
   */
  damage(): Promise<string | undefined>;
  /** Some of it could not be read or written: the next start looks through it first. */
  readonly foundDamage: () => void;
  /** Before `sqlite` is closed: nothing else has it open then. */
  endLook(): Promise<void>;
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
  const standing = lockedBy && takeStanding(sqliteFile);
  const sqlite = openSqlite(sqliteFile);
  let isWhole = standing === 'closed';
  let isDamaged = false;
  if (isWhole) noteInUse(sqliteFile);
  const ending = new AbortController();
  async function look(): Promise<string | undefined> {
    if (isWhole) return undefined;
    const damage = await lookForDamage(sqliteFile, ending.signal);
    isDamaged ||= damage !== undefined;
    isWhole = !isDamaged;
    if (lockedBy && isWhole) noteInUse(sqliteFile);
    return damage;
  }
  let looking: Promise<string | undefined> | undefined;
  return {
    sqliteFile,
    sqlite,
    servesMeanwhile: standing === 'inUse' && !isSmall(sqliteFile),
    damage() {
      if (looking) return looking;
      looking = look();
      // The caller may fail at something else before it awaits this.
      looking.catch(() => {});
      return looking;
    },
    foundDamage() {
      isDamaged = true;
      if (lockedBy) forgetStanding(sqliteFile);
    },
    async endLook() {
      ending.abort();
      await looking?.catch(() => {});
    },
    release() {
      if (lockedBy && !isDamaged) {
        if (isWhole) noteClosed(sqliteFile);
        else if (standing === 'inUse') noteInUse(sqliteFile);
      }
      lockedBy?.release();
    },
  };
}

/** For this process alone. Throws DataDirectoryTaken. */
export const takeDataDirectory = (dataDir: string): DataDirectory => openIn(dataDir, lock(dataDir));

/** Beside the process that has it. */
export const joinDataDirectory = (dataDir: string): DataDirectory => openIn(dataDir, undefined);
