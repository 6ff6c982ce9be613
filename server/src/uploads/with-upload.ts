import { buffer } from 'node:stream/consumers';
import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import type { Finishing } from '../core/http/serve.ts';
import { fileTooLarge, receive, type ReceivedFile, type Reception } from '../core/http/uploads.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import { newId } from '../core/ids.ts';
import { HEAD_BYTES, ObjectMissing } from '../core/storage/object-storage.ts';
import { looked, settle, type Upload } from '../files/uploads.ts';
import { OPAQUE_TYPE } from '../files/names.ts';
import { hasPreview } from '../files/preview.ts';
import { wantPreview } from '../files/previews.ts';
import { identityOf } from './identity.ts';
import { listParts, removeUpload } from './uploads.queries.ts';
import { countOfParts, requireUpload } from './uploads.ts';

export interface Adding {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Bounds = Pick<Reception, 'maxBytes' | 'tooLarge'>;

interface Arriving {
  readonly fields?: readonly string[];
  readonly ownerId: string | null;
  /** Bytes that tell nothing, with bounds of their own. */
  readonly sealed?: Bounds;
}

type Finished = ReceivedFile & Pick<Upload, 'claim'>;

/** What came in parts, as if it had come as a whole; it is gone with the commit that adds it. */
async function finishUpload(
  app: App,
  { request, reply }: Adding,
  { uploadId }: Finishing,
  { ownerId, maxBytes, tooLarge }: Bounds & Pick<Arriving, 'ownerId'>,
): Promise<Finished> {
  const { db, storage } = app;
  const upload = await requireUpload(app, request, reply, uploadId);
  const { id: key, name, size, media_type: declared, store_token: token } = upload;
  if (upload.owner_id !== ownerId) throw new ProductError('UPLOAD_NOT_FOUND');
  if (size > maxBytes) throw tooLarge(name);
  const parts = await listParts(db, key);
  const missing = countOfParts(upload) - parts.length;
  if (missing > 0) throw new ProductError('UPLOAD_INCOMPLETE', { file: name, missing });
  try {
    await storage.parts.finish(
      { key, token },
      parts.map(({ tag }) => tag),
    );
    const head = await buffer(
      await storage.get(key, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 }),
    );
    const sha256 = identityOf(parts.map((part) => Buffer.from(part.sha256, 'base64url')));
    const claim: Finished['claim'] = async (tx) => {
      if (!(await removeUpload(tx, key))) throw new ProductError('UPLOAD_NOT_FOUND');
    };
    return {
      key,
      size,
      sha256,
      head,
      name,
      declaredType: declared || undefined,
      fields: {},
      claim,
    };
  } catch (error) {
    // Discarded, or finished elsewhere, in this moment.
    throw error instanceof ObjectMissing ? new ProductError('UPLOAD_NOT_FOUND') : error;
  }
}

/** The one way from a call to a file: what comes with it, or came before in parts. */
export async function withUpload<T>(
  app: App,
  adding: Adding,
  { fields = [], ownerId, sealed }: Arriving,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const { files } = app;
  const { user, address, finishing } = adding.request.call;
  const bounds = sealed ?? {
    maxBytes: files.maxFileBytes,
    tooLarge: (name: string) => fileTooLarge(name, files.maxFileBytes),
  };
  const received = finishing
    ? await finishUpload(app, adding, finishing, { ownerId, ...bounds })
    : await receive(adding.request, { storage: files.storage, ...bounds }, fields);
  try {
    const upload = sealed ? { ...received, mediaType: OPAQUE_TYPE } : await looked(files, received);
    const fileId = newId();
    const result = await work({ ...upload, fileId });
    if (hasPreview(upload))
      wantPreview(files.previews, fileId, user?.id ?? limitKeysOf({ address }).own);
    return result;
  } finally {
    await settle(files, received);
  }
}
