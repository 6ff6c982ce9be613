/**
 * Whether a store may be written to, and copies that survive. As the process that `lookForDamage`
 * starts, this file does nothing but look.
 */
import { fork } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The store cannot be reached, or is damaged, or a step failed, or a newer version wrote it. */
export class StoreUnusable extends Error {}

/** A store of this size is looked through in the time that a process takes to start. */
const SMALL_BYTES = 8 * 1024 ** 2;
export const isSmall = (file: string): boolean => statSync(file).size <= SMALL_BYTES;

/** Tells the process that looks what it is. */
const LOOK = '--look-for-damage';

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

/** What the process that looks says at its end; of what it met, what tells one error of SQLite. */
type Found =
  | { readonly damage: string | undefined }
  | { readonly error: { message: string; code?: string; errcode?: number } };

/**
 * Undefined when the store is whole. Finding out takes 3 ms for each MB, and far more from a disk
 * that is slow: a large store is looked through by a process of its own, which can be ended at any
 * moment. SQLite could not be interrupted on a thread.
 */
export async function lookForDamage(
  file: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (isSmall(file)) return damageOf(file);
  const looking = fork(new URL(import.meta.url), [LOOK, file], {
    // What this process loads beforehand is of no use there; and by its environment `node --watch`
    // has a process tell here what it imports.
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  let found: Found | undefined;
  looking.once('message', (message) => (found = message as Found));
  // One that was ended has the store open until it has exited.
  looking.once('error', (error) => looking.pid === undefined && reject(error));
  looking.once('exit', () => {
    if (!found) reject(new Error('The store could not be looked through'));
    else if ('error' in found) reject(Object.assign(new Error(found.error.message), found.error));
    else resolve(found.damage);
  });
  return promise;
}

function look(file: string): Found {
  try {
    return { damage: damageOf(file) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { error: { message, ...(code && { code }), ...(errcode && { errcode }) } };
  }
}

const [, , order, fileToLookIn] = process.argv;
if (order === LOOK && fileToLookIn !== undefined)
  process.send?.(look(fileToLookIn), () => process.disconnect?.());

/** Where uploads go that are not in S3. */
const holdsFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

/** One line that the operator can act on. */
export const damageText = (damage: string, rest = ', and the service stops'): string =>
  `clipline.sqlite is damaged${rest}. Restore it from a backup. (${damage.split('\n').at(-1)})`;

/**
 * A store that is damaged is not written to. One that is lost is not begun anew beside the files it
 * knew: they would have no owner, and be removed as leftovers. Throws StoreUnusable.
 */
export function refuseDamage(sqliteFile: string, damage: string | undefined, isNew: boolean): void {
  if (damage !== undefined)
    throw new StoreUnusable(damageText(damage, ', and nothing was changed'));
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
