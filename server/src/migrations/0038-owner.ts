import { fold } from '@clipline/contract/folding.ts';
import { type Kysely, sql } from 'kysely';

const BATCH = 500;

async function foldNames(db: Kysely<unknown>, table: 'users' | 'registrations'): Promise<void> {
  let last = '';
  for (;;) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from ${sql.table(table)} where id > ${last} order by id limit ${BATCH}`.execute(
      db,
    );
    for (const { id, name } of rows)
      await sql`update ${sql.table(table)} set name_key = ${fold(name)} where id = ${id}`.execute(
        db,
      );
    last = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) return;
  }
}

/** Who may come in, and who runs the server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const [column, standard] of [
    ['has_password', 1],
    ['is_confirmed', 1],
    ['is_admin', 0],
  ] as const)
    await schema
      .alterTable('users')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(standard))
      .execute();
  await schema.alterTable('users').addColumn('last_seen_at', 'bigint').execute();
  for (const table of ['users', 'registrations'] as const) {
    await schema
      .alterTable(table)
      .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await foldNames(db, table);
  }
  await sql`create index users_admins on users (id) where is_admin = 1`.execute(db);
  await schema.createIndex('users_created').on('users').columns(['created_at', 'id']).execute();

  await schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();

  await schema
    .createTable('one_time_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('one_time_codes_expiry')
    .on('one_time_codes')
    .column('expires_at')
    .execute();

  await schema
    .createTable('identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('sub', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('identities_pk', ['issuer', 'sub'])
    .addUniqueConstraint('identities_user', ['user_id', 'issuer'])
    .execute();

  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('email', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('used_at', 'bigint')
    .addColumn('used_email', 'text')
    .execute();
  await schema
    .createIndex('invitations_created')
    .on('invitations')
    .columns(['created_at', 'id'])
    .execute();
  for (const column of ['created_by', 'email', 'used_email'])
    await schema.createIndex(`invitations_${column}`).on('invitations').column(column).execute();

  await schema
    .createTable('handovers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('claim_hash', 'text', (c) => c.unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (c) =>
      c.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('code', 'text')
    .addColumn('device', 'text')
    .addColumn('is_used', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['user_id', 'session_id', 'expires_at'])
    await schema.createIndex(`handovers_${column}`).on('handovers').column(column).execute();

  await schema
    .createTable('admin_log')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('admin_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('admin_log_at').on('admin_log').columns(['at', 'id']).execute();
  await schema.createIndex('admin_log_admin').on('admin_log').column('admin_id').execute();
}
