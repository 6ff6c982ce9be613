import type { Kysely } from 'kysely';

/** Wrong passwords of a link are counted by network alone: nothing locks it for others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['tries', 'tries_end_at', 'locked_until'])
    await db.schema.alterTable('links').dropColumn(column).execute();
}
