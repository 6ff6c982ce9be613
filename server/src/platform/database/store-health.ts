/**
 * Whether a store may be written to, and copies that survive. As the thread that `lookForDamage`
 * starts, this file does nothing but look.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** The store cannot be reached, or is damaged, or a step failed, or a newer version wrote it. */
export class StoreUnusable extends Error {}

/** A store of this size is looked through in the time that a thread takes to start. */
const SMALL_BYTES = 8 * 1024 ** 2;

/** Beside the process that writes the store. */
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

interface Look {
  readonly lookForDamageIn: string;
}

/**
 * Undefined when the store is whole. Finding out takes 3 ms for each MB: a large store is looked
 * through on a thread of its own.
 */
export async function lookForDamage(file: string): Promise<string | undefined> {
  if (statSync(file).size <= SMALL_BYTES) return damageOf(file);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { lookForDamageIn: file } satisfies Look,
    // What this process loads beforehand is of no use there; and by its environment `node --watch`
    // has a thread tell here what it imports.
    execArgv: [],
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The store could not be looked through')));
  return promise;
}

const { lookForDamageIn } = (workerData ?? {}) as Partial<Look>;
if (lookForDamageIn !== undefined) parentPort?.postMessage(damageOf(lookForDamageIn));

/** Where uploads go that are not in S3. */
const holdsFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

/**
 * A store that is damaged is not written to. One that is lost is not begun anew beside the files it
 * knew: they would have no owner, and be removed as leftovers. Throws StoreUnusable.
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

/** What a file or folder holds survives a power cut from now on. */
export async function syncToDisk(entry: string): Promise<void> {
  const handle = await open(entry, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
