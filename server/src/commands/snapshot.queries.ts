import { DatabaseSync } from 'node:sqlite';
import { copyStore, reading } from '../core/db/store-health.ts';

export type BlobChecksums = ReadonlyMap<string, string>;

/** A view instead of the table could take for ever. */
export const holdsBlobs = (file: string): boolean =>
  reading(
    file,
    (database) =>
      database
        .prepare(
          `select 1 from sqlite_schema where name = 'blobs' and type = 'table' and rootpage > 0`,
        )
        .get() !== undefined,
  );

export const readBlobs = (file: string): BlobChecksums =>
  reading(file, (database) => {
    const rows = database.prepare('select id, sha256 from blobs').all() as {
      id: string;
      sha256: string;
    }[];
    return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  });

/**
 * What lets somebody in for a moment, or leads to a browser, is not for whoever restores the copy,
 * and previews are made again there.
 */
function leaveOut(file: string): void {
  const database = new DatabaseSync(file);
  const tables = database.prepare(
    `select name from sqlite_schema where name in
      ('handovers', 'one_time_codes', 'previews', 'push_messages', 'push_subscriptions')`,
  );
  try {
    for (const { name } of tables.all()) database.exec(`delete from ${String(name)}`);
  } finally {
    database.close();
  }
}

export function takeSnapshot(file: string, target: string): BlobChecksums {
  copyStore(file, target);
  leaveOut(target);
  return readBlobs(target);
}
