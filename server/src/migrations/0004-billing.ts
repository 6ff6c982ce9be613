import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // Beside the user, so that knowing who calls and what they may do stays one query.
  await schema.alterTable('users').addColumn('paid_plan', 'text').execute();
  await schema.alterTable('users').addColumn('paid_until', 'bigint').execute();

  await schema
    .createTable('billing_accounts')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('customer_id', 'text', (c) => c.notNull().unique())
    .addColumn('checkout_number', 'integer', (c) => c.notNull())
    .addColumn('checkout_for', 'text')
    .addColumn('checkout_at', 'bigint')
    .addColumn('checkout_id', 'text')
    .addColumn('due_at', 'bigint')
    .execute();
  await schema
    .createIndex('billing_accounts_due')
    .on('billing_accounts')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute();

  await schema
    .createTable('subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('plan', 'text')
    .addColumn('billing_interval', 'text')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('trial_ends_at', 'bigint')
    .addColumn('period_ends_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('reading', 'bigint', (c) => c.notNull())
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('subscriptions_user').on('subscriptions').column('user_id').execute();

  await schema
    .createTable('stripe_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('stripe_readings')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('latest', 'bigint', (c) => c.notNull())
    .execute();
  await sql`insert into stripe_readings (id, latest) values (1, 0)`.execute(db);
}
