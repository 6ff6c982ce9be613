import type { Kysely } from 'kysely';

/** Wrong passwords of links are counted where all else is limited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('link_tries').execute();
}
