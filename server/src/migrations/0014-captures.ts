import { type Kysely, sql, SqliteAdapter } from 'kysely';

/** SQLite reads through a long text to reach what stands behind it, so the text is last again. */
async function moveTextToEnd(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clips add column new_content text not null default ''`.execute(db);
  await sql`update clips set new_content = content`.execute(db);
  await sql`alter table clips drop column content`.execute(db);
  await sql`alter table clips rename column new_content to content`.execute(db);
}

/** Clips that clients save under ids of their own, and the files that they announce with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('clips').addColumn('capture_id', 'text').execute();
  await schema
    .alterTable('clips')
    .addColumn('awaited_files', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  if (db.getExecutor().adapter instanceof SqliteAdapter) await moveTextToEnd(db);
  await sql`create index clips_awaiting on clips (user_id) where awaited_files > 0`.execute(db);

  await schema
    .createTable('captures')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('capture_id', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('clip_id', 'text', (c) => c.references('clips.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('forget_at', 'bigint')
    .addPrimaryKeyConstraint('captures_key', ['user_id', 'capture_id'])
    .execute();
  await schema.createIndex('captures_clip').on('captures').column('clip_id').execute();
  await sql`create index captures_gone on captures (forget_at) where clip_id is null`.execute(db);

  await schema
    .createTable('capture_parts')
    .addColumn('clip_id', 'text', (c) => c.notNull().references('clips.id').onDelete('cascade'))
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('file_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('capture_parts_key', ['clip_id', 'part'])
    .execute();
}
