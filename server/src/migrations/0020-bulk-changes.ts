import type { Kysely } from 'kysely';

/** What was done to many clips at once, for as long as it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('bulk_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('tag_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('clip_ids', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('bulk_changes_user').on('bulk_changes').column('user_id').execute();
  await schema
    .createIndex('bulk_changes_created')
    .on('bulk_changes')
    .column('created_at')
    .execute();
}
