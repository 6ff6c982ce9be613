import { DatabaseSync } from 'node:sqlite';
import { copyStore, reading } from '../core/db/store-health.ts';
import { PREVIEW_TURNS } from '../files/preview.ts';

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

const hasColumn = (database: DatabaseSync, table: string, column: string): boolean =>
  database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !==
  undefined;

const PAIRED = 'select id from desktops where paired_at is not null';
const PAIRED_ITEMS = `select id from desktop_items where desktop_id in (${PAIRED})`;
/** Pairings of devices are nobody's, and over before the copy is needed. */
const WITHOUT_PAIRINGS = `
  delete from files where holder_kind = 'desktop' and holder_id in (${PAIRED_ITEMS});
  delete from blobs where not exists (select 1 from files where files.blob_id = blobs.id);
  delete from once where substr(key, 1, 22) in (${PAIRED});
  delete from desktops where paired_at is not null;`;

/**
 * What lets somebody in for a moment, or leads to a browser, is not for whoever restores the copy,
 * and previews are made again there.
 */
function leaveOut(file: string): void {
  const database = new DatabaseSync(file);
  // Or what is left out would still stand in the file.
  database.exec('pragma secure_delete = on');
  const tables = database.prepare(
    `select name from sqlite_schema where name in
      ('handovers', 'one_time_codes', 'pairings', 'previews', 'push_messages', 'push_subscriptions',
        'sign_in_steps', 'upload_parts', 'uploads')`,
  );
  try {
    if (hasColumn(database, 'files', 'preview_turns'))
      database.exec(`update files set preview_turns = ${PREVIEW_TURNS}
        where preview_turns = 0 and blob_id in (select blob_id from previews)`);
    for (const { name } of tables.all()) database.exec(`delete from ${String(name)}`);
    if (hasColumn(database, 'desktops', 'paired_at') && database.prepare(PAIRED).get())
      database.exec(WITHOUT_PAIRINGS);
  } finally {
    database.close();
  }
}

export function takeSnapshot(file: string, target: string): BlobChecksums {
  copyStore(file, target);
  leaveOut(target);
  return readBlobs(target);
}
