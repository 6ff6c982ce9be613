import type { Kysely } from 'kysely';

/** Who lost the right to hear of something, for nodes that are not told by Redis. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channel_endings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ending', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}
