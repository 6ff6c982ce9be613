import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
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

/**
 * Unfinished objects; beside the finished ones, because a rename is only atomic within one file
 * system.
 */
const UNFINISHED = 'unfinished';
/** Keys are spread over folders by their first characters, so that no folder grows huge. */
const FOLDER_CHARACTERS = 2;
const KEY = /^[A-Za-z0-9_-]{16,64}$/;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The folder, or its disk, is not there or takes nothing. */
const AWAY = new Set(['ENOENT', 'ENOTDIR', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ESTALE']);
const isAway = (error: unknown) => {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && AWAY.has(code);
};
const away = (cause: unknown) => new StorageAway('The folder of files cannot be used', { cause });

const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** A new or renamed entry survives power loss only once its folder is flushed too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function write(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle: FileHandle = await open(file, 'wx', 0o600);
  try {
    await writeBatched(handle, bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Where an object of a folder is. */
export const objectFile = (folder: string, key: string): string =>
  path.join(folder, key.slice(0, FOLDER_CHARACTERS), key);

/**
 * Objects as files of one folder, which belongs to one process. What an earlier process left
 * unfinished is removed. `onFailure` hears why something could not be kept.
 */
export async function diskStorage(
  folder: string,
  onFailure: (error: unknown) => void = () => {},
): Promise<ObjectStorage> {
  const unfinished = path.join(folder, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await syncFolder(path.dirname(folder));

  const folderOf = (key: string) => path.join(folder, key.slice(0, FOLDER_CHARACTERS));
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new ObjectMissing(key);
    return objectFile(folder, key);
  };

  async function check(): Promise<void> {
    try {
      await access(unfinished, constants.W_OK);
    } catch (error) {
      throw away(error);
    }
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
    async put(bytes, key = newId()) {
      const draft = path.join(unfinished, key);
      try {
        await write(draft, bytes);
        if (await mkdir(folderOf(key), { recursive: true, mode: 0o700 })) await syncFolder(folder);
        await rename(draft, fileOf(key));
        await syncFolder(folderOf(key));
        return key;
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        await rm(fileOf(key), { force: true }).catch(() => {});
        if (!isAway(error)) throw error;
        onFailure(error);
        throw away(error);
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
        if (!entry.isDirectory() || entry.name === UNFINISHED) continue;
        for (const key of await readdir(path.join(folder, entry.name))) {
          const found = await stat(path.join(folder, entry.name, key)).catch(unlessMissing);
          if (found) yield { key, storedAt: found.mtimeMs };
        }
      }
    },
    async removeUnfinished(before) {
      for (const name of await readdir(unfinished)) {
        const found = await stat(path.join(unfinished, name)).catch(unlessMissing);
        if (found && found.mtimeMs < before) await rm(path.join(unfinished, name), { force: true });
      }
    },
  };
}
