import { type Kysely, sql, SqliteAdapter } from 'kysely';

/** What was done once under a key has one table, whatever the key comes from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('once')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('clip_id', 'text', (c) => c.references('clips.id').onDelete('set null'))
    .addColumn('reply', 'text', (c) => c.notNull())
    .addColumn('forget_at', 'bigint')
    .execute();
  await sql`insert into once (key, user_id, fingerprint, clip_id, reply, forget_at)
    select key, user_id, fingerprint, null, reply, created_at + 86400000 from idempotency`.execute(
    db,
  );
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const object = sql.raw(isSqlite ? 'json_group_object' : 'json_object_agg');
  const parts = sql`coalesce((select cast(${object}(cast(part as text), file_id) as text)
    from capture_parts where capture_parts.clip_id = clips.id), '{}')`;
  await sql`insert into once (key, user_id, fingerprint, clip_id, reply, forget_at)
    select 'capture ' || captures.user_id || ' ' || captures.capture_id, captures.user_id,
      fingerprint || ' ' || files, clips.id,
      '{"id":"' || coalesce(clips.id, '') || '","grantHash":null,"files":' || files
        || ',"parts":' || ${parts} || '}',
      forget_at
    from captures left join clips on clips.id = captures.clip_id`.execute(db);
  await sql`insert into once (key, user_id, fingerprint, clip_id, reply, forget_at)
    select 'sending ' || link_id || ' ' || link_sendings.capture_id, links.user_id,
      fingerprint || ' ' || files, clips.id,
      '{"id":"' || link_sendings.clip_id || '","grantHash":"' || grant_hash || '","files":' || files
        || ',"parts":' || ${parts} || '}',
      null
    from link_sendings inner join links on links.id = link_id
    left join clips on clips.id = link_sendings.clip_id`.execute(db);
  for (const table of ['idempotency', 'captures', 'capture_parts', 'link_sendings'])
    await schema.dropTable(table).execute();
  await schema.createIndex('once_user').on('once').column('user_id').execute();
  await schema.createIndex('once_clip').on('once').column('clip_id').execute();
  await schema.createIndex('once_forget').on('once').column('forget_at').execute();
  await sql`create index once_gone on once (key) where clip_id is null and forget_at is null`.execute(
    db,
  );
}
