import { createHash } from 'node:crypto';
import { type Kysely, PostgresAdapter, sql } from 'kysely';

const DAY_MS = 24 * 3600 * 1000;
/** Longer texts, in characters, are left out of the trigrams. */
const LONG_TEXT = 32_768;
/** Where the places of a room begin in the index of trigrams. */
const firstPlace = (roomId: string): number =>
  (createHash('sha256').update(roomId).digest().readUIntBE(0, 3) % 2 ** 21) * 2 ** 31;

/**
 * As for clips: which items have some three letters in a row, kept in step by triggers. What is
 * deleted stays in it until its row goes, so that restoring writes nothing.
 */
async function createTrigrams(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('room_places')
    .addColumn('place', 'integer', (c) => c.primaryKey())
    .addColumn('content_id', 'text', (c) =>
      c.notNull().unique().references('room_content.id').onDelete('cascade'),
    )
    .addColumn('is_long', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index room_places_long on room_places (place) where is_long = 1`.execute(db);
  await sql`create virtual table room_trigrams using fts5(text, tokenize = 'trigram', detail = none, content = '', contentless_delete = 1)`.execute(
    db,
  );
  const isLong = sql`length(search_text) > ${sql.lit(LONG_TEXT)}`;
  const text = sql`case when ${isLong} then '' else search_text end`;
  await sql`create trigger room_places_added after insert on room_places begin
    insert into room_trigrams (rowid, text) select new.place, ${text} from room_content where id = new.content_id;
    update room_places set is_long = 1 where place = new.place and (select ${isLong} from room_content where id = new.content_id);
  end`.execute(db);
  await sql`create trigger room_places_removed after delete on room_places begin
    delete from room_trigrams where rowid = old.place;
  end`.execute(db);
  await sql`create trigger room_content_changed after update of search_text on room_content begin
    update room_trigrams set text = (select ${text} from room_content where id = new.id)
      where rowid = (select place from room_places where content_id = new.id);
    update room_places set is_long = (select ${isLong} from room_content where id = new.id) where content_id = new.id;
  end`.execute(db);

  const { rows: rooms } = await sql<{ id: string }>`select id from rooms`.execute(db);
  for (const { id } of rooms) {
    await sql`insert into room_places (place, content_id)
      select ${firstPlace(id)} + row_number() over (order by created_at), id from room_content where room_id = ${id}`.execute(
      db,
    );
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await schema
    .createTable('room_authors')
    .addColumn('room_id', 'text', (c) => c.notNull().references('rooms.id').onDelete('cascade'))
    .addColumn('email', isPostgres ? sql`text collate "C"` : 'text', (c) => c.notNull())
    .addColumn('texts', 'integer', (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('room_authors_key', ['room_id', 'email'])
    .execute();
  await schema
    .createTable('room_days')
    .addColumn('room_id', 'text', (c) => c.notNull().references('rooms.id').onDelete('cascade'))
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('texts', 'integer', (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('room_days_key', ['room_id', 'day'])
    .execute();

  const counts = sql`sum(case when item.type = 'text' then 1 else 0 end), sum(case when item.type = 'file' then 1 else 0 end)
    from room_content as item join rooms as room on room.id = item.room_id
    where item.deleted_at is null and room.deleted_at is null`;
  await sql`insert into room_authors (room_id, email, texts, files)
    select item.room_id, item.author_email, ${counts} group by item.room_id, item.author_email`.execute(
    db,
  );
  await sql`insert into room_days (room_id, day, texts, files)
    select item.room_id, item.created_at / ${sql.lit(DAY_MS)}, ${counts} group by item.room_id, item.created_at / ${sql.lit(DAY_MS)}`.execute(
    db,
  );
  if (!isPostgres) await createTrigrams(db);
}
