import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, engineOf } from './database.ts';

/** Longer than any read of the program lasts. */
const WAITS_MS = [100, 400, 1600, 6400];

/** False while another connection reads from the log. A store that fails tells of it by its writes. */
const isWritten = async (db: Db): Promise<boolean> => {
  try {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    return rows[0]?.busy === 0;
  } catch {
    return false;
  }
};

/**
 * Empties SQLite's log, in which texts stand that were deleted for good. Where a read is in the way
 * it goes on trying beside its caller.
 */
export async function writeLogBack(db: Db): Promise<void> {
  if (engineOf(db) !== 'sqlite' || (await isWritten(db))) return;
  void (async () => {
    for (const ms of WAITS_MS) {
      await delay(ms, undefined, { ref: false });
      if (await isWritten(db)) return;
    }
  })();
}
