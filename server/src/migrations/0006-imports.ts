import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('imports')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('origin_id', 'text', (c) => c.notNull())
    .addColumn('thing_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('imports_key', ['user_id', 'kind', 'origin_id'])
    .execute();

  await schema
    .createTable('spent_trials')
    .addColumn('address_hash', 'text', (c) => c.primaryKey())
    .addColumn('trial_ends_at', 'bigint', (c) => c.notNull())
    .addColumn('had_subscription', 'integer', (c) => c.notNull())
    .addColumn('forget_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('spent_trials_forget').on('spent_trials').column('forget_at').execute();
}
