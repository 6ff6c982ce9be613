import type { Kysely } from 'kysely';

/** The tags of people, and which of their clips carry them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('tags')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('color', 'text', (c) => c.notNull())
    .addUniqueConstraint('tags_name', ['user_id', 'name_key'])
    .execute();

  await schema
    .createTable('clip_tags')
    .addColumn('clip_id', 'text', (c) => c.notNull().references('clips.id').onDelete('cascade'))
    .addColumn('tag_id', 'text', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('clip_tags_key', ['clip_id', 'tag_id'])
    .execute();
  await schema
    .createIndex('clip_tags_tag')
    .on('clip_tags')
    .columns(['tag_id', 'clip_id'])
    .execute();
}
