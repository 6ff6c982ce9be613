import { type Kysely, sql } from 'kysely';

/** What is new in a room, what was sent to a device, and how it is notified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const table of ['room_members', 'former_members'] as const) {
    await schema
      .alterTable(table)
      .addColumn('seen_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await schema
      .alterTable(table)
      .addColumn('notifications', 'text', (c) => c.notNull().defaultTo('badge'))
      .execute();
    await sql`update ${sql.table(table)}
      set seen_at = (select updated_at from rooms where rooms.id = room_id)`.execute(db);
  }
  await sql`create index room_members_notified on room_members (room_id)
    where notifications = 'all'`.execute(db);
  // With the author, so that what others added is counted by it alone.
  await sql`drop index room_content_date`.execute(db);
  await sql`create index room_content_date on room_content (room_id, created_at, user_id)
    where deleted_at is null`.execute(db);

  await schema.alterTable('sessions').addColumn('name', 'text').execute();
  await schema.alterTable('api_tokens').addColumn('device_at', 'bigint').execute();

  await schema
    .createTable('sent_clips')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.references('sessions.id').onDelete('cascade'))
    .addColumn('token_id', 'text', (c) => c.references('api_tokens.id').onDelete('cascade'))
    .addColumn('from_id', 'text', (c) => c.notNull())
    .addColumn('from_name', 'text', (c) => c.notNull())
    .addColumn('clip_id', 'text', (c) => c.references('clips.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint')
    .execute();
  for (const column of ['session_id', 'token_id'] as const)
    await schema
      .createIndex(`sent_clips_${column}`)
      .on('sent_clips')
      .columns([column, 'created_at'])
      .execute();
  for (const column of ['clip_id', 'created_at'] as const)
    await schema.createIndex(`sent_clips_${column}`).on('sent_clips').column(column).execute();

  await schema
    .createTable('push_subscriptions')
    .addColumn('session_id', 'text', (c) =>
      c.primaryKey().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('endpoint', 'text', (c) => c.notNull().unique())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('push_messages')
    .addColumn('session_id', 'text', (c) =>
      c.notNull().references('push_subscriptions.session_id').onDelete('cascade'),
    )
    .addColumn('tag', 'text', (c) => c.notNull())
    .addColumn('about', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('push_messages_key', ['session_id', 'tag'])
    .execute();
  await schema
    .createIndex('push_messages_due')
    .on('push_messages')
    .column('next_attempt_at')
    .execute();
}
