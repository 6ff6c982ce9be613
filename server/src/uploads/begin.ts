import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_UPLOADS } from '@clipline/contract/limits.ts';
import type { beginRoomUpload, Upload } from '@clipline/contract/schemas/uploads.ts';
import type { App } from '../core/app.ts';
import type { Db, Tx } from '../core/db/database.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import type { Call, Repeating } from '../core/http/serve.ts';
import { fileTooLarge } from '../core/http/uploads.ts';
import { FIRST_PART_MS, FIRST_PART_SIGNED_OUT_MS, uploadLimit } from './uploads.limits.ts';
import { countUploadsBy, findUpload, insertUpload } from './uploads.queries.ts';
import type { UploadTable } from './uploads.tables.ts';
import { presentUpload } from './uploads.ts';

export interface Place extends Pick<
  UploadTable,
  'place_kind' | 'place_id' | 'owner_id' | 'caller'
> {
  /** Others bring it. */
  readonly isSent: boolean;
  readonly maxUploads?: number;
  readonly maxBytes?: number;
  /** Throws where no file of so many bytes can be added as things are. */
  readonly requireCapacity?: (size: number) => void;
}

async function requireFew(db: Db, { caller, maxUploads: max = MAX_UPLOADS }: Place) {
  if ((await countUploadsBy(db, caller, Date.now())) >= max)
    throw new ProductError('TOO_MANY_UPLOADS', { max });
}

type Beginning = Pick<Call<typeof beginRoomUpload>, 'body' | 'request' | 'create'>;

/** `find` refuses as the upload call of the place does; with a transaction it makes the place. */
export async function beginUpload(
  app: App,
  call: Beginning,
  find: (on: Db, tx?: Tx) => Promise<Place>,
): Promise<Upload> {
  const { user, address } = call.request.call;
  const { storage, files } = app;
  const place = await find(app.db);
  const { name, size, type = '' } = call.body;
  const { owner_id: userId, isSent, maxBytes = files.maxFileBytes } = place;
  if (size > maxBytes) throw fileTooLarge(name, maxBytes);
  place.requireCapacity?.(size);
  await app.limits.take(uploadLimit, user?.id ?? limitKeysOf({ address }).own);
  return app.uploads.beginnings.run(userId ?? '', async () => {
    await requireFew(app.db, place);
    await call.request.call.requireSpace(size, { userId, isSent });
    let isBegun = false;
    const content = await storage.parts.begin();
    try {
      const upload = await call.create(async (tx) => {
        const { place_kind, place_id, owner_id, caller, ...found } = await find(tx, tx);
        await requireFew(tx, { place_kind, place_id, owner_id, caller, ...found });
        const now = Date.now();
        const row: UploadTable = {
          id: content.key,
          name,
          size,
          media_type: type,
          place_kind,
          place_id,
          owner_id,
          caller,
          store_token: content.token,
          received: 0,
          created_at: now,
          expires_at: now + (user ? FIRST_PART_MS : FIRST_PART_SIGNED_OUT_MS),
        };
        await insertUpload(tx, row);
        return presentUpload(tx, row);
      });
      isBegun = upload.id === content.key;
      return upload;
    } finally {
      // A repeat that came at the same time has begun it already.
      if (!isBegun) {
        app.requireSpace.lookAgain(userId);
        await storage.parts.abandon(content).catch(() => {});
      }
    }
  });
}

const ofUser: Repeating = {
  callerOf: async ({ call: { user, address } }) => user?.id ?? address,
  onRepeat: async () => {},
};

/** The same upload, as it is now. Throws UPLOAD_NOT_FOUND once it is over. */
export const repeatingUpload = ({ db }: App, repeating = ofUser): Repeating => ({
  ...repeating,
  async complete(kept) {
    const { id } = JSON.parse(kept) as Upload;
    const upload = await findUpload(db, id, Date.now());
    if (!upload) throw new ProductError('UPLOAD_NOT_FOUND');
    return JSON.stringify(await presentUpload(db, upload));
  },
});
