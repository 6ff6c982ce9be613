import type { Kysely } from 'kysely';

/** Two devices that meet by a code, and the desktops of theirs that belong to nobody. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('desktops').addColumn('paired_at', 'bigint').execute();
  await schema.createIndex('desktops_paired').on('desktops').column('paired_at').execute();
  await schema
    .createTable('pairings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('opener_hash', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.unique())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('claim_hash', 'text', (c) => c.unique())
    .addColumn('network_hash', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('opened_by', 'text', (c) => c.notNull())
    .addColumn('joined_by', 'text')
    .addColumn('digits', 'text')
    .addColumn('decision_hash', 'text')
    .addColumn('desktop_id', 'text', (c) =>
      c.unique().references('desktops.id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['network_hash', 'expires_at'] as const)
    await schema.createIndex(`pairings_${column}`).on('pairings').column(column).execute();
}
