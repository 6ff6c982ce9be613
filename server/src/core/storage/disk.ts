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
import { pipeline } from 'node:stream/promises';
import { newId } from '../ids.ts';
import { syncToDisk } from '../sync-to-disk.ts';
import { ObjectMissing, type ObjectStorage, StorageAway } from './object-storage.ts';

/** Where earlier versions kept what was not finished. */
const FORMER_UPLOADS = 'unfinished';
/** Keys are spread over folders by their first characters, so that no folder grows huge. */
const FOLDER_CHARACTERS = 2;
const KEY = /^[A-Za-z0-9_-]{16,64}$/;
/** Each read and write is a trip to another thread, which costs more than the bytes of a socket. */
const highWaterMark = 256 * 1024;

const AWAY = new Set(['ENOENT', 'ENOTDIR', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ESTALE']);
const isAway = (error: unknown) => {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return error instanceof StorageAway || (syscall !== undefined && AWAY.has(code));
};
const away = (cause: unknown) =>
  cause instanceof StorageAway
    ? cause
    : new StorageAway('The folder of files cannot be used', { cause });
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Where an object of a folder is. Throws ObjectMissing for a key that could lead elsewhere. */
export function objectFile(folder: string, key: string): string {
  if (!KEY.test(key)) throw new ObjectMissing(key);
  return path.join(folder, key.slice(0, FOLDER_CHARACTERS), key);
}

const identityOf = async (folder: string): Promise<string> => {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev} ${ino}`;
};

/** The folder belongs to one process. What a crash cut off is an object that nothing refers to. */
export async function diskStorage(
  folder: string,
  onFailure: (error: unknown) => void = () => {},
): Promise<ObjectStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(path.join(folder, FORMER_UPLOADS), { recursive: true, force: true });
  await syncToDisk(path.dirname(folder));
  const opened = await identityOf(folder);
  const unfinished = new Set<string>();

  async function check(): Promise<void> {
    try {
      await access(folder, constants.W_OK);
      if ((await identityOf(folder)) !== opened) throw new StorageAway('It is another folder');
    } catch (error) {
      throw away(error);
    }
  }

  async function write(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await check();
    // A new entry survives power loss only once its folder is flushed too.
    const within = path.dirname(file);
    if (await mkdir(within, { recursive: true, mode: 0o700 })) await syncToDisk(folder);
    const handle = await open(file, 'w', 0o600);
    await pipeline(bytes, handle.createWriteStream({ flush: true, highWaterMark }));
    await syncToDisk(within);
  }

  async function openObject(key: string): Promise<FileHandle> {
    try {
      return await open(objectFile(folder, key), 'r');
    } catch (error) {
      if (!isMissing(error)) throw isAway(error) ? away(error) : error;
      // Without the folder nothing is known of what it holds.
      await check();
      throw new ObjectMissing(key);
    }
  }

  return {
    check,
    async put(bytes, key = newId()) {
      const file = objectFile(folder, key);
      unfinished.add(key);
      try {
        await write(file, bytes);
        return key;
      } catch (error) {
        await rm(file, { force: true }).catch(() => {});
        if (!isAway(error)) throw error;
        onFailure(error);
        throw away(error);
      } finally {
        unfinished.delete(key);
      }
    },
    async get(key, range): Promise<Readable> {
      const handle = await openObject(key);
      // Whoever waits for bytes that are lost would wait for ever.
      if (range && (await handle.stat()).size <= range.end) {
        await handle.close();
        throw new ObjectMissing(key);
      }
      return handle.createReadStream({ ...range, highWaterMark });
    },
    async sizeOf(key) {
      let handle: FileHandle | undefined;
      try {
        handle = await openObject(key);
        return (await handle.stat()).size;
      } catch (error) {
        if (error instanceof ObjectMissing) return undefined;
        throw error;
      } finally {
        await handle?.close();
      }
    },
    remove: async (key) => rm(objectFile(folder, key), { force: true }),
    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!entry.isDirectory()) continue;
        for (const key of await readdir(path.join(folder, entry.name))) {
          if (unfinished.has(key)) continue;
          const found = await stat(path.join(folder, entry.name, key)).catch((error: unknown) => {
            if (!isMissing(error)) throw error;
          });
          if (found) yield { key, storedAt: found.mtimeMs, size: found.size };
        }
      }
    },
    close() {
      try {
        for (const key of unfinished) rmSync(objectFile(folder, key), { force: true });
      } catch {
        // The disk is away: the hourly job removes what nothing refers to.
      }
    },
  };
}
