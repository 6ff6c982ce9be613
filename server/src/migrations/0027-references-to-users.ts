import { type Kysely, sql } from 'kysely';

/**
 * What refers to an account, and to a room, is found without looking through whole tables when one
 * is removed. Of the log, that is entries that name an address too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // With the id too, so that reads of some of them by their ids find those alone.
  await schema.createIndex('clips_user').on('clips').columns(['user_id', 'id']).execute();
  await schema.createIndex('rooms_owner').on('rooms').column('owner_id').execute();
  await schema
    .createIndex('room_content_room')
    .on('room_content')
    .columns(['room_id', 'id'])
    .execute();
  await schema.createIndex('room_activity_user').on('room_activity').column('user_id').execute();
  await sql`create index room_activity_address on room_activity (details)
    where type in ('member_added', 'member_removed')`.execute(db);
}
