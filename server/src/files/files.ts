import { ProductError } from '@clipline/contract/errors.ts';
import type { App, Resources } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { StoreUnusable } from '../core/db/store-health.ts';
import { type ObjectStorage, StorageAway } from '../core/storage/object-storage.ts';
import { MINUTE_MS } from '../core/time.ts';
import { knowsNobody, ROW_BYTES, sumStored } from './files.queries.ts';
import { type BrowserCookie, browserCookie, type FileLinks, fileLinks } from './links.ts';

/**
 * Tells whose sharing a link is, by the reader it was minted for: a person's, whose plan decides
 * whether it opens for others; ANYONE's, where no plan does; undefined once it opens no more.
 */
export type SharedBy = (holderId: string, reader: string) => Promise<string | undefined>;

/** What modules need that hold files. */
export interface Files {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly links: FileLinks;
  readonly browser: BrowserCookie;
  /** By kind of holder; a module that holds files puts its own check here. */
  readonly sharedBy: Map<string, SharedBy>;
}

declare module '../core/app.ts' {
  interface App {
    readonly files: Files;
    /** How long what was deleted, and its files, can be brought back. */
    readonly trashMs: number;
  }
}

async function holdsBytes(storage: ObjectStorage): Promise<boolean> {
  try {
    // Empty ones may be names that a process had made before it died.
    for await (const { size } of storage.list()) if (size > 0) return true;
  } catch (error) {
    if (!(error instanceof StorageAway)) throw error;
  }
  return false;
}

/**
 * A database in which nothing has ever been is not begun beside files that another one knows: they
 * would have no owner here, and be removed as leftovers. While the storage is away nothing can be
 * told, and nothing is refused. Throws StoreUnusable; `variable` names the storage.
 */
export async function refuseForeignFiles(
  db: Db,
  storage: ObjectStorage,
  variable: 'S3_BUCKET' | 'DATA_DIR',
): Promise<void> {
  if (!(await knowsNobody(db)) || !(await holdsBytes(storage))) return;
  const empty = variable === 'S3_BUCKET' ? 'bucket' : 'folder';
  throw new StoreUnusable(
    `the database is empty, but ${variable} holds uploaded files, which would be removed. Name the database that they belong to, restore it from a backup, or choose an empty ${empty}.`,
  );
}

/** Throws where the store and the storage do not belong together. */
export async function openFiles({ config, db, storage, s3 }: Resources): Promise<Files> {
  await refuseForeignFiles(db, storage, s3 ? 'S3_BUCKET' : 'DATA_DIR');
  return {
    db,
    storage,
    links: fileLinks(config.APP_SECRET),
    browser: browserCookie(config.APP_SECRET, config),
    sharedBy: new Map(),
  };
}

const MEGABYTE = 1024 ** 2;
/** Kept free for what still has to be written when the disk is full: deleting, signing in. */
const RESERVE = { bytes: 256 * MEGABYTE, part: 0.05 };
const DISK_KEPT_MS = 1000;
/** What others send fills no more of a person's space than this: the rest stays theirs. */
const SENDERS_SHARE = 0.75;

function reserveOn(diskSpace: Resources['diskSpace']): (bytes: number) => Promise<void> {
  let left = 0;
  let readAt = -Infinity;
  return async (bytes) => {
    if (bytes > left || performance.now() - readAt > DISK_KEPT_MS) {
      const { free, total } = await diskSpace();
      left = free - Math.min(RESERVE.bytes, total * RESERVE.part);
      readAt = performance.now();
    }
    if (bytes > left) throw new ProductError('STORAGE_FULL');
    left -= bytes;
  };
}

/**
 * Refuses what anyone would store beyond what the operator gives them. What is stored is summed up
 * beside the event loop at most once a minute, and what this node takes in meanwhile is added.
 */
export function quotaOn(
  { config, store, diskSpace }: Pick<Resources, 'config' | 'store' | 'diskSpace'>,
  sumUp = sumStored,
): App['requireSpace'] {
  const requireDisk = reserveOn(diskSpace);
  const sums = new Map<string | null, Promise<{ bytes: number }>>();

  function forget(userId: string | null, sum: Promise<unknown>): void {
    if (sums.get(userId) === sum) sums.delete(userId);
  }

  function sumOf(userId: string | null): Promise<{ bytes: number }> {
    const kept = sums.get(userId);
    if (kept) return kept;
    const sum = sumUp(store.scans, userId).then((bytes) => ({ bytes }));
    sums.set(userId, sum);
    sum.catch(() => forget(userId, sum));
    setTimeout(() => forget(userId, sum), MINUTE_MS).unref();
    return sum;
  }

  return async ({ userId, isSent }, bytes) => {
    await requireDisk(bytes);
    const most = userId === null ? config.STORAGE_SIGNED_OUT_MB : config.STORAGE_PER_PERSON_MB;
    const max = most * MEGABYTE * (isSent ? SENDERS_SHARE : 1);
    const kept = sumOf(userId);
    let stored = await kept;
    if (stored.bytes + bytes > max) {
      // What was deleted since makes room at once.
      forget(userId, kept);
      stored = await sumOf(userId);
    }
    if (stored.bytes + bytes > max) throw new ProductError('STORAGE_FULL');
    stored.bytes += bytes + ROW_BYTES;
  };
}
