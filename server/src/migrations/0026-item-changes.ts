import { type Kysely, sql } from 'kysely';

/** The column has held the desktop's version all along; now deletions and restorations set it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desktop_items rename column place to desktop_version`.execute(db);
  await db.schema.dropIndex('desktop_items_desktop').execute();
  await db.schema
    .createIndex('desktop_items_changed')
    .on('desktop_items')
    .columns(['desktop_id', 'desktop_version'])
    .execute();
}
