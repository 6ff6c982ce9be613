import { type Kysely, sql, SqliteAdapter } from 'kysely';

/**
 * Which clips have some three letters in a row, kept in step by triggers so that no writer can
 * forget it. Only the answer to "which" is stored (detail, content), as the text itself stands in
 * clip_search. Long texts would take a third of a second to enter.
 */
async function createTrigrams(db: Kysely<unknown>): Promise<void> {
  const text = sql`case when new.is_long then '' else new.names || char(10) || new.text end`;
  await sql`create virtual table clip_trigrams using fts5(text, tokenize = 'trigram', detail = none, content = '', contentless_delete = 1)`.execute(
    db,
  );
  await sql`create trigger clip_search_added after insert on clip_search begin insert into clip_trigrams (rowid, text) values (new.place, ${text}); end`.execute(
    db,
  );
  await sql`create trigger clip_search_changed after update on clip_search begin update clip_trigrams set text = ${text} where rowid = new.place; end`.execute(
    db,
  );
  await sql`create trigger clip_search_removed after delete on clip_search begin delete from clip_trigrams where rowid = old.place; end`.execute(
    db,
  );
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('trial_ends_at', 'bigint')
    .addColumn('address_notice_at', 'bigint')
    .execute();

  await schema
    .createTable('registrations')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute();
  await schema
    .createIndex('registrations_email')
    .on('registrations')
    .columns(['email', 'created_at'])
    .execute();

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addColumn('idle_ends_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('sessions_user').on('sessions').column('user_id').execute();

  await schema
    .createTable('access_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) =>
      c.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('first_used_at', 'bigint')
    .execute();
  await schema
    .createIndex('access_tokens_session')
    .on('access_tokens')
    .column('session_id')
    .execute();

  await schema
    .createTable('refresh_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) =>
      c.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('rotated_at', 'bigint')
    .addColumn('next_refresh_hash', 'text')
    .addColumn('next_access_hash', 'text')
    .execute();
  await schema
    .createIndex('refresh_tokens_session')
    .on('refresh_tokens')
    .column('session_id')
    .execute();

  await schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('password_resets_user')
    .on('password_resets')
    .column('user_id')
    .execute();

  await schema
    .createTable('mails')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('mails_due').on('mails').column('next_attempt_at').execute();

  await schema
    .createTable('idempotency')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('reply', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('idempotency_created').on('idempotency').column('created_at').execute();

  await schema
    .createTable('clips')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('is_favorite', 'integer', (c) => c.notNull())
    .addColumn('file_count', 'integer', (c) => c.notNull())
    .addColumn('segment', 'integer')
    .addColumn('saved_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('content_version', 'integer', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
  // One index for each filter, so that a page never reads past what it does not show.
  const listed = sql`saved_at is not null and deleted_at is null`;
  const listIndexes = {
    clips_listed: listed,
    clips_favorite: sql`${listed} and is_favorite = 1`,
    clips_file: sql`${listed} and file_count > 0`,
    clips_text: sql`${listed} and file_count = 0`,
  };
  for (const [name, rows] of Object.entries(listIndexes)) {
    await sql`create index ${sql.ref(name)} on clips (user_id, created_at, id) where ${rows}`.execute(
      db,
    );
  }
  // At most one draft a person.
  await sql`create unique index clips_draft on clips (user_id) where saved_at is null`.execute(db);
  await sql`create index clips_deleted on clips (deleted_at) where deleted_at is not null`.execute(
    db,
  );

  await schema
    .createTable('clip_search')
    .addColumn('place', isSqlite ? 'integer' : 'bigserial', (c) => c.primaryKey())
    .addColumn('clip_id', 'text', (c) =>
      c.notNull().unique().references('clips.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('is_long', 'integer', (c) => c.notNull())
    .addColumn('names', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('clip_search_user')
    .on('clip_search')
    .columns(['user_id', 'created_at', 'clip_id'])
    .execute();
  await sql`create index clip_search_long on clip_search (user_id) where is_long = 1`.execute(db);
  if (isSqlite) await createTrigrams(db);

  await schema
    .createTable('clip_counts')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('segment', 'integer', (c) => c.notNull())
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('clips', 'integer', (c) => c.notNull())
    .addColumn('with_files', 'integer', (c) => c.notNull())
    .addColumn('favorites', 'integer', (c) => c.notNull())
    .addColumn('favorites_with_files', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('clip_counts_key', ['user_id', 'segment'])
    .execute();

  await schema
    .createTable('blobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('sha256', 'text', (c) => c.notNull().unique())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('blob_id', 'text', (c) => c.notNull().references('blobs.id'))
    .addColumn('holder_kind', 'text', (c) => c.notNull())
    .addColumn('holder_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('files_holder')
    .on('files')
    .columns(['holder_kind', 'holder_id', 'created_at'])
    .execute();
  await schema.createIndex('files_blob').on('files').column('blob_id').execute();
}
