import { type Kysely, sql } from 'kysely';

/** What was edited by a link last is no newest clip; a draft is closed with the switch for new ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update clips set via = '{"kind":"edit","label":null}' where via is null
    and id in (select thing_id from clip_versions where ended_at is null and by_kind = 'link')`.execute(
    db,
  );
  await sql`update clips set address_open = 0 where saved_at is null
    and user_id in (select id from users where new_clips_open = 0)`.execute(db);
}
