import type { Tx } from '../core/db/database.ts';
import { receiveFile, type ReceivedFile, type UploadRequest } from '../core/http/uploads.ts';
import { newId } from '../core/ids.ts';
import type { Files } from './files.ts';
import * as queries from './files.queries.ts';
import type { FileRow, Holder } from './files.queries.ts';
import { mediaTypeOf, safeName } from './names.ts';

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

/** Where the bytes of known content are lost, the new ones take their place first. */
export async function settle(files: Files, { key, sha256 }: ReceivedFile): Promise<void> {
  const { db, storage } = files;
  try {
    const known = await queries.findBlobWith(db, sha256);
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

/** A commit whose answer was lost may have kept the bytes: the store is asked. */
async function removeUnlessKept(files: Files, key: string): Promise<void> {
  try {
    const kept = await queries.existingBlobs(files.db, [key]);
    if (!kept.has(key)) await files.storage.remove(key);
  } catch {}
}

export async function addFile(
  tx: Tx,
  received: ReceivedFile,
  holder: Holder,
  now: number,
): Promise<FileRow> {
  const file: FileRow = {
    id: newId(),
    blob_id: await queries.keepContent(tx, {
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
  await queries.insertFile(tx, file);
  return file;
}
