import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { type Archive, damaged } from './archive.ts';
import {
  type ArchivedFile,
  checkManifest,
  MAX_THINGS,
  readClips,
  readDesktop,
  readRoom,
  readRoomItems,
  readTags,
} from './archive-contents.ts';

/**
 * A file that an export lists may have been deleted while it was written; one that is too large is
 * not taken either.
 */
export const isTakeable = (archive: Archive, file: ArchivedFile): boolean =>
  (archive.sizeOfFile(file.id) ?? Infinity) <= MAX_FILE_BYTES;

/** After so many things, and so many bytes, it is asked whether the caller still waits. */
const ASKED_EVERY = 500;
const ASKED_EVERY_BYTES = 1024 * 1024;

interface Check {
  readonly archive: Archive;
  readonly goOn: () => Promise<void>;
  readonly listed: Set<string>;
  things: number;
}

/** The same archive, asking on its way. */
function asking(archive: Archive, goOn: () => Promise<void>): Archive {
  let unpacked = 0;
  async function* asked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      unpacked += chunk.length;
      if (unpacked >= ASKED_EVERY_BYTES) {
        unpacked = 0;
        await goOn();
      }
      yield chunk;
    }
  }
  return {
    ...archive,
    text: (path) => asked(archive.text(path)),
    file: (file) => asked(archive.file(file)),
  };
}

/** A file has one thing that holds it, so each is unpacked once. */
async function checkFile({ archive, goOn, listed }: Check, file: ArchivedFile | null) {
  if (!file || !isTakeable(archive, file)) return;
  if (listed.has(file.id)) throw damaged(`${file.name} is listed twice`);
  listed.add(file.id);
  await goOn();
  for await (const chunk of archive.file(file)) void chunk;
}

async function count(check: Check): Promise<void> {
  check.things += 1;
  if (check.things > MAX_THINGS)
    throw new ProductError('ARCHIVE_TOO_LARGE', {
      what: `it has more than ${MAX_THINGS} entries`,
    });
  if (check.things % ASKED_EVERY === 0) await check.goOn();
}

/**
 * Reads the whole archive once, before anything is taken from it: what is damaged is found out
 * while there is nothing to undo. Throws what is wrong with it, or what `goOn` throws.
 */
export async function checkArchive(unchecked: Archive, goOn: () => Promise<void>): Promise<void> {
  const archive = asking(unchecked, goOn);
  await checkManifest(archive);
  const check: Check = { archive, goOn, listed: new Set(), things: 0 };
  for await (const tag of readTags(archive)) {
    void tag;
    await count(check);
  }
  for await (const clip of readClips(archive)) {
    await count(check);
    for (const file of clip.files) await checkFile(check, file);
  }
  for await (const item of readDesktop(archive)) {
    await count(check);
    await checkFile(check, item.file);
  }
  for (const id of archive.rooms) {
    await count(check);
    await readRoom(archive, id);
    for await (const item of readRoomItems(archive, id)) {
      await count(check);
      await checkFile(check, item.file);
    }
  }
}
