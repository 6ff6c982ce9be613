import { Readable } from 'node:stream';
import { ProductError } from '@clipline/contract/errors.ts';
import type { App, Resources } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { StoreUnusable } from '../core/db/store-health.ts';
import { ObjectMissing, type ObjectStorage, StorageAway } from '../core/storage/object-storage.ts';
import { MINUTE_MS } from '../core/time.ts';
import { knowsNobody, ROW_BYTES, sumStored } from './files.queries.ts';
import type { FileTable } from './files.tables.ts';
import { type BrowserCookie, browserCookie, type FileLinks, fileLinks } from './links.ts';
import { createPreviewProcess } from './preview-process.ts';
import { closePreviews, openPreviews, type Previews } from './previews.ts';

/** By whose plan the reader of a link may open it: ANYONE without one, undefined for nobody. */
export type SharedBy = (holderId: string, reader: string) => Promise<string | undefined>;

export interface Files {
  readonly db: Db;
  readonly storage: ObjectStorage;
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
/** What was let in since may be on its way still, where no look finds it. */
const COMING_MS = 1000;
/** What others send leaves this much of a person's space to them. */
const OWN_SHARE = 0.25;

interface Left {
  bytes: number;
  letInAt: number;
}
type Look = () => Promise<number>;

export function quotaOn(
  { config, store, diskSpace }: Pick<Resources, 'config' | 'store' | 'diskSpace'>,
  sumUp = sumStored,
): App['requireSpace'] {
  const known = new Map<string, Promise<Left>>();

  function forget(of: string, left: Promise<Left>): void {
    if (known.get(of) === left) known.delete(of);
  }

  function leftOf(of: string, look: Look, keptMs: number): Promise<Left> {
    const kept = known.get(of);
    if (kept) return kept;
    const left = look().then((bytes) => ({ bytes, letInAt: -Infinity }));
    known.set(of, left);
    left.catch(() => forget(of, left));
    setTimeout(() => forget(of, left), keptMs).unref();
    return left;
  }

  async function take(of: string, look: Look, keptMs: number, bytes: number, free = 0) {
    const kept = leftOf(of, look, keptMs);
    let left = await kept;
    if (left.bytes < bytes + free && performance.now() - left.letInAt > COMING_MS) {
      // What was deleted since makes room.
      forget(of, kept);
      left = await leftOf(of, look, keptMs);
    }
    if (left.bytes < bytes + free) throw new ProductError('STORAGE_FULL');
    left.bytes -= bytes;
    left.letInAt = performance.now();
    return left;
  }

  async function lookAtDisk(): Promise<number> {
    const { free, total } = await diskSpace();
    return free - Math.min(RESERVE.bytes, total * RESERVE.part);
  }

  return async ({ userId, isSent }, bytes) => {
    await take('the disk', lookAtDisk, DISK_KEPT_MS, bytes);
    const megabytes = userId === null ? config.STORAGE_SIGNED_OUT_MB : config.STORAGE_PER_PERSON_MB;
    const most = megabytes * MEGABYTE;
    const look = async () => most - (await sumUp(store.scans, userId));
    const owns = isSent ? most * OWN_SHARE : 0;
    const left = await take(userId ?? 'signed out', look, MINUTE_MS, bytes, owns);
    left.bytes -= ROW_BYTES;
  };
}
