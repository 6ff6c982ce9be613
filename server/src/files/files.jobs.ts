import type { App } from '../core/app.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import { isStillReferenced } from '../core/db/errors.ts';
import { allInLots, chunksOf } from '../core/chunks.ts';
import type { Job } from '../core/jobs.ts';
import { HOUR_MS } from '../core/time.ts';
import type { Files } from './files.ts';
import {
  existingObjects,
  listUnreferencedBlobs,
  removeUnreferencedBlobs,
} from './files.queries.ts';

/** An object this old that nothing is known of belongs to no upload that still runs. */
const ORPHAN_AGE_MS = HOUR_MS;
const BATCH = 500;

const LOT = 50;

async function forgetBlobs(files: Files, ids: readonly string[]): Promise<string[]> {
  try {
    return await transact(files.db, (tx) => removeUnreferencedBlobs(tx, ids));
  } catch (error) {
    if (!isStillReferenced(error)) throw error;
    // An upload came between: the others go without that one.
    const each = ids.length > 1 ? ids.map((id) => forgetBlobs(files, [id])) : [];
    return (await Promise.all(each)).flat();
  }
}

/**
 * Removes blobs nothing refers to any more, then their bytes. A key is never used again, so an
 * upload of the same content that comes in between brings its own bytes, and nothing is lost
 * whichever comes first.
 */
export async function releaseBlobs(files: Files, blobIds: string[]): Promise<void> {
  for (const lot of chunksOf(blobIds, LOT))
    for (const id of await forgetBlobs(files, lot)) await files.storage.remove(id);
}

/** The call is over either way: what fails is left to the hourly job. */
export const releaseOrLeave = (
  { server }: Pick<App, 'server'>,
  files: Files,
  blobIds: string[],
): Promise<void> =>
  releaseBlobs(files, blobIds).catch((error: unknown) =>
    server.log.warn({ err: error }, 'Bytes of a deleted file are left to the hourly job'),
  );

export async function removeAll(
  files: Files,
  find: () => Promise<readonly { readonly id: string }[]>,
  remove: (tx: Tx, ids: string[]) => Promise<string[]>,
): Promise<void> {
  for await (const ids of allInLots(find))
    await releaseBlobs(files, await transact(files.db, (tx) => remove(tx, ids)));
}

export async function removeLeftovers(files: Files, scans: Db, now: number): Promise<void> {
  let ids: string[];
  do {
    ids = await listUnreferencedBlobs(scans, BATCH);
    await releaseBlobs(files, ids);
  } while (ids.length === BATCH);
  const removeOrphans = async (keys: string[]) => {
    const known = await existingObjects(files.db, keys);
    for (const key of keys.filter((each) => !known.has(each))) await files.storage.remove(key);
  };
  await files.storage.removeUnfinished?.(now - ORPHAN_AGE_MS, (keys) =>
    existingObjects(files.db, keys),
  );
  let old: string[] = [];
  for await (const { key, storedAt } of files.storage.list()) {
    if (storedAt > now - ORPHAN_AGE_MS) continue;
    old.push(key);
    if (old.length < BATCH) continue;
    await removeOrphans(old);
    old = [];
  }
  await removeOrphans(old);
}

export const filesJobs = (files: Files, scans: Db): Job[] => [
  {
    name: 'remove leftover bytes',
    everyMs: HOUR_MS,
    run: () => removeLeftovers(files, scans, Date.now()),
  },
];
