import type { Insertable } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';

/** Its endpoint is that of no other session from here on. */
export async function keepEndpoint(
  tx: Tx,
  subscription: Insertable<Schema['push_subscriptions']>,
): Promise<void> {
  const { session_id, endpoint } = subscription;
  await tx
    .deleteFrom('push_subscriptions')
    .where((eb) => eb.or([eb('endpoint', '=', endpoint), eb('session_id', '=', session_id)]))
    .execute();
  await tx.insertInto('push_subscriptions').values(subscription).execute();
}

export const removeEndpoint = (db: Db, sessionId: string) =>
  db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
