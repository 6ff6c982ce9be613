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

/** Into a file that is there. */
async function write(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle: FileHandle = await open(file, constants.O_WRONLY);
  try {
    await writeBatched(handle, bytes);
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
  const identity = async () => {
    const { dev, ino } = await stat(folder, { bigint: true });
    return `${dev} ${ino}`;
  };
  const opened = await identity();

  const fileOf = (key: string) => objectFile(folder, key);

  async function check(): Promise<void> {
    try {
      await access(folder, constants.W_OK);
      if ((await identity()) !== opened) throw away(new Error('It is another folder'));
    } catch (error) {
      throw error instanceof StorageAway ? error : away(error);
    }
  }

  /** Names that wait for an object, or are being written: no objects yet. */
  const reserved = new Set<string>();
  let names: string[] = [];
  let making: Promise<void> | undefined;

  /** Empty files for keys that begin alike. */
  async function makeDurably(start: string, keys: readonly string[]): Promise<void> {
    await check();
    const within = path.join(folder, start);
    if (await mkdir(within, { recursive: true, mode: 0o700 })) await syncFolder(folder);
    await Promise.all(keys.map((key) => createEmpty(fileOf(key))));
    await syncFolder(within);
  }

  async function makeNames(): Promise<void> {
    const start = newId().slice(0, FOLDER_CHARACTERS);
    const keys = Array.from({ length: NAMES }, () => start + newId().slice(FOLDER_CHARACTERS));
    for (const key of keys) reserved.add(key);
    try {
      await makeDurably(start, keys);
      names = keys;
    } catch (error) {
      for (const key of keys) reserved.delete(key);
      throw error;
    }
  }

  async function takeName(): Promise<string> {
    while (names.length === 0) await (making ??= makeNames().finally(() => (making = undefined)));
    return names.pop() as string;
  }

  /** The folder may be another one than they were made in. */
  function forgetNames(): void {
    for (const key of names) reserved.delete(key);
    names = [];
  }

  const openObject = async (key: string): Promise<FileHandle> => {
    try {
      return await open(fileOf(key), 'r');
    } catch (error) {
      if (!isMissing(error)) throw isAway(error) ? away(error) : error;
      // Without the folder nothing is known of what it holds.
      await check();
      throw new ObjectMissing(key);
    }
  };

  return {
    check,
    async put(bytes, given) {
      let key = given;
      try {
        if (key === undefined) key = await takeName();
        else {
          reserved.add(key);
          await makeDurably(key.slice(0, FOLDER_CHARACTERS), [key]);
        }
        await write(fileOf(key), bytes);
        return key;
      } catch (error) {
        if (key !== undefined) await rm(fileOf(key), { force: true }).catch(() => {});
        if (!isAway(error)) throw error;
        forgetNames();
        onFailure(error);
        throw error instanceof StorageAway ? error : away(error);
      } finally {
        if (key !== undefined) reserved.delete(key);
      }
    },
    async get(key, range?: ByteRange): Promise<Readable> {
      return (await openObject(key)).createReadStream({ ...range, highWaterMark: 256 * 1024 });
    },
    openFile: openObject,
    async remove(key) {
      await rm(fileOf(key), { force: true });
    },
    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!entry.isDirectory()) continue;
        for (const key of await readdir(path.join(folder, entry.name))) {
          if (reserved.has(key)) continue;
          const found = await stat(path.join(folder, entry.name, key)).catch(unlessMissing);
          if (found) yield { key, storedAt: found.mtimeMs };
        }
      }
    },
    close() {
      try {
        for (const key of reserved) rmSync(fileOf(key), { force: true });
      } catch {
        // The disk is away: the hourly job removes what nothing refers to.
      }
    },
  };
}
