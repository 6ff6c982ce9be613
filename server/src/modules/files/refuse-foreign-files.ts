import type { Db } from '../../platform/database/database.ts';
import { StoreUnusable } from '../../platform/database/store-health.ts';
import { type ObjectStorage, StorageAway } from '../../platform/storage/object-storage.ts';
import { knowsNobody } from './files.queries.ts';

/**
 * A database in which nothing has ever been is not begun beside files that another one knows: they
 * would have no owner here, and be removed as leftovers. While the storage is away nothing can be
 * told, and nothing is refused. Throws StoreUnusable.
 */
export async function refuseForeignFiles(db: Db, storage: ObjectStorage): Promise<void> {
  if (!(await knowsNobody(db))) return;
  try {
    const { done } = await storage.list()[Symbol.asyncIterator]().next();
    if (done) return;
  } catch (error) {
    if (error instanceof StorageAway) return;
    throw error;
  }
  throw new StoreUnusable(
    'the database is empty, but S3_BUCKET holds uploaded files, which would be removed. Name the database that they belong to, restore it from a backup, or choose an empty bucket.',
  );
}
