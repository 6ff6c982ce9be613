import { type Kysely, sql, SqliteAdapter } from 'kysely';

/** SQLite reads through a long text to reach what stands behind it, so the text is last again. */
async function moveTextToEnd(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clips add column new_content text not null default ''`.execute(db);
  await sql`update clips set new_content = content`.execute(db);
  await sql`alter table clips drop column content`.execute(db);
  await sql`alter table clips rename column new_content to content`.execute(db);
}

/** Links that can be limited and taken back, and addresses that can be closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('users')
    .addColumn('new_clips_open', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await schema
    .alterTable('clips')
    .addColumn('address_open', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await schema.alterTable('clips').addColumn('burns_at', 'bigint').execute();
  await schema.alterTable('clips').addColumn('via', 'text').execute();
  if (db.getExecutor().adapter instanceof SqliteAdapter) await moveTextToEnd(db);
  await sql`create index clips_burning on clips (burns_at) where burns_at is not null`.execute(db);

  await schema
    .createTable('links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('clip_id', 'text', (c) => c.references('clips.id').onDelete('set null'))
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('access', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('max_views', 'integer')
    .addColumn('views', 'integer', (c) => c.notNull())
    .addColumn('burn', 'integer', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('notify', 'integer', (c) => c.notNull())
    .addColumn('notified_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_opened_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('closes_at', 'bigint')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('tries_end_at', 'bigint')
    .addColumn('locked_until', 'bigint')
    .execute();
  await schema
    .createIndex('links_user')
    .on('links')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
  await schema.createIndex('links_clip').on('links').column('clip_id').execute();
  await sql`create index links_closing on links (closes_at) where closes_at is not null`.execute(
    db,
  );
  await sql`create index links_revoked on links (revoked_at) where revoked_at is not null`.execute(
    db,
  );

  await schema
    .createTable('link_grants')
    .addColumn('grant_hash', 'text', (c) => c.primaryKey())
    .addColumn('link_id', 'text', (c) => c.notNull().references('links.id').onDelete('cascade'))
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('link_grants_link').on('link_grants').column('link_id').execute();
  await schema.createIndex('link_grants_end').on('link_grants').column('ends_at').execute();

  await schema
    .createTable('link_openings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('link_id', 'text', (c) => c.notNull().references('links.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('browser', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('link_openings_link')
    .on('link_openings')
    .columns(['link_id', 'number'])
    .execute();
  await schema.createIndex('link_openings_at').on('link_openings').column('at').execute();

  await schema
    .createTable('link_tries')
    .addColumn('link_id', 'text', (c) => c.notNull().references('links.id').onDelete('cascade'))
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('link_tries_key', ['link_id', 'sender'])
    .execute();
  await schema.createIndex('link_tries_end').on('link_tries').column('ends_at').execute();

  await schema
    .createTable('link_sendings')
    .addColumn('link_id', 'text', (c) => c.notNull().references('links.id').onDelete('cascade'))
    .addColumn('capture_id', 'text', (c) => c.notNull())
    .addColumn('grant_hash', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('clip_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('link_sendings_key', ['link_id', 'capture_id'])
    .execute();
  await schema.createIndex('link_sendings_clip').on('link_sendings').column('clip_id').execute();
}
