import { type Kysely, sql } from 'kysely';

/** Deleted things of one person are listed and brought back for weeks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('room_content').addColumn('deleted_by', 'text').execute();
  await schema.alterTable('rooms').addColumn('purged_at', 'bigint').execute();
  // Rooms that were deleted until now have lost their members and what they held.
  await sql`update rooms set purged_at = deleted_at where deleted_at is not null`.execute(db);
  await schema
    .createTable('former_members')
    .addColumn('room_id', 'text', (c) => c.notNull().references('rooms.id').onDelete('cascade'))
    .addColumn('member_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .addColumn('opened_at', 'bigint')
    .addPrimaryKeyConstraint('former_members_key', ['room_id', 'member_id'])
    .execute();
  await schema.createIndex('former_members_user').on('former_members').column('user_id').execute();
  await sql`drop index clips_deleted_of`.execute(db);
  await sql`create index clips_trash on clips (user_id, deleted_at)
    where deleted_at is not null`.execute(db);
  await sql`create index room_content_trash on room_content (room_id, deleted_at)
    where deleted_at is not null`.execute(db);
  await sql`create index desktop_items_trash on desktop_items (desktop_id, deleted_at)
    where deleted_at is not null`.execute(db);
  await sql`create index rooms_trash on rooms (owner_id, deleted_at)
    where deleted_at is not null`.execute(db);
}
