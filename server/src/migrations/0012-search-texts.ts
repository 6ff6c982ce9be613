import { type Kysely, sql, SqliteAdapter } from 'kysely';

/** One table for clips and rooms; on SQLite the texts of one holder lie together. */
async function createSearchTexts(db: Kysely<unknown>, isSqlite: boolean): Promise<void> {
  await sql`create table search_texts (
    holder_id text not null, created_at bigint not null, thing_id text not null,
    names text not null, text text not null,
    primary key (holder_id, created_at, thing_id)
  ) ${isSqlite ? sql`without rowid` : sql``}`.execute(db);
  await sql`insert into search_texts (holder_id, created_at, thing_id, names, text)
    select user_id, created_at, clip_id, names, text from clip_search
    order by user_id, created_at, clip_id`.execute(db);
  await sql`insert into search_texts (holder_id, created_at, thing_id, names, text)
    select item.room_id, item.created_at, item.id,
      case when item.type = 'file' then item.search_text else '' end,
      case when item.type = 'file' then '' else item.search_text end
    from room_content as item
    where item.deleted_at is null order by item.room_id, item.created_at, item.id`.execute(db);
}

/** One row a person instead of one for each 500 clips. */
async function createCounts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clip_counts rename to clip_segments`.execute(db);
  await db.schema
    .createTable('clip_counts')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('clips', 'integer', (c) => c.notNull())
    .addColumn('with_files', 'integer', (c) => c.notNull())
    .addColumn('favorites', 'integer', (c) => c.notNull())
    .addColumn('favorites_with_files', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .execute();
  await sql`insert into clip_counts
    (user_id, clips, with_files, favorites, favorites_with_files, last_at)
    select user_id, sum(clips), sum(with_files), sum(favorites), sum(favorites_with_files),
      max(last_at)
    from clip_segments group by user_id`.execute(db);
  await db.schema.dropTable('clip_segments').execute();
}

/** Each holds all that a filter asks, so that a count or a late page reads nothing else. */
async function createListIndexes(db: Kysely<unknown>): Promise<void> {
  const listed = sql`saved_at is not null and deleted_at is null`;
  const ofClips = {
    clips_listed: { more: sql`, is_favorite, file_count`, rows: listed },
    clips_favorite: { more: sql`, file_count`, rows: sql`${listed} and is_favorite = 1` },
    clips_file: { more: sql`, is_favorite`, rows: sql`${listed} and file_count > 0` },
    clips_text: { more: sql`, is_favorite`, rows: sql`${listed} and file_count = 0` },
  };
  for (const [name, { more, rows }] of Object.entries(ofClips)) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`create index ${sql.ref(name)} on clips (user_id, created_at, id${more})
      where ${rows}`.execute(db);
  }
  const ofRooms = {
    room_content_date: sql`room_id, created_at, id, type, author_email`,
    room_content_type: sql`room_id, type, created_at, id, author_email`,
    room_content_author: sql`room_id, author_email, created_at, id, type`,
  };
  for (const [name, columns] of Object.entries(ofRooms)) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`create index ${sql.ref(name)} on room_content (${columns})
      where deleted_at is null`.execute(db);
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await createSearchTexts(db, isSqlite);
  await createCounts(db);
  if (isSqlite) {
    for (const trigger of ['clip_search_added', 'clip_search_changed', 'clip_search_removed'])
      await sql`drop trigger ${sql.ref(trigger)}`.execute(db);
    for (const trigger of ['room_places_added', 'room_places_removed', 'room_content_changed'])
      await sql`drop trigger ${sql.ref(trigger)}`.execute(db);
    for (const table of ['clip_trigrams', 'room_places', 'room_trigrams'])
      await db.schema.dropTable(table).execute();
  }
  for (const table of ['clip_search', 'room_authors', 'room_days'])
    await db.schema.dropTable(table).execute();
  await createListIndexes(db);
  await sql`alter table clips drop column segment`.execute(db);
  await sql`alter table room_content drop column search_text`.execute(db);
}
