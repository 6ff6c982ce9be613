import { type Kysely, PostgresAdapter, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // Sorted by bytes on both engines, as SQLite does anyway.
  const sortedText =
    db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : 'text';

  await schema
    .createTable('rooms')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_private', 'integer', (c) => c.notNull())
    .addColumn('share_token', 'text', (c) => c.notNull().unique())
    .addColumn('member_count', 'integer', (c) => c.notNull())
    .addColumn('content_count', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await schema
    .createIndex('rooms_deleted')
    .on('rooms')
    .column('deleted_at')
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();

  await schema
    .createTable('room_members')
    .addColumn('room_id', 'text', (c) => c.notNull().references('rooms.id').onDelete('cascade'))
    .addColumn('member_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .addColumn('opened_at', 'bigint')
    .addPrimaryKeyConstraint('room_members_pk', ['room_id', 'member_id'])
    .addUniqueConstraint('room_members_email', ['room_id', 'email'])
    .addUniqueConstraint('room_members_joined', ['room_id', 'joined_at'])
    .execute();
  await schema
    .createIndex('room_members_user')
    .on('room_members')
    .columns(['user_id', 'room_id'])
    .execute();
  await schema
    .createIndex('room_members_invited')
    .on('room_members')
    .column('email')
    .where(sql.ref('user_id'), 'is', null)
    .execute();

  // The long column comes last: SQLite then searches without walking through it.
  await schema
    .createTable('room_content')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('room_id', 'text', (c) => c.notNull().references('rooms.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('author_email', sortedText, (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
  const shown = sql.ref('deleted_at');
  await schema
    .createIndex('room_content_date')
    .on('room_content')
    .columns(['room_id', 'created_at'])
    .where(shown, 'is', null)
    .execute();
  await schema
    .createIndex('room_content_type')
    .on('room_content')
    .columns(['room_id', 'type', 'created_at'])
    .where(shown, 'is', null)
    .execute();
  await schema
    .createIndex('room_content_author')
    .on('room_content')
    .columns(['room_id', 'author_email', 'created_at'])
    .where(shown, 'is', null)
    .execute();
  await schema
    .createIndex('room_content_deleted')
    .on('room_content')
    .column('deleted_at')
    .where(shown, 'is not', null)
    .execute();

  await schema
    .createTable('room_activity')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('room_id', 'text', (c) => c.notNull().references('rooms.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('room_activity_moment', ['room_id', 'created_at'])
    .execute();
}
