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
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '../ids.ts';
import { syncToDisk } from '../sync-to-disk.ts';
import {
  type ByteRange,
  ObjectMissing,
  type ObjectStorage,
  StorageAway,
} from './object-storage.ts';

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

interface Part {
  readonly file: string;
  readonly start: number;
  readonly size: number;
}

/** Of content in parts, whose file is a folder of them. Throws ObjectMissing where one is lost. */
async function partsIn(folder: string): Promise<Part[]> {
  const names = await readdir(folder);
  const fileOf = (at: number) => path.join(folder, String(at));
  const sizeOf = async (at: number) => (await stat(fileOf(at))).size;
  try {
    const [each, last] = [await sizeOf(0), await sizeOf(names.length - 1)];
    return names.map((_, at) => ({
      file: fileOf(at),
      start: at * each,
      size: at === names.length - 1 ? last : each,
    }));
  } catch (error) {
    throw isMissing(error) ? new ObjectMissing(path.basename(folder)) : error;
  }
}

const endOf = (parts: readonly Part[]): number => {
  const last = parts.at(-1);
  return last ? last.start + last.size : 0;
};

async function* bytesIn(parts: readonly Part[], { start, end }: ByteRange) {
  for (const part of parts) {
    if (part.start + part.size <= start || part.start > end) continue;
    const handle = await open(part.file, 'r');
    yield* handle.createReadStream({
      start: Math.max(0, start - part.start),
      end: Math.min(part.size - 1, end - part.start),
      highWaterMark,
    }) as AsyncIterable<Buffer>;
  }
}

/** What is under a key in a folder, without the process that it belongs to. */
export async function readObject(
  folder: string,
  key: string,
): Promise<{ readonly size: number; readonly bytes: AsyncIterable<Uint8Array> }> {
  const file = objectFile(folder, key);
  const handle = await open(file, 'r');
  const found = await handle.stat();
  if (!found.isDirectory())
    return { size: found.size, bytes: handle.createReadStream({ highWaterMark }) };
  await handle.close();
  const parts = await partsIn(file);
  const size = endOf(parts);
  return { size, bytes: bytesIn(parts, { start: 0, end: size - 1 }) };
}

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
    if (await mkdir(within, { recursive: true, mode: 0o700 }))
      for (let made = within; made !== folder; made = path.dirname(made))
        await syncToDisk(path.dirname(made));
    const handle = await open(file, 'w', 0o600);
    await pipeline(bytes, handle.createWriteStream({ flush: true, highWaterMark }));
    await syncToDisk(within);
  }

  /** Of a part that is no longer wanted the folder is gone, though the disk is there. */
  async function writeOrRemove(
    file: string,
    bytes: AsyncIterable<Uint8Array>,
    unwanted?: Error,
  ): Promise<void> {
    try {
      await write(file, bytes);
    } catch (error) {
      await rm(file, { force: true }).catch(() => {});
      if (unwanted && isMissing(error) && (await isHere())) throw unwanted;
      if (!isAway(error)) throw error;
      onFailure(error);
      throw away(error);
    }
  }
  const isHere = () =>
    check().then(
      () => true,
      () => false,
    );
  const remove = async (key: string) =>
    rm(objectFile(folder, key), { recursive: true, force: true });

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
    async put(bytes, lost) {
      const key = lost ?? newId();
      const file = objectFile(folder, key);
      unfinished.add(key);
      try {
        if (lost !== undefined) await remove(lost);
        await writeOrRemove(file, bytes);
        return key;
      } finally {
        unfinished.delete(key);
      }
    },
    async get(key, range): Promise<Readable> {
      const handle = await openObject(key);
      const found = await handle.stat();
      if (found.isDirectory()) {
        await handle.close();
        const parts = await partsIn(objectFile(folder, key));
        const { start, end } = range ?? { start: 0, end: endOf(parts) - 1 };
        if (endOf(parts) <= end) throw new ObjectMissing(key);
        return Readable.from(bytesIn(parts, { start, end }), { objectMode: false, highWaterMark });
      }
      // Whoever waits for bytes that are lost would wait for ever.
      if (range && found.size <= range.end) {
        await handle.close();
        throw new ObjectMissing(key);
      }
      return handle.createReadStream({ ...range, highWaterMark });
    },
    async sizeOf(key) {
      let handle: FileHandle | undefined;
      try {
        handle = await openObject(key);
        const found = await handle.stat();
        return found.isDirectory() ? endOf(await partsIn(objectFile(folder, key))) : found.size;
      } catch (error) {
        if (error instanceof ObjectMissing) return undefined;
        throw error;
      } finally {
        await handle?.close();
      }
    },
    remove,
    parts: {
      begin: async () => ({ key: newId(), token: '' }),
      async put({ key }, at, bytes) {
        const file = path.join(objectFile(folder, key), String(at));
        await writeOrRemove(file, bytes, new ObjectMissing(key));
        return '';
      },
      finish: async () => {},
      abandon: async ({ key }) => remove(key),
    },
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
