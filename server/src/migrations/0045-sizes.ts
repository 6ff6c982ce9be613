import { type Kysely, sql, SqliteAdapter } from 'kysely';

/** What people keep is summed up, and pages of people are read, by indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // PostgreSQL reads no row's size out of an index, and from a row not the whole text.
  if (db.getExecutor().adapter instanceof SqliteAdapter)
    for (const [table, index] of [
      ['clips', 'clips_user'],
      ['room_content', 'room_content_user'],
    ] as const) {
      await schema.dropIndex(index).execute();
      await sql`create index ${sql.ref(index)} on ${sql.table(table)}
        (user_id, id, octet_length(content))`.execute(db);
    }
  await schema.createIndex('users_name').on('users').columns(['name_key', 'id']).execute();
  await sql`create index users_seen on users (cast(coalesce(last_seen_at, 0) as bigint), id)`.execute(
    db,
  );
}
