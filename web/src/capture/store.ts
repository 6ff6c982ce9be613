import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '@clipline/contract/limits.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Entry } from './entry.ts';

interface Kept extends DBSchema {
  entries: { key: string; value: Entry };
  files: { key: string; value: readonly Blob[] };
}

const NAME = 'clipline';

/** Some browsers never answer; nothing waits for them longer than this. */
const OPEN_MS = 2000;

let opened: Promise<IDBPDatabase<Kept>> | undefined;
let tooLate: Promise<never> | undefined;

/** Both pages and the service worker keep entries there. */
function database(): Promise<IDBPDatabase<Kept>> {
  const forget = () => (opened = undefined);
  if (opened) return Promise.race([opened, tooLate!]);
  opened = openDB<Kept>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'id' });
      db.createObjectStore('files');
    },
    // A newer page wants another version of it.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opened.catch(forget);
  tooLate = new Promise((_, reject) => {
    setTimeout(() => reject(new Error('IndexedDB does not answer')), OPEN_MS);
  });
  tooLate.catch(() => undefined);
  return Promise.race([opened, tooLate]);
}

const SAFE = { durability: 'strict' } as const;

export async function addEntry(entry: Entry, files: readonly Blob[]): Promise<void> {
  const transaction = (await database()).transaction(['entries', 'files'], 'readwrite', SAFE);
  await Promise.all([
    transaction.objectStore('entries').put(entry),
    ...(files.length > 0 ? [transaction.objectStore('files').put(files, entry.id)] : []),
    transaction.done,
  ]);
}

/** Undefined when it is not there any more: what is gone is not brought back by a late change. */
export async function changeEntry(id: string, change: Partial<Entry>): Promise<Entry | undefined> {
  const transaction = (await database()).transaction('entries', 'readwrite', SAFE);
  const known = await transaction.store.get(id);
  const next = known && { ...known, ...change };
  if (next) await transaction.store.put(next);
  await transaction.done;
  return next;
}

export async function replaceEntry(
  id: string,
  when: (entry: Entry) => boolean,
  change: Partial<Entry>,
  files: readonly Blob[],
): Promise<Entry | undefined> {
  const transaction = (await database()).transaction(['entries', 'files'], 'readwrite', SAFE);
  const known = await transaction.objectStore('entries').get(id);
  const next = known && when(known) ? { ...known, ...change } : undefined;
  if (next) {
    await transaction.objectStore('entries').put(next);
    if (files.length > 0) await transaction.objectStore('files').put(files, id);
    else await transaction.objectStore('files').delete(id);
  }
  await transaction.done;
  return next;
}

export async function removeEntry(
  id: string,
  when: (entry: Entry) => boolean = () => true,
): Promise<boolean> {
  const transaction = (await database()).transaction(['entries', 'files'], 'readwrite', SAFE);
  const entry = await transaction.objectStore('entries').get(id);
  const goes = entry !== undefined && when(entry);
  if (goes) {
    await transaction.objectStore('entries').delete(id);
    await transaction.objectStore('files').delete(id);
  }
  await transaction.done;
  return goes;
}

export async function allEntries(): Promise<Entry[]> {
  const entries = await (await database()).getAll('entries');
  return entries.sort((one, other) => one.createdAt - other.createdAt);
}

export const entryOf = async (id: string): Promise<Entry | undefined> =>
  (await database()).get('entries', id);

export class FileLost extends Error {}

/** What browsers answer where the bytes of a row have gone from the disk. */
const LOST = new Set(['DataError', 'NotFoundError', 'NotReadableError', 'UnknownError']);

async function blobsOf(id: string): Promise<readonly Blob[]> {
  try {
    return (await (await database()).get('files', id)) ?? [];
  } catch (error) {
    if (error instanceof DOMException && LOST.has(error.name)) return [];
    throw error;
  }
}

export async function filesOf({ id, files }: Pick<Entry, 'id' | 'files'>): Promise<File[]> {
  const blobs = await blobsOf(id);
  return files.map(({ name, type }, index) => {
    const blob = blobs[index];
    if (!blob) throw new FileLost(name);
    return new File([blob], name, { type });
  });
}

/** Looked at piece by piece: a large one is never whole in memory. */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    if (blob.size <= MAX_FILE_BYTES) await blob.arrayBuffer();
    else
      for (let at = 0; at < blob.size; at += UPLOAD_PART_BYTES)
        await blob.slice(at, at + UPLOAD_PART_BYTES).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export async function filesLeft({
  id,
  files,
}: Pick<Entry, 'id' | 'files'>): Promise<{ left: File[]; lost: string[] }> {
  const blobs = await blobsOf(id);
  const left: File[] = [];
  const lost: string[] = [];
  for (const [index, { name, type }] of files.entries()) {
    const blob = blobs[index];
    if (blob && (await isReadable(blob))) left.push(new File([blob], name, { type }));
    else lost.push(name);
  }
  return { left, lost };
}
