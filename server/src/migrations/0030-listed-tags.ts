import { type Kysely, sql } from 'kysely';

/** How many clips that lists show carry a tag is counted by an index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('clip_tags')
    .addColumn('listed', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await sql`update clip_tags set listed = 0 where clip_id in
    (select id from clips where saved_at is null or deleted_at is not null)`.execute(db);
  await schema.dropIndex('clip_tags_tag').execute();
  await schema
    .createIndex('clip_tags_listed')
    .on('clip_tags')
    .columns(['tag_id', 'listed', 'clip_id'])
    .execute();
}
