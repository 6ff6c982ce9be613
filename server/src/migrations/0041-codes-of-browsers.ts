import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('one_time_codes').addColumn('browser_hash', 'text').execute();
  await schema
    .createIndex('one_time_codes_browser')
    .on('one_time_codes')
    .column('browser_hash')
    .execute();
}
