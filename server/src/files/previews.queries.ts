import { sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import { idsOf } from '../core/ids.ts';
import { type FileRow, filesWithPreview, type Holder } from './files.queries.ts';
import type { FileTable, PreviewTable } from './files.tables.ts';

/** As the index of them spells it, or it would not be used. */
const waiting = (db: Db) =>
  db
    .selectFrom('files')
    .where('preview_turns', '>', sql.lit(0))
    .where('is_unseen', '=', sql.lit(0));

export const listWaiting = async (db: Db, after: string, limit: number): Promise<string[]> =>
  idsOf(
    await waiting(db).select('id').where('id', '>', after).orderBy('id').limit(limit).execute(),
  );

export const findWaiting = (db: Db, id: string): Promise<Pick<FileTable, 'blob_id'> | undefined> =>
  waiting(db).select('blob_id').where('id', '=', id).executeTakeFirst();

const integer = (value: number) => sql<number>`cast(${value} as integer)`;

/** Unless there is one already, or its content is gone. */
export const insertPreview = (db: Db, preview: PreviewTable) =>
  db
    .insertInto('previews')
    .columns(['blob_id', 'object_key', 'width', 'height', 'size'])
    .expression((eb) =>
      eb
        .selectFrom('blobs')
        .select([
          'id',
          sql<string>`cast(${preview.object_key} as text)`.as('object_key'),
          integer(preview.width).as('width'),
          integer(preview.height).as('height'),
          integer(preview.size).as('size'),
        ])
        .where('id', '=', preview.blob_id),
    )
    .onConflict((conflict) => conflict.column('blob_id').doNothing())
    .execute();

export const useTurn = (db: Db, id: string) =>
  db
    .updateTable('files')
    .set((eb) => ({ preview_turns: eb('preview_turns', '-', 1) }))
    .where('id', '=', id)
    .where('preview_turns', '>', 0)
    .execute();

export async function endTurns(db: Db, id: string): Promise<FileRow | undefined> {
  await db.updateTable('files').set({ preview_turns: 0 }).where('id', '=', id).execute();
  return filesWithPreview(db).where('files.id', '=', id).executeTakeFirst();
}

/** Returns those that wait for a preview. */
export async function markSeen(db: Db, { kind, id }: Holder): Promise<string[]> {
  const seen = await db
    .updateTable('files')
    .set({ is_unseen: 0 })
    .where('holder_kind', '=', kind)
    .where('holder_id', '=', id)
    .where('is_unseen', '=', 1)
    .returning(['id', 'preview_turns'])
    .execute();
  return idsOf(seen.filter((file) => file.preview_turns > 0));
}
