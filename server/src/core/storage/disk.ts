import { rmSync } from 'node:fs';
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rm,
  stat,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { newId } from '../ids.ts';
import {
  type ByteRange,
  ObjectMissing,
  type ObjectStorage,
  StorageAway,
} from './object-storage.ts';
import { writeBatched } from './write-batched.ts';

/** Where earlier versions kept what was not finished. */
const FORMER_UPLOADS = 'unfinished';
/** Names that are made at a time. */
const NAMES = 32;
/** Keys are spread over folders by their first characters, so that no folder grows huge. */
const FOLDER_CHARACTERS = 2;
const KEY = /^[A-Za-z0-9_-]{16,64}$/;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The folder, or its disk, is not there or takes nothing. */
const AWAY = new Set(['ENOENT', 'ENOTDIR', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ESTALE']);
const isAway = (error: unknown) => {
  if (error instanceof StorageAway) return true;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && AWAY.has(code);
};
const away = (cause: unknown) => new StorageAway('The folder of files cannot be used', { cause });

const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** A new entry survives power loss only once its folder is flushed too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Into a file that was made ahead: what holds nothing has its time from then. */
async function write(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle: FileHandle = await open(file, constants.O_WRONLY);
  try {
    await writeBatched(handle, bytes);
    const now = new Date();
    await handle.utimes(now, now);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const createEmpty = async (file: string) => (await open(file, 'w', 0o600)).close();

/** Where an object of a folder is. Throws ObjectMissing for a key that could lead elsewhere. */
export function objectFile(folder: string, key: string): string {
  if (!KEY.test(key)) throw new ObjectMissing(key);
  return path.join(folder, key.slice(0, FOLDER_CHARACTERS), key);
}

interface Disk {
  readonly folder: string;
  /** The folder that was opened, which may be gone or another one by now. */
  readonly identity: string;
  /** Names that wait for an object, or are being written: no objects yet. */
  readonly reserved: Set<string>;
  names: string[];
  making: Promise<void> | undefined;
}

async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev} ${ino}`;
}

async function check({ folder, identity }: Disk): Promise<void> {
  try {
    await access(folder, constants.W_OK);
    if ((await identityOf(folder)) !== identity) throw away(new Error('It is another folder'));
  } catch (error) {
    throw error instanceof StorageAway ? error : away(error);
  }
}

/** Empty files for keys that begin alike. */
async function makeDurably(disk: Disk, start: string, keys: readonly string[]): Promise<void> {
  const { folder } = disk;
  await check(disk);
  const within = path.join(folder, start);
  if (await mkdir(within, { recursive: true, mode: 0o700 })) await syncFolder(folder);
  await Promise.all(keys.map((key) => createEmpty(objectFile(folder, key))));
  await syncFolder(within);
}

async function makeNames(disk: Disk): Promise<void> {
  const start = newId().slice(0, FOLDER_CHARACTERS);
  const keys = Array.from({ length: NAMES }, () => start + newId().slice(FOLDER_CHARACTERS));
  for (const key of keys) disk.reserved.add(key);
  try {
    await makeDurably(disk, start, keys);
    disk.names = keys;
  } catch (error) {
    for (const key of keys) disk.reserved.delete(key);
    throw error;
  }
}

async function takeName(disk: Disk): Promise<string> {
  while (disk.names.length === 0)
    await (disk.making ??= makeNames(disk).finally(() => (disk.making = undefined)));
  return disk.names.pop() as string;
}

/** The folder may be another one than they were made in. */
function forgetNames(disk: Disk): void {
  for (const key of disk.names) disk.reserved.delete(key);
  disk.names = [];
}

async function put(
  disk: Disk,
  bytes: AsyncIterable<Uint8Array>,
  given: string | undefined,
  onFailure: (error: unknown) => void,
): Promise<string> {
  const { folder, reserved } = disk;
  let key = given;
  try {
    if (key === undefined) key = await takeName(disk);
    else {
      reserved.add(key);
      await makeDurably(disk, key.slice(0, FOLDER_CHARACTERS), [key]);
    }
    await write(objectFile(folder, key), bytes);
    return key;
  } catch (error) {
    if (key !== undefined) await rm(objectFile(folder, key), { force: true }).catch(() => {});
    if (!isAway(error)) throw error;
    forgetNames(disk);
    onFailure(error);
    throw error instanceof StorageAway ? error : away(error);
  } finally {
    if (key !== undefined) reserved.delete(key);
  }
}

async function openObject(disk: Disk, key: string): Promise<FileHandle> {
  try {
    return await open(objectFile(disk.folder, key), 'r');
  } catch (error) {
    if (!isMissing(error)) throw isAway(error) ? away(error) : error;
    // Without the folder nothing is known of what it holds.
    await check(disk);
    throw new ObjectMissing(key);
  }
}

async function sizeOf(disk: Disk, key: string): Promise<number | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await openObject(disk, key);
    return (await handle.stat()).size;
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  } finally {
    await handle?.close();
  }
}

async function* list({ folder, reserved }: Disk) {
  for await (const entry of await opendir(folder)) {
    if (!entry.isDirectory()) continue;
    for (const key of await readdir(path.join(folder, entry.name))) {
      if (reserved.has(key)) continue;
      const found = await stat(path.join(folder, entry.name, key)).catch(unlessMissing);
      if (found) yield { key, storedAt: found.mtimeMs, size: found.size };
    }
  }
}

/**
 * Objects as files of one folder, which belongs to one process. `onFailure` hears why something
 * could not be kept.
 *
 * A new name in a folder survives power loss only once the folder is flushed. So names are made
 * many at a time, as empty files: what is written under one then needs a single flush, of its
 * bytes. Names that nothing was written under, and what was cut off by a crash, are objects that
 * nothing refers to.
 */
export async function diskStorage(
  folder: string,
  onFailure: (error: unknown) => void = () => {},
): Promise<ObjectStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(path.join(folder, FORMER_UPLOADS), { recursive: true, force: true });
  await syncFolder(path.dirname(folder));
  const disk: Disk = {
    folder,
    identity: await identityOf(folder),
    reserved: new Set(),
    names: [],
    making: undefined,
  };
  return {
    check: () => check(disk),
    put: (bytes, key) => put(disk, bytes, key, onFailure),
    get: async (key, range?: ByteRange): Promise<Readable> =>
      (await openObject(disk, key)).createReadStream({ ...range, highWaterMark: 256 * 1024 }),
    openFile: (key) => openObject(disk, key),
    sizeOf: (key) => sizeOf(disk, key),
    remove: async (key) => rm(objectFile(folder, key), { force: true }),
    list: () => list(disk),
    close() {
      try {
        for (const key of disk.reserved) rmSync(objectFile(folder, key), { force: true });
      } catch {
        // The disk is away: the hourly job removes what nothing refers to.
      }
    },
  };
}
