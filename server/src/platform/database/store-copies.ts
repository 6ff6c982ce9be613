import { DatabaseSync } from 'node:sqlite';

/** Beside whoever writes the store. */
export function reading<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Copies a SQLite store as it is at one moment; the target must be missing or empty. */
export const copyStore = (file: string, target: string): void =>
  reading(file, (database) => void database.prepare('vacuum into ?').run(target));

/** Undefined when the store is whole. */
export const damageOf = (file: string): string | undefined =>
  reading(file, (database) => {
    const [first] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
    return first?.quick_check === 'ok' ? undefined : (first?.quick_check ?? 'unreadable');
  });
