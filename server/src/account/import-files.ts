import type { ReceivedFile } from '../core/http/uploads.ts';
import { putMeasured } from '../core/storage/put-measured.ts';
import type { Files } from '../files/files.ts';
import { settle } from '../files/uploads.ts';
import type { Archive } from './archive.ts';
import type { ArchivedFile } from './archive-contents.ts';

async function store(
  { storage }: Files,
  archive: Archive,
  file: ArchivedFile,
): Promise<ReceivedFile> {
  return {
    name: file.name,
    declaredType: file.type,
    ...(await putMeasured(storage, archive.file(file))),
    fields: {},
  };
}

/**
 * Unpacks files into the storage, by their ids, for the work that keeps them; what it does not keep
 * is removed.
 */
export async function withUnpacked<T>(
  files: Files,
  archive: Archive,
  wanted: readonly ArchivedFile[],
  work: (unpacked: ReadonlyMap<string, ReceivedFile>) => Promise<T>,
): Promise<T> {
  const unpacked = new Map<string, ReceivedFile>();
  try {
    for (const file of wanted)
      if (!unpacked.has(file.id)) unpacked.set(file.id, await store(files, archive, file));
    return await work(unpacked);
  } finally {
    for (const file of unpacked.values()) await settle(files, file);
  }
}
