import type { Kysely } from 'kysely';

/** Who lost the right to hear of something, for nodes that are not told by Redis. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channel_endings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('endings', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('channel_endings_recent')
    .on('channel_endings')
    .column('created_at')
    .execute();
}
