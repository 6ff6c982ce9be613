import type { Kysely } from 'kysely';

/** API tokens, and programs that wait to be signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('start', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .execute();
  await schema.createIndex('api_tokens_user').on('api_tokens').column('user_id').execute();
  await schema.createIndex('api_tokens_expiry').on('api_tokens').column('expires_at').execute();

  await schema
    .createTable('device_requests')
    .addColumn('device_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_code', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('polled_at', 'bigint')
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('is_allowed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex('device_requests_network')
    .on('device_requests')
    .column('network')
    .execute();
  await schema
    .createIndex('device_requests_user')
    .on('device_requests')
    .column('user_id')
    .execute();
  await schema
    .createIndex('device_requests_expiry')
    .on('device_requests')
    .column('expires_at')
    .execute();
}
