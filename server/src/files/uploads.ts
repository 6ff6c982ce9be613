import { buffer } from 'node:stream/consumers';
import type { Tx } from '../core/db/database.ts';
import type { ReceivedFile } from '../core/http/uploads.ts';
import { newId } from '../core/ids.ts';
import type { ObjectStorage } from '../core/storage/object-storage.ts';
import type { Files } from './files.ts';
import * as queries from './files.queries.ts';
import type { FileRow, Holder } from './files.queries.ts';
import type { FileTable } from './files.tables.ts';
import { filmTypeOf, mediaTypeOf, safeName } from './names.ts';
import { hasPreview, PREVIEW_TURNS } from './preview.ts';
import { hasPicture } from './tracks.ts';
import { removeUnlessKept } from './unless-kept.ts';

export interface Upload extends ReceivedFile {
  readonly mediaType: string;
  /** Of the file it becomes, where its preview is asked for at once. */
  readonly fileId?: string;
  /** Where it came in parts: ends their upload, or throws UPLOAD_NOT_FOUND where that is over. */
  readonly claim?: (tx: Tx) => Promise<void>;
}

async function mediaTypeIn(
  storage: Pick<ObjectStorage, 'get'>,
  { key, size, head, declaredType }: ReceivedFile,
): Promise<string> {
  const film = filmTypeOf(head);
  const read = async (at: number, length: number) =>
    at >= size
      ? Buffer.alloc(0)
      : buffer(await storage.get(key, { start: at, end: Math.min(size, at + length) - 1 }));
  return mediaTypeOf(head, declaredType, film && (await hasPicture(film, read, size)));
}

export const looked = async ({ storage }: Files, received: ReceivedFile): Promise<Upload> => ({
  ...received,
  mediaType: await mediaTypeIn(storage, received),
});

/** Where the bytes of known content are lost, the new ones take their place first. */
export async function settle(files: Files, { key, sha256 }: ReceivedFile): Promise<void> {
  const { db, storage } = files;
  let known: Awaited<ReturnType<typeof queries.findBlobWith>>;
  try {
    known = await queries.findBlobWith(db, sha256);
    // Asked of new content, too, so that the time it takes does not tell what others have.
    const isLost = known && (await storage.sizeOf(known.id)) !== known.size;
    if (known?.id === key) return;
    if (known && isLost) {
      await storage.put(await storage.get(key), known.id);
      // It may be gone because all that referred to it was deleted in this moment.
      await removeUnlessKept(files, known.id);
    }
  } catch {
    // Out of reach: the hourly job removes what nothing refers to.
    return;
  }
  const removal = removeUnlessKept(files, key);
  if (!known) await removal;
}

export async function addFile(
  tx: Tx,
  upload: Upload,
  holder: Holder,
  now: number,
  isUnseen = false,
): Promise<FileRow> {
  await upload.claim?.(tx);
  const file: FileTable = {
    id: upload.fileId ?? newId(),
    blob_id: await queries.keepContent(tx, {
      id: upload.key,
      sha256: upload.sha256,
      size: upload.size,
      created_at: now,
    }),
    holder_kind: holder.kind,
    holder_id: holder.id,
    name: safeName(upload.name),
    size: upload.size,
    media_type: upload.mediaType,
    created_at: now,
    is_unseen: isUnseen ? 1 : 0,
    preview_turns: hasPreview(upload) ? PREVIEW_TURNS : 0,
  };
  await queries.insertFile(tx, file);
  return { ...file, preview_width: null, preview_height: null };
}
