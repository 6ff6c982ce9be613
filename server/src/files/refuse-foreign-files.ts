import type { Db } from '../core/db/database.ts';
import { StoreUnusable } from '../core/db/store-health.ts';
import { type ObjectStorage, StorageAway } from '../core/storage/object-storage.ts';
import { knowsNobody } from './files.queries.ts';

async function holdsBytes(storage: ObjectStorage): Promise<boolean> {
  try {
    // Empty ones may be names that a process had made before it died.
    for await (const { size } of storage.list()) if (size > 0) return true;
  } catch (error) {
    if (!(error instanceof StorageAway)) throw error;
  }
  return false;
}

/**
 * A database in which nothing has ever been is not begun beside files that another one knows: they
 * would have no owner here, and be removed as leftovers. While the storage is away nothing can be
 * told, and nothing is refused. Throws StoreUnusable; `variable` names the storage.
 */
export async function refuseForeignFiles(
  db: Db,
  storage: ObjectStorage,
  variable: 'S3_BUCKET' | 'DATA_DIR',
): Promise<void> {
  if (!(await knowsNobody(db)) || !(await holdsBytes(storage))) return;
  const empty = variable === 'S3_BUCKET' ? 'bucket' : 'folder';
  throw new StoreUnusable(
    `the database is empty, but ${variable} holds uploaded files, which would be removed. Name the database that they belong to, restore it from a backup, or choose an empty ${empty}.`,
  );
}
