import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Kept responses go with the person they were given to; those kept until now had no owner.
  await sql`delete from idempotency`.execute(db);
  await db.schema
    .alterTable('idempotency')
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('idempotency_user').on('idempotency').column('user_id').execute();

  // An import looks among what was deleted too for moments that no clip has.
  await sql`create index clips_deleted_of on clips (user_id, created_at) where deleted_at is not null`.execute(
    db,
  );
}
