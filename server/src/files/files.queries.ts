import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { BlobTable, FileTable } from './files.tables.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';

export type FileRow = FileTable & {
  readonly preview_width: number | null;
  readonly preview_height: number | null;
};
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

/** Of these keys those under which the bytes of a file or a preview belong. */
export async function existingObjects(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const blobs = db.selectFrom('blobs').select('id').where('id', 'in', keys);
  const previews = db
    .selectFrom('previews')
    .select((eb) => eb.ref('object_key').$castTo<string>().as('id'))
    .where('object_key', 'in', keys);
  return new Set(idsOf(await blobs.unionAll(previews).execute()));
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
  return [...removed, ...keys.flatMap(({ object_key: key }) => key ?? [])];
}

export async function knowsNobody(db: Db): Promise<boolean> {
  for (const table of ['users', 'desktops', 'blobs'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** A row takes room of its own, however short its text is. */
export const ROW_BYTES = 512;

export const bytesOfFiles = (kind: string, id: string) =>
  sql`coalesce((select sum(size) from files
    where holder_kind = ${sql.lit(kind)} and holder_id = ${sql.ref(id)}), 0)`;
export const bytesOfVersions = (table: 'clip_versions' | 'content_versions', id: string) =>
  sql`coalesce((select sum(bytes) from ${sql.table(table)} where thing_id = ${sql.ref(id)}), 0)`;

/** What was deleted counts as long as it can be brought back. */
export async function sumStored(db: Db, userId: string | null): Promise<number> {
  const row = sql.lit(ROW_BYTES);
  const mine = userId === null ? sql`user_id is null` : sql`user_id = ${userId}`;
  const rowsAlone = (table: string) =>
    sql`select ${row} * count(*) from ${sql.table(table)} where ${mine}`;
  const parts = [
    sql`select sum(byte_count + ${row} * item_count) as bytes from desktops where ${mine}`,
    sql`select sum(bytes + ${row}) from desktop_items where deleted_at is not null
      and desktop_id in (select id from desktops where ${mine})`,
    sql`select sum(octet_length(reply) + ${row}) from once
      where clip_id is null and ${mine}`,
  ];
  if (userId !== null)
    parts.push(
      sql`select sum(octet_length(content) + ${row} + ${bytesOfFiles('version', 'clips.id')}
        + case when file_count = 0 then 0 else ${bytesOfFiles('clip', 'clips.id')} end
        + ${bytesOfVersions('clip_versions', 'clips.id')}) from clips where ${mine}`,
      sql`select sum(octet_length(content) + ${row}
        + case when type = 'text' then 0 else ${bytesOfFiles('room', 'room_content.id')} end
        + ${bytesOfVersions('content_versions', 'room_content.id')})
        from room_content where ${mine}`,
      sql`${rowsAlone('links')} and clip_id is null`,
      rowsAlone('imports'),
      sql`select ${row} * count(*) from rooms
        left join room_activity on room_activity.room_id = rooms.id
        where owner_id = ${userId} and deleted_at is not null`,
    );
  const { rows } = await sql<{ bytes: number }>`
    select cast(coalesce(sum(bytes), 0) as bigint) as bytes
    from (${sql.join(parts, sql` union all `)}) as stored`.execute(db);
  return rows[0]?.bytes ?? 0;
}
