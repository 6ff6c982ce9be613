import type { Kysely } from 'kysely';

/** From which network a desktop was begun was kept, and never read. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('desktops_signed_out').execute();
  await schema.alterTable('desktops').dropColumn('network_hash').execute();
}
