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

export function takeSnapshot(file: string, target: string): BlobChecksums {
  copyStore(file, target);
  return readBlobs(target);
}
