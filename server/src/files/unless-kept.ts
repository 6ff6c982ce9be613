import type { Db } from '../core/db/database.ts';
import type { ObjectStorage } from '../core/storage/object-storage.ts';
import { existingObjects } from './files.queries.ts';

/** A commit whose answer was lost may have kept the bytes: the store is asked. */
export async function removeUnlessKept(
  { db, storage }: { readonly db: Db; readonly storage: ObjectStorage },
  key: string,
): Promise<void> {
  try {
    const kept = await existingObjects(db, [key]);
    if (!kept.has(key)) await storage.remove(key);
  } catch {}
}
