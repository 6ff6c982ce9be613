import { type Kysely, sql } from 'kysely';

/**
 * Small pictures of files, one for each content. What strangers sent is unseen until its owner has
 * opened it: no preview is made of it before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('previews')
    .addColumn('blob_id', 'text', (c) => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .addColumn('object_key', 'text')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('size', 'integer', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('previews_object')
    .unique()
    .on('previews')
    .column('object_key')
    .execute();
  await schema
    .alterTable('files')
    .addColumn('is_unseen', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update files set is_unseen = 1 where holder_kind = 'clip'
    and holder_id in (select id from clips where via is not null)`.execute(db);
  await sql`create index files_pictures on files (blob_id)
    where media_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')
    and is_unseen = 0`.execute(db);
}
