import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import { mayGoOn } from '../core/db/sqlite-reader.ts';
import type { BlobTable, FileTable } from './files.tables.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';

export type FileRow = FileTable & {
  readonly preview_width: number | null;
  readonly preview_height: number | null;
};
/** The kind of holder of what is sealed: a link. */
export const SEALED = 'sealed';

export interface Holder {
  readonly kind: string;
  readonly id: string;
}

export async function keepContent(tx: Tx, blob: BlobTable): Promise<string> {
  await tx
    .insertInto('blobs')
    .values(blob)
    .onConflict((c) => c.column('sha256').doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('blobs')
    .select('id')
    .where('sha256', '=', blob.sha256)
    .executeTakeFirstOrThrow();
  return id;
}

export const findBlobWith = async (
  db: Db,
  sha256: string,
): Promise<Pick<BlobTable, 'id' | 'size'> | undefined> =>
  db.selectFrom('blobs').select(['id', 'size']).where('sha256', '=', sha256).executeTakeFirst();

export const insertFile = (tx: Tx, file: FileTable) =>
  tx.insertInto('files').values(file).execute();

export const filesWithPreview = (db: Db) =>
  db
    .selectFrom('files')
    .leftJoin('previews', 'previews.blob_id', 'files.blob_id')
    .selectAll('files')
    .select(['previews.width as preview_width', 'previews.height as preview_height']);

export const findFileWithContent = preparedOne((db, id: string) =>
  filesWithPreview(db)
    .innerJoin('blobs', 'blobs.id', 'files.blob_id')
    .select(['blobs.sha256', 'previews.object_key as preview_key', 'previews.size as preview_size'])
    .where('files.id', '=', id),
);

export const findHeldFile = (db: Db, holder: Holder, id: string): Promise<FileRow | undefined> =>
  filesWithPreview(db)
    .where('files.id', '=', id)
    .where('holder_kind', '=', holder.kind)
    .where('holder_id', '=', holder.id)
    .executeTakeFirst();

export async function listFiles(db: Db, kind: string, holderIds: string[]): Promise<FileRow[]> {
  if (holderIds.length === 0) return [];
  return filesWithPreview(db)
    .where('holder_kind', '=', kind)
    .where('holder_id', 'in', holderIds)
    .orderBy('files.created_at')
    .orderBy('files.id')
    .execute();
}

export async function moveFiles(tx: Tx, ids: readonly string[], { kind, id }: Holder) {
  if (ids.length === 0) return;
  await tx
    .updateTable('files')
    .set({ holder_kind: kind, holder_id: id })
    .where('id', 'in', ids)
    .execute();
}

export const removeFile = (tx: Tx, id: string) =>
  tx.deleteFrom('files').where('id', '=', id).execute();

export async function removeFilesOf(tx: Tx, kind: string, holderIds: string[]): Promise<string[]> {
  if (holderIds.length === 0) return [];
  const deleted = await tx
    .deleteFrom('files')
    .where('holder_kind', '=', kind)
    .where('holder_id', 'in', holderIds)
    .returning('blob_id')
    .execute();
  return [...new Set(deleted.map((file) => file.blob_id))];
}

/** Of all links of a person. */
export const removeSealedOf = async (tx: Tx, userId: string): Promise<string[]> =>
  (
    await tx
      .deleteFrom('files')
      .where('holder_kind', '=', SEALED)
      .where('holder_id', 'in', (eb) =>
        eb.selectFrom('links').select('id').where('user_id', '=', userId),
      )
      .returning('blob_id')
      .execute()
  ).map((file) => file.blob_id);

/** Of these keys those under which the bytes of a file, a preview or an upload belong. */
export async function existingObjects(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const blobs = db.selectFrom('blobs').select('id').where('id', 'in', keys);
  const previews = db
    .selectFrom('previews')
    .select('object_key as id')
    .where('object_key', 'in', keys);
  const uploads = db.selectFrom('uploads').select('id').where('id', 'in', keys);
  return new Set(idsOf(await blobs.unionAll(previews).unionAll(uploads).execute()));
}

const isUnreferenced = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'blobs'>) =>
  not(
    exists(
      selectFrom('files')
        .select(sql`1`.as('one'))
        .whereRef('files.blob_id', '=', 'blobs.id'),
    ),
  );

export const listUnreferencedBlobs = async (db: Db, limit: number): Promise<string[]> =>
  idsOf(await db.selectFrom('blobs').select('id').where(isUnreferenced).limit(limit).execute());

/** Their previews go with them. Returns the keys of the bytes of both. */
export async function removeUnreferencedBlobs(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const previews = await tx
    .selectFrom('previews')
    .select(['blob_id', 'object_key'])
    .where('blob_id', 'in', ids)
    .orderBy('blob_id')
    .execute();
  const unreferenced = tx.deleteFrom('blobs').where('id', 'in', ids).where(isUnreferenced);
  const removed = idsOf(await unreferenced.returning('id').execute());
  const keys = previews.filter(({ blob_id: id }) => removed.includes(id));
  return [...removed, ...keys.map((each) => each.object_key)];
}

export async function knowsNobody(db: Db): Promise<boolean> {
  for (const table of ['users', 'desktops', 'blobs'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** Null, or undefined, where it is as the server says. */
export const findStorageMb = async (db: Db, userId: string): Promise<number | null | undefined> =>
  (await db.selectFrom('users').select('storage_mb').where('id', '=', userId).executeTakeFirst())
    ?.storage_mb;

/** What open uploads have still to bring. */
export async function sumComing(scans: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`select
    cast(sum(size - received) as bigint) as bytes from uploads
    where ${mayGoOn(scans, sql.ref('id'))}`.execute(scans);
  return rows[0]?.bytes ?? 0;
}
