import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { BlobTable, FileTable } from './files.tables.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';

export type FileRow = FileTable;
/** What holds a file: the kind tells which module, the id which of its things. */
export interface Holder {
  readonly kind: string;
  readonly id: string;
}

/** Keeps the content unless it is kept already; returns the id of the blob that has it. */
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

export const findFileWithContent = preparedOne((db, id: string) =>
  db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.id', 'files.blob_id')
    .selectAll('files')
    .select('blobs.sha256')
    .where('files.id', '=', id),
);

export const findHeldFile = (db: Db, holder: Holder, id: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('holder_kind', '=', holder.kind)
    .where('holder_id', '=', holder.id)
    .executeTakeFirst();

/** The files of many holders at once, oldest first. */
export async function listFiles(db: Db, kind: string, holderIds: string[]): Promise<FileRow[]> {
  if (holderIds.length === 0) return [];
  return db
    .selectFrom('files')
    .selectAll()
    .where('holder_kind', '=', kind)
    .where('holder_id', 'in', holderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Gives files another holder; what they are stays. */
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

/** Removes every file of some holders; returns the blobs they referred to. */
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

/** Which of these blobs exist. */
export async function existingBlobs(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const blobs = await db.selectFrom('blobs').select('id').where('id', 'in', ids).execute();
  return new Set(idsOf(blobs));
}

const isUnreferenced = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'blobs'>) =>
  not(
    exists(
      selectFrom('files')
        .select(sql`1`.as('one'))
        .whereRef('files.blob_id', '=', 'blobs.id'),
    ),
  );

export async function listUnreferencedBlobs(db: Db, limit: number): Promise<string[]> {
  const blobs = await db
    .selectFrom('blobs')
    .select('id')
    .where(isUnreferenced)
    .limit(limit)
    .execute();
  return idsOf(blobs);
}

/** Removes a blob if nothing refers to it; false when something does or when it was gone. */
export async function removeUnreferencedBlobs(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const removed = await tx
    .deleteFrom('blobs')
    .where('id', 'in', ids)
    .where(isUnreferenced)
    .returning('id')
    .execute();
  return idsOf(removed);
}

/** Neither a person nor a desktop nor a file: nothing has ever been stored. */
export async function knowsNobody(db: Db): Promise<boolean> {
  for (const table of ['users', 'desktops', 'blobs'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}
