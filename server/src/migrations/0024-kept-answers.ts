import { type Kysely, sql } from 'kysely';

/**
 * Responses kept for repeats to callers who are signed out count for the network they came from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency').addColumn('network_hash', 'text').execute();
  await sql`create index idempotency_signed_out on idempotency (network_hash) where user_id is null`.execute(
    db,
  );
}
