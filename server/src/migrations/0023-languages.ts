import type { Kysely } from 'kysely';

/** In which language a user is written to; null: not known yet, so in English. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'registrations', 'mails'])
    await schema.alterTable(table).addColumn('language', 'text').execute();
}
