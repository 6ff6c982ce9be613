import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { StoreUnusable } from './store-unusable.ts';

/** Where uploads go that are not in S3. */
const holdsFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

/**
 * A store that is damaged is not written to. One that is lost is not begun anew beside the files it
 * knew: they would be nobody's, and removed as leftovers. Throws StoreUnusable.
 */
export function refuseDamage(sqliteFile: string, damage: string | undefined, isNew: boolean): void {
  if (damage !== undefined)
    throw new StoreUnusable(
      `clipline.sqlite is damaged, and nothing was changed. Restore it from a backup. (${damage.split('\n').at(-1)})`,
    );
  if (isNew && holdsFiles(path.join(path.dirname(sqliteFile), 'blobs')))
    throw new StoreUnusable(
      'clipline.sqlite is missing or empty although there are uploaded files. Restore it from a backup.',
    );
}
