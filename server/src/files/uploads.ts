import type { Tx } from '../core/db/database.ts';
import { receiveFile, type ReceivedFile, type UploadRequest } from '../core/http/uploads.ts';
import { newId } from '../core/ids.ts';
import type { Files } from './files.ts';
import * as queries from './files.queries.ts';
import type { FileRow, Holder } from './files.queries.ts';
import type { FileTable } from './files.tables.ts';
import { isPicture, mediaTypeOf, safeName } from './names.ts';
import { wantPreview } from './previews.ts';
import { findPreview } from './previews.queries.ts';
import { removeUnlessKept } from './unless-kept.ts';

export async function withUpload<T>(
  files: Files,
  request: UploadRequest,
  allowedFields: readonly string[],
  work: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const received = await receiveFile(request, files.storage, allowedFields);
  try {
    const result = await work(received);
    void wantPreviewOf(files, received, request.call.user?.id ?? request.call.address);
    return result;
  } finally {
    await settle(files, received);
  }
}

async function wantPreviewOf(files: Files, { sha256, head }: ReceivedFile, from: string) {
  if (!isPicture(mediaTypeOf(head, undefined))) return;
  const blob = await queries.findBlobWith(files.db, sha256).catch(() => undefined);
  if (blob) wantPreview(files.previews, blob.id, from);
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

export async function addFile(
  tx: Tx,
  received: ReceivedFile,
  holder: Holder,
  now: number,
  isUnseen = false,
): Promise<FileRow> {
  const file: FileTable = {
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
    is_unseen: isUnseen ? 1 : 0,
  };
  await queries.insertFile(tx, file);
  const preview = isPicture(file.media_type) ? await findPreview(tx, file.blob_id) : undefined;
  const { width = null, height = null } = preview ?? {};
  return { ...file, preview_width: width, preview_height: height };
}
