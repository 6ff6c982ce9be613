import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { Archive } from './archive.ts';
import {
  type ArchivedFile,
  checkManifest,
  readClips,
  readDesktop,
  readRoom,
  readRoomItems,
} from './archive-contents.ts';

/**
 * A file that an export lists may have been deleted while it was written; one that is too large is
 * not taken either.
 */
export const isTakeable = (archive: Archive, file: ArchivedFile): boolean =>
  (archive.sizeOfFile(file.id) ?? Infinity) <= MAX_FILE_BYTES;

async function checkFile(archive: Archive, file: ArchivedFile | null): Promise<void> {
  if (!file || !isTakeable(archive, file)) return;
  for await (const chunk of archive.file(file)) void chunk;
}

/**
 * Reads the whole archive once, before anything is taken from it: what is damaged is found out
 * while there is nothing to undo. Throws what is wrong with it.
 */
export async function checkArchive(archive: Archive): Promise<void> {
  await checkManifest(archive);
  for await (const clip of readClips(archive))
    for (const file of clip.files) await checkFile(archive, file);
  for await (const item of readDesktop(archive)) await checkFile(archive, item.file);
  for (const id of archive.rooms) {
    await readRoom(archive, id);
    for await (const item of readRoomItems(archive, id)) await checkFile(archive, item.file);
  }
}
