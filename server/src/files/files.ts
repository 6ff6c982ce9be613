import { Readable } from 'node:stream';
import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { App, Asking, Resources } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { maxFileBytesOf } from '../core/config.ts';
import { StoreUnusable } from '../core/db/store-health.ts';
import { failureOf } from '../core/http/failures.ts';
import { ObjectMissing, type ObjectStorage, StorageAway } from '../core/storage/object-storage.ts';
import { MINUTE_MS } from '../core/time.ts';
import { findStorageMb, knowsNobody, sumComing } from './files.queries.ts';
import type { FileTable } from './files.tables.ts';
import { ROW_BYTES, sumStored } from './stored.queries.ts';
import { type BrowserCookie, browserCookie, type FileLinks, fileLinks } from './links.ts';
import { createPreviewProcess } from './preview-process.ts';
import { closePreviews, openPreviews, type Previews } from './previews.ts';

/** By whose plan the reader of a link may open it: ANYONE without one, undefined for nobody. */
export type SharedBy = (holderId: string, reader: string) => Promise<string | undefined>;

export interface Files {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly maxFileBytes: number;
  readonly previews: Previews;
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

/** Beside an empty database, files that another one knows would be removed as leftovers. */
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

export async function openFiles({ config, db, storage, s3, server }: Resources): Promise<Files> {
  await refuseForeignFiles(db, storage, s3 ? 'S3_BUCKET' : 'DATA_DIR');
  const previews = openPreviews({ db, storage, log: server.log, process: createPreviewProcess() });
  server.addHook('onClose', async () => closePreviews(previews));
  return {
    db,
    storage,
    maxFileBytes: maxFileBytesOf(config),
    previews,
    links: fileLinks(config.APP_SECRET),
    browser: browserCookie(config.APP_SECRET, config),
    sharedBy: new Map(),
  };
}

/** Undefined for one that was deleted in this moment. */
export async function readFile(
  storage: ObjectStorage,
  { size, blob_id: key }: Pick<FileTable, 'size' | 'blob_id'>,
): Promise<Readable | undefined> {
  if (size === 0) return Readable.from([]);
  try {
    return await storage.get(key);
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

const MEGABYTE = 1024 ** 2;
/** Kept free for what still has to be written when the disk is full: deleting, signing in. */
const RESERVE = { bytes: 256 * MEGABYTE, part: 0.05 };
const DISK_KEPT_MS = 1000;
const LAST_KEPT = 10_000;
/** What others send leaves this much of a person's space to them. */
const OWN_SHARE = 0.25;

interface Found {
  readonly bytes: number;
  /** Of which so many are free. */
  readonly most: number;
}
interface Left extends Omit<Found, 'bytes'> {
  bytes: number;
}
type Look = () => Promise<Found>;

export function quotaOn(
  { config, store, s3, diskSpace }: Pick<Resources, 'config' | 'store' | 's3' | 'diskSpace'>,
  sumUp = sumStored,
): App['requireSpace'] {
  const known = new Map<string, Promise<Left>>();
  const last = new Map<string, Left>();
  /** What was let in and is on its way still, where no look finds it. */
  const onTheWay = new Map<string, Set<{ readonly bytes: number }>>();

  function forget(of: string, left: Promise<Left>): void {
    if (known.get(of) === left) known.delete(of);
  }

  /** A look that a busy store ends keeps nobody from saving. */
  function lastOf(of: string, error: unknown): Left {
    if (failureOf(error)?.code !== 'UNAVAILABLE') throw error;
    return last.get(of) ?? { bytes: Infinity, most: 0 };
  }

  function keepLast(of: string, left: Left): void {
    last.delete(of);
    last.set(of, left);
    const [oldest] = last.keys();
    if (last.size > LAST_KEPT && oldest !== undefined) last.delete(oldest);
  }

  function leftOf(of: string, look: Look, keptMs: number): Promise<Left> {
    const kept = known.get(of);
    if (kept) return kept;
    let unseen = 0;
    for (const { bytes } of onTheWay.get(of) ?? []) unseen += bytes;
    const left = look().then(
      (found) => ({ ...found, bytes: found.bytes - unseen }),
      (error: unknown) => lastOf(of, error),
    );
    known.set(of, left);
    left.then(
      (found) => keepLast(of, found),
      () => forget(of, left),
    );
    setTimeout(() => forget(of, left), keptMs).unref();
    return left;
  }

  async function take(of: string, look: Look, keptMs: number, bytes: number, share = 0) {
    const kept = leftOf(of, look, keptMs);
    let left = await kept;
    if (left.bytes < bytes + left.most * share || known.get(of) !== kept) {
      // What was deleted since makes room; and what another look has begun to count counts there.
      forget(of, kept);
      left = await leftOf(of, look, keptMs);
    }
    if (left.bytes < bytes + left.most * share) throw new ProductError('STORAGE_FULL');
    left.bytes -= bytes;
    return { left, end: comes(of, bytes) };
  }

  function comes(of: string, bytes: number): () => void {
    const each = { bytes };
    const all = onTheWay.get(of) ?? new Set<typeof each>();
    onTheWay.set(of, all.add(each));
    return () => {
      all.delete(each);
      if (all.size === 0 && onTheWay.get(of) === all) onTheWay.delete(of);
    };
  }

  async function lookAtDisk(): Promise<Found> {
    const { free, total } = await diskSpace();
    const coming = s3 ? 0 : await sumComing(store.scans);
    return { bytes: free - Math.min(RESERVE.bytes, total * RESERVE.part) - coming, most: total };
  }

  async function megabytesOf(userId: string | null): Promise<number> {
    if (userId === null) return config.STORAGE_SIGNED_OUT_MB;
    return (await findStorageMb(store.db, userId)) ?? config.STORAGE_PER_PERSON_MB;
  }

  async function requireSpace({ userId, isSent }: Asking, bytes: number): Promise<() => void> {
    const onDisk = s3 ? Math.min(bytes, MAX_FILE_BYTES) : bytes;
    const disk = await take('the disk', lookAtDisk, DISK_KEPT_MS, onDisk);
    const look = async () => {
      const most = (await megabytesOf(userId)) * MEGABYTE;
      return { bytes: most - (await sumUp(store.scans, userId)), most };
    };
    try {
      const share = isSent ? OWN_SHARE : 0;
      const own = await take(keyOf(userId), look, MINUTE_MS, bytes, share);
      own.left.bytes -= ROW_BYTES;
      return () => [disk, own].forEach(({ end }) => end());
    } catch (error) {
      disk.end();
      throw error;
    }
  }

  return Object.assign(requireSpace, {
    lookAgain(userId: string | null) {
      for (const each of ['the disk', keyOf(userId)]) known.delete(each);
    },
  });
}

const keyOf = (userId: string | null) => userId ?? 'signed out';
