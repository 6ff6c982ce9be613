import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Files that come in parts, and how much each person may store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('place_kind', 'text', (c) => c.notNull())
    .addColumn('place_id', 'text')
    .addColumn('owner_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('caller', 'text', (c) => c.notNull())
    .addColumn('store_token', 'text', (c) => c.notNull())
    .addColumn('received', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['owner_id', 'caller', 'place_id', 'expires_at'] as const)
    await schema.createIndex(`uploads_${column}`).on('uploads').column(column).execute();
  await schema
    .createTable('upload_parts')
    .addColumn('upload_id', 'text', (c) => c.notNull().references('uploads.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('tag', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_parts_key', ['upload_id', 'number'])
    .execute();
  await schema.alterTable('users').addColumn('storage_mb', 'integer').execute();
  // A file there may have more than 2 GB; SQLite's integers hold it already.
  if (!(db.getExecutor().adapter instanceof SqliteAdapter))
    await sql`alter table desktop_items alter column bytes type bigint`.execute(db);
}
