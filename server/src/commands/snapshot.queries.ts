import { DatabaseSync } from 'node:sqlite';

/** Which files the store refers to: the keys of their bytes, with their SHA-256 in hex. */
export type BlobChecksums = ReadonlyMap<string, string>;

function blobsOf(database: DatabaseSync): BlobChecksums {
  const rows = database.prepare('select id, sha256 from blobs').all() as { id: string; sha256: string }[];
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

function reading<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export const readBlobs = (file: string): BlobChecksums => reading(file, blobsOf);

/** Copies the store as it is at one moment, beside whoever writes it. */
export function takeSnapshot(file: string, target: string): BlobChecksums {
  reading(file, (database) => database.prepare('vacuum into ?').run(target));
  return readBlobs(target);
}

/** Undefined when the store is whole. */
export const damageOf = (file: string): string | undefined =>
  reading(file, (database) => {
    const [first] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
    return first?.quick_check === 'ok' ? undefined : (first?.quick_check ?? 'unreadable');
  });
