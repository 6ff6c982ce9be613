import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Entry, ZipFile } from 'yauzl';

/**
 * What a ZIP may make of itself. Declared sizes count, before anything is unpacked; the reader
 * holds every entry to its own.
 */
const MAX_ENTRIES = 100_000;
const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
/** Of the list of entries, which is held in memory with all that a ZIP may say of each. */
const MAX_LIST_BYTES = 48 * 1024 ** 2;
const STORED = 0;
const DEFLATED = 8;
const MANIFEST = 'manifest.json';

/** What is in an export, by its path there; bytes of files by the id of the file. */
export interface Archive {
  readonly has: (path: string) => boolean;
  /** Ids of the rooms it has. */
  readonly rooms: readonly string[];
  /** Declared bytes of a file; undefined when the archive does not have it. */
  readonly sizeOfFile: (fileId: string) => number | undefined;
  /** Throws ARCHIVE_DAMAGED, at the end too, when the bytes are not those that were packed. */
  readonly text: (path: string) => AsyncIterable<Buffer>;
  readonly file: (file: {
    id: string;
    name: string;
    sha256?: string | undefined;
  }) => AsyncIterable<Buffer>;
}

export const damaged = (what: string) => new ProductError('ARCHIVE_DAMAGED', { what });

/**
 * Failures of the machine stay what they are; everything else that goes wrong inside a ZIP is the
 * ZIP's fault.
 */
const isOurs = (error: unknown): boolean =>
  error instanceof ProductError || (error as NodeJS.ErrnoException)?.syscall !== undefined;

async function reading<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOurs(error) ? error : damaged(what);
  }
}

function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw new ProductError('ARCHIVE_ENCRYPTED');
  if (![STORED, DEFLATED].includes(entry.compressionMethod))
    throw damaged(`${entry.fileName} is packed in an unknown way`);
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let [packed, unpacked, listed] = [0, 0, 0];
  if (zip.entryCount > MAX_ENTRIES)
    throw new ProductError('ARCHIVE_TOO_LARGE', { what: `it has more than ${MAX_ENTRIES} files` });
  for await (const entry of zip.eachEntry()) {
    // Entries that overlap could be read for days.
    packed += entry.compressedSize;
    if (packed > zip.fileSize) throw damaged('its files overlap');
    unpacked += entry.uncompressedSize;
    if (unpacked > MAX_UNPACKED_BYTES)
      throw new ProductError('ARCHIVE_TOO_LARGE', { what: 'unpacked it has more than 8 GB' });
    listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (listed > MAX_LIST_BYTES)
      throw new ProductError('ARCHIVE_TOO_LARGE', {
        what: 'its list of files has more than 48 MB',
      });
    checkEntry(entry);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

/** Some systems unpack what they download, and pack a folder of it again. */
function folderOf(paths: Iterable<string>): string {
  for (const path of paths) {
    const folder = path.slice(0, -MANIFEST.length);
    if (path.endsWith(MANIFEST) && /^(?!__MACOSX)([^/]+\/)?$/.test(folder)) return folder;
  }
  throw new ProductError('NOT_AN_EXPORT');
}

async function* bytesOf(
  zip: ZipFile,
  entry: Entry,
  name: string,
  sha256?: string,
): AsyncGenerator<Buffer> {
  const hash = sha256 === undefined ? undefined : createHash('sha256');
  let sum = 0;
  const stream = await reading(`${name} cannot be read`, () => zip.openReadStreamPromise(entry));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      hash?.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw isOurs(error) ? error : damaged(`${name} cannot be unpacked`);
  } finally {
    stream.destroy();
  }
  if (sum !== entry.crc32 || (hash && hash.digest('hex') !== sha256))
    throw damaged(`${name} is not what was exported`);
}

/**
 * Opens what was exported. Nothing is unpacked yet but the list of what there is. `fd` stays the
 * caller's to close.
 */
export async function openArchive(fd: number, head: Uint8Array): Promise<Archive> {
  if (Buffer.from(head).toString('latin1', 0, 2) !== 'PK') throw new ProductError('NOT_AN_EXPORT');
  const { fromFdPromise } = await import('yauzl');
  const [zip, entries] = await reading('it was cut off or changed', async () => {
    const opened = await fromFdPromise(fd, { autoClose: false });
    return [opened, await listEntries(opened)] as const;
  });
  const folder = folderOf(entries.keys());
  const files = new Map<string, Entry>();
  const rooms: string[] = [];
  for (const [path, entry] of entries) {
    if (!path.startsWith(folder)) continue;
    const [kind, id, name] = path.slice(folder.length).split('/', 3);
    // By the id alone: systems spell names with accents in more than one way.
    if (kind === 'files' && id && name) files.set(id, entry);
    if (id && path === `${folder}rooms/${id}/room.json`) rooms.push(id);
  }
  const entryOf = (path: string): Entry => {
    const entry = entries.get(folder + path);
    if (!entry) throw damaged(`${path} is missing`);
    return entry;
  };
  return {
    rooms,
    has: (path) => entries.has(folder + path),
    sizeOfFile: (fileId) => files.get(fileId)?.uncompressedSize,
    text: (path) => bytesOf(zip, entryOf(path), path),
    file({ id, name, sha256 }) {
      const entry = files.get(id);
      if (!entry) throw damaged(`${name} is missing`);
      return bytesOf(zip, entry, name, sha256);
    },
  };
}
