import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteDamage } from './errors.ts';
import { Reader } from './sqlite-reader.ts';

export class StoreUnusable extends Error {}

export function reading<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export const copyStore = (file: string, target: string): void =>
  reading(file, (database) => void database.prepare('vacuum into ?').run(target));

interface Check {
  readonly quick_check: string;
}

export const damageOf = (file: string): string | undefined =>
  reading(file, (database) => {
    const [first] = database.prepare('pragma quick_check(1)').all() as unknown as Check[];
    return first?.quick_check === 'ok' ? undefined : (first?.quick_check ?? 'unreadable');
  });

/** SQLite cannot be interrupted on a thread: it looks through one table after the other. */
export async function damageOfServed(
  file: string,
  isStopping: () => boolean,
): Promise<string | undefined> {
  const thread = new Reader(file);
  try {
    const tables = await thread.query<{ name: string }>(
      "select name from sqlite_schema where type = 'table'",
    );
    for (const { name } of tables) {
      if (isStopping()) return undefined;
      const [first] = await thread.query<Check>(`pragma quick_check("${name}")`);
      if (first?.quick_check !== 'ok') return first?.quick_check ?? 'unreadable';
    }
    return undefined;
  } catch (error) {
    if (isSqliteDamage(error)) return (error as Error).message;
    throw error;
  } finally {
    await thread.close();
  }
}

const holdsFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

export const damageText = (damage: string, rest = ', and the service stops'): string =>
  `clipline.sqlite is damaged${rest}. Restore it from a backup. (${damage.split('\n').at(-1)})`;

/** A store begun anew beside the files it knew would have them removed as leftovers. */
export function refuseLost(sqliteFile: string): void {
  if (holdsFiles(path.join(path.dirname(sqliteFile), 'blobs')))
    throw new StoreUnusable(
      'clipline.sqlite is missing or empty although there are uploaded files. Restore it from a backup.',
    );
}
