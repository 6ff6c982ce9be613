import { type Kysely, sql } from 'kysely';

/**
 * A file shows its preview once its own turn to be drawn has come, and what took too long has more
 * than one. What was kept as if it could not be decoded may only have been slow: it is drawn anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('files')
    .addColumn('preview_turns', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`delete from previews where object_key is null`.execute(db);
  await sql`update files set preview_turns = 4
    where media_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')
    and not exists (select 1 from previews where previews.blob_id = files.blob_id)`.execute(db);
  await sql`drop index files_pictures`.execute(db);
  await sql`create index files_waiting on files (id)
    where preview_turns > 0 and is_unseen = 0`.execute(db);
}
