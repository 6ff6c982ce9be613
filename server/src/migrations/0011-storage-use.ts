import { type Kysely, sql } from 'kysely';

/** What people and networks take of the store is summed up by these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('desktops').addColumn('network_hash', 'text').execute();
  await sql`create index desktops_signed_out on desktops (network_hash) where user_id is null`.execute(
    db,
  );
  await db.schema.createIndex('room_content_user').on('room_content').column('user_id').execute();
}
