import type { Insertable } from 'kysely';
import { type Db, isAny, type Tx } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import { sessionsOf } from '../auth/sessions.queries.ts';

export const listSessionDevices = (db: Db, userId: string, now: number) =>
  sessionsOf(db, userId, now)
    .leftJoin('push_subscriptions', 'push_subscriptions.session_id', 'sessions.id')
    .select('push_subscriptions.session_id as pushed')
    .execute();

/** Programs that take clips, or ever did. */
export const listProgramDevices = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'device_at'])
    .where('user_id', '=', userId)
    .where('device_at', 'is not', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .$narrowType<{ device_at: number }>()
    .execute();

/** What this is the id of, among a user's own. */
export async function findHolder(db: Db, userId: string, id: string) {
  const among = (table: 'sessions' | 'api_tokens') =>
    isAny(db.selectFrom(table).select('id').where('id', '=', id).where('user_id', '=', userId));
  if (await among('sessions')) return 'session_id';
  return (await among('api_tokens')) ? 'token_id' : undefined;
}

export const insertSentClip = (tx: Tx, sent: Insertable<Schema['sent_clips']>) =>
  tx.insertInto('sent_clips').values(sent).execute();

const sentTo = (db: Db, holderId: string, since: number) =>
  db
    .selectFrom('sent_clips')
    .where((eb) => eb.or([eb('session_id', '=', holderId), eb('token_id', '=', holderId)]))
    .where('created_at', '>', since);

export const listSentClips = (db: Db, holderId: string, since: number, limit: number) =>
  sentTo(db, holderId, since)
    .selectAll()
    .where('seen_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Undefined where nothing of this id was sent to the device. */
export const seeSentClip = async (
  tx: Tx,
  holderId: string,
  id: string,
  now: number,
  since: number,
): Promise<{ readonly isNew: boolean } | undefined> => {
  const sent = await sentTo(tx, holderId, since)
    .select('seen_at')
    .where('id', '=', id)
    .executeTakeFirst();
  if (sent?.seen_at === null)
    await tx.updateTable('sent_clips').set({ seen_at: now }).where('id', '=', id).execute();
  return sent && { isNew: sent.seen_at === null };
};

export const removeSentClips = (db: Db, before: number) =>
  db.deleteFrom('sent_clips').where('created_at', '<=', before).execute();
