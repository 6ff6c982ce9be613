import type { Files } from './files.ts';
import { existingObjects } from './files.queries.ts';

/** A commit whose answer was lost may have kept the bytes: the store is asked. */
export async function removeUnlessKept(
  { db, storage }: Pick<Files, 'db' | 'storage'>,
  key: string,
): Promise<void> {
  try {
    const kept = await existingObjects(db, [key]);
    if (!kept.has(key)) await storage.remove(key);
  } catch {}
}
