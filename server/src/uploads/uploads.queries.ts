import { sql } from 'kysely';
import { type Db, isAny, type Tx, countOf } from '../core/db/database.ts';
import type { UploadPartTable, UploadTable } from './uploads.tables.ts';

export const insertUpload = (tx: Tx, upload: UploadTable) =>
  tx.insertInto('uploads').values(upload).execute();

export const findUpload = (
  db: Db,
  uploadId: string,
  now: number,
): Promise<UploadTable | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const listUploadsInto = (db: Db, ownerId: string, now: number): Promise<UploadTable[]> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const countUploadsBy = (db: Db, caller: string, now: number): Promise<number> =>
  countOf(db.selectFrom('uploads').where('caller', '=', caller).where('expires_at', '>', now));

export const listParts = (
  db: Db,
  uploadId: string,
): Promise<Pick<UploadPartTable, 'number' | 'sha256' | 'tag'>[]> =>
  db
    .selectFrom('upload_parts')
    .select(['number', 'sha256', 'tag'])
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .execute();

export const findPart = (
  db: Db,
  uploadId: string,
  number: number,
): Promise<UploadPartTable | undefined> =>
  db
    .selectFrom('upload_parts')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('number', '=', number)
    .executeTakeFirst();

/** False where the upload is over, or the part is there already. */
export async function keepPart(
  tx: Tx,
  part: UploadPartTable,
  size: number,
  now: number,
  expiresAt: number,
): Promise<boolean> {
  const there = tx
    .updateTable('uploads')
    .set((eb) => ({ received: eb('received', '+', size), expires_at: expiresAt }))
    .where('id', '=', part.upload_id)
    .where('expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('upload_parts')
            .select(sql`1`.as('one'))
            .where('upload_id', '=', part.upload_id)
            .where('number', '=', part.number),
        ),
      ),
    );
  if (!(await isAny(there))) return false;
  await tx.insertInto('upload_parts').values(part).execute();
  return true;
}

export async function forgetPart(tx: Tx, part: UploadPartTable, size: number): Promise<void> {
  const { upload_id: id, number, tag } = part;
  const removed = await isAny(
    tx
      .deleteFrom('upload_parts')
      .where('upload_id', '=', id)
      .where('number', '=', number)
      .where('tag', '=', tag),
  );
  if (!removed) return;
  await tx
    .updateTable('uploads')
    .set((eb) => ({ received: eb('received', '-', size) }))
    .where('id', '=', id)
    .execute();
}

/** False where it was finished, discarded or over before. */
export const removeUpload = (tx: Tx, uploadId: string): Promise<boolean> =>
  isAny(tx.deleteFrom('uploads').where('id', '=', uploadId));

export const removeEnded = async (tx: Tx, now: number, limit: number) =>
  tx
    .deleteFrom('uploads')
    .where('id', 'in', (eb) =>
      eb.selectFrom('uploads').select('id').where('expires_at', '<=', now).limit(limit),
    )
    .returning(['id', 'store_token'])
    .execute();

/** The hourly job removes what is there of them. */
export const endUploadsBy = (tx: Tx, caller: string) =>
  tx.updateTable('uploads').set({ expires_at: 0 }).where('caller', '=', caller).execute();

/** Of a desktop that has become a user's. */
export const giveUploadsToUser = (tx: Tx, caller: string, userId: string, by: string) =>
  tx
    .updateTable('uploads')
    .set({ owner_id: userId, caller: by })
    .where('caller', '=', caller)
    .execute();
