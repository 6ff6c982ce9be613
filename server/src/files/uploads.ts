import type { Tx } from '../core/db/database.ts';
import { receiveFile, type ReceivedFile, type UploadRequest } from '../core/http/uploads.ts';
import { newId } from '../core/ids.ts';
import type { Files } from './files.ts';
import {
  existingBlobs,
  type FileRow,
  findBlobWith,
  type Holder,
  insertFile,
  keepContent,
} from './files.queries.ts';
import { mediaTypeOf, safeName } from './names.ts';

/**
 * Receives a file and hands it to the work, which keeps it with `addFile` in a transaction of its
 * own. Whatever happens then, bytes that no blob refers to are removed: the work failed, or the
 * same content was stored before.
 */
export async function withUpload<T>(
  files: Files,
  request: UploadRequest,
  allowedFields: readonly string[],
  work: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const received = await receiveFile(request, files.storage, allowedFields);
  try {
    return await work(received);
  } finally {
    await settle(files, received);
  }
}

/**
 * Removes bytes that the work did not keep, or whose content was stored before. Where those of
 * before are lost, as when files were restored in part, the new ones take their place first.
 */
export async function settle(files: Files, { key, sha256 }: ReceivedFile): Promise<void> {
  const { db, storage } = files;
  try {
    const known = await findBlobWith(db, sha256);
    if (known?.id === key) return;
    if (known && (await storage.sizeOf(known.id)) !== known.size) {
      await storage.put(await storage.get(key), known.id);
      // It may be gone because all that referred to it was deleted in this moment.
      await removeUnlessKept(files, known.id);
    }
  } catch {
    // Out of reach: the hourly job removes what nothing refers to.
    return;
  }
  await removeUnlessKept(files, key);
}

/**
 * Asks the store instead of trusting the outcome: a commit whose answer was lost may have kept the
 * bytes.
 */
async function removeUnlessKept(files: Files, key: string): Promise<void> {
  try {
    const kept = await existingBlobs(files.db, [key]);
    if (!kept.has(key)) await files.storage.remove(key);
  } catch {
    // The store is out of reach: the hourly job removes what nothing refers to.
  }
}

/**
 * Makes the received file a file of the holder. Content that is known already is referred to, not
 * kept twice.
 */
export async function addFile(
  tx: Tx,
  received: ReceivedFile,
  holder: Holder,
  now: number,
): Promise<FileRow> {
  const file: FileRow = {
    id: newId(),
    blob_id: await keepContent(tx, {
      id: received.key,
      sha256: received.sha256,
      size: received.size,
      created_at: now,
    }),
    holder_kind: holder.kind,
    holder_id: holder.id,
    name: safeName(received.name),
    size: received.size,
    media_type: mediaTypeOf(received.head, received.declaredType),
    created_at: now,
  };
  await insertFile(tx, file);
  return file;
}
