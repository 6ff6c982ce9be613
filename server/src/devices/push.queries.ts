import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, type Tx, isAny } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import type { Notified } from '../auth/notes.ts';
import { mayGoOn } from '../auth/sessions.queries.ts';

/** Its endpoint is that of no other session from here on. */
export async function keepSubscription(
  tx: Tx,
  subscription: Insertable<Schema['push_subscriptions']>,
): Promise<void> {
  await removeSubscriptions(tx, subscription);
  await tx.insertInto('push_subscriptions').values(subscription).execute();
}

/** That of the session, and that of the endpoint. What was to be told by them goes with them. */
export const removeSubscriptions = (
  db: Db,
  {
    session_id = '',
    endpoint = '',
  }: Partial<Pick<Schema['push_subscriptions'], 'session_id' | 'endpoint'>>,
) =>
  db
    .deleteFrom('push_subscriptions')
    .where((eb) => eb.or([eb('session_id', '=', session_id), eb('endpoint', '=', endpoint)]))
    .execute();

/** Takes the place of what waits under its tag, and its turn. Returns for how many devices. */
export const queuePush = async (
  db: Db,
  { userIds = [], sessionId = '' }: Notified,
  { tag, about }: { readonly tag: string; readonly about: string },
  now: number,
  askedAt: number,
): Promise<number> => {
  const queued = await db
    .insertInto('push_messages')
    .columns(['session_id', 'tag', 'about', 'created_at', 'next_attempt_at'])
    .expression((from) =>
      from
        .selectFrom('push_subscriptions as push')
        .innerJoin('sessions as session', 'session.id', 'push.session_id')
        .innerJoin('users as user', 'user.id', 'session.user_id')
        .where(mayGoOn(askedAt))
        .select([
          'push.session_id',
          sql<string>`cast(${tag} as text)`.as('tag'),
          sql<string>`cast(${about} as text)`.as('about'),
          sql<number>`cast(${now} as bigint)`.as('created_at'),
          sql<number>`cast(${now} as bigint)`.as('next_attempt_at'),
        ])
        .where((eb) =>
          eb.or([
            eb('push.session_id', '=', sessionId),
            ...(userIds.length > 0 ? [eb('session.user_id', 'in', userIds)] : []),
          ]),
        ),
    )
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'tag']).doUpdateSet((set) => ({
        about: set.ref('excluded.about'),
        created_at: set.ref('excluded.created_at'),
      })),
    )
    .returning('session_id')
    .execute();
  return queued.length;
};

export type DueMessage = Awaited<ReturnType<typeof listDueMessages>>[number];

/** With where they go to. */
export const listDueMessages = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('push_messages as message')
    .innerJoin('push_subscriptions as push', 'push.session_id', 'message.session_id')
    .innerJoin('sessions as session', 'session.id', 'message.session_id')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select([
      'message.session_id',
      'message.tag',
      'message.about',
      'message.created_at',
      'message.attempts',
      'message.next_attempt_at',
      'push.endpoint',
      'push.p256dh',
      'push.auth',
      'user.language',
      'user.disabled_at',
      'session.idle_ends_at',
      'session.ends_at',
    ])
    .where('message.next_attempt_at', '<=', now)
    .orderBy('message.next_attempt_at')
    .orderBy('message.tag')
    .limit(limit)
    .execute();

export async function findNextPush(db: Db): Promise<number | null> {
  const { at } = await db
    .selectFrom('push_messages')
    .select(({ fn }) => fn.min<number | null>('next_attempt_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

type Key = Pick<
  Selectable<Schema['push_messages']>,
  'session_id' | 'tag' | 'created_at' | 'next_attempt_at'
>;

/** Until the given time; false when another node was first, or the device is gone. */
export const claimMessage = (db: Db, message: Key, until: number): Promise<boolean> =>
  isAny(
    db
      .updateTable('push_messages')
      .set((set) => ({ attempts: set('attempts', '+', 1), next_attempt_at: until }))
      .where('session_id', '=', message.session_id)
      .where('tag', '=', message.tag)
      .where('next_attempt_at', '=', message.next_attempt_at),
  );

export const postponeMessage = (db: Db, message: Key, until: number) =>
  db
    .updateTable('push_messages')
    .set({ next_attempt_at: until })
    .where('session_id', '=', message.session_id)
    .where('tag', '=', message.tag)
    .execute();

/** It left, and one that came meanwhile has its turn then. */
export const markTold = (db: Db, message: Key, until: number) =>
  db
    .updateTable('push_messages')
    .set((set) => ({
      about: set
        .case()
        .when('created_at', '=', message.created_at)
        .then(null)
        .else(set.ref('about'))
        .end(),
      attempts: 0,
      next_attempt_at: until,
    }))
    .where('session_id', '=', message.session_id)
    .where('tag', '=', message.tag)
    .execute();

/** Unless another has taken its place. */
export const dropMessage = (db: Db, message: Key) =>
  db
    .deleteFrom('push_messages')
    .where('session_id', '=', message.session_id)
    .where('tag', '=', message.tag)
    .where('created_at', '=', message.created_at)
    .execute();
