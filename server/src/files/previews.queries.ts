import { sql } from 'kysely';
import { type Db, isAny } from '../core/db/database.ts';
import { type FileRow, filesWithPreview, type Holder } from './files.queries.ts';
import type { FileTable, PreviewTable } from './files.tables.ts';

/** As the index of them spells it, or it would not be used. */
const isSeenPicture = sql<boolean>`media_type in
  ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif') and is_unseen = 0`;

const unpreviewed = (db: Db) =>
  db
    .selectFrom('files')
    .select('blob_id')
    .distinct()
    .where(isSeenPicture)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('previews')
            .select('previews.blob_id')
            .whereRef('previews.blob_id', '=', 'files.blob_id'),
        ),
      ),
    );

export async function listUnpreviewed(db: Db, after: string, limit: number): Promise<string[]> {
  const blobs = unpreviewed(db).where('blob_id', '>', after).orderBy('blob_id').limit(limit);
  return (await blobs.execute()).map((each) => each.blob_id);
}

export const isUnpreviewed = (db: Db, blobId: string): Promise<boolean> =>
  isAny(unpreviewed(db).where('blob_id', '=', blobId));

const integer = (value: number | null) => sql<number | null>`cast(${value} as integer)`;

/** False where there is one already, or its content is gone. */
export const insertPreview = (db: Db, preview: PreviewTable): Promise<boolean> =>
  isAny(
    db
      .insertInto('previews')
      .columns(['blob_id', 'object_key', 'width', 'height', 'size'])
      .expression((eb) =>
        eb
          .selectFrom('blobs')
          .select([
            'id',
            sql<string | null>`cast(${preview.object_key} as text)`.as('object_key'),
            integer(preview.width).as('width'),
            integer(preview.height).as('height'),
            integer(preview.size).$castTo<number>().as('size'),
          ])
          .where('id', '=', preview.blob_id),
      )
      .onConflict((conflict) => conflict.column('blob_id').doNothing())
      .returning('blob_id'),
  );

export const findPreview = (db: Db, blobId: string) =>
  db
    .selectFrom('previews')
    .select(['object_key', 'width', 'height', 'size'])
    .where('blob_id', '=', blobId)
    .executeTakeFirst();

/** Where a preview is to be shown, the newest first. */
export const listPreviewed = (db: Db, blobId: string, limit: number): Promise<FileRow[]> =>
  filesWithPreview(db)
    .where('files.blob_id', '=', blobId)
    .where('is_unseen', '=', 0)
    .orderBy('files.created_at', 'desc')
    .orderBy('files.id')
    .limit(limit)
    .execute();

/** Returns the contents of those that were unseen. */
export async function markSeen(db: Db, { kind, id }: Holder): Promise<FileTable['blob_id'][]> {
  const seen = await db
    .updateTable('files')
    .set({ is_unseen: 0 })
    .where('holder_kind', '=', kind)
    .where('holder_id', '=', id)
    .where('is_unseen', '=', 1)
    .returning('blob_id')
    .execute();
  return seen.map((file) => file.blob_id);
}
