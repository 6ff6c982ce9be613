import type { ActivityType } from '@clipline/contract/schemas/rooms.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { idsOf, newId } from '../core/ids.ts';

export interface Happening {
  readonly roomId: string;
  readonly type: ActivityType;
  readonly userId: string;
  /** What touchRoom answered. */
  readonly at: number;
  readonly details?: Readonly<Record<string, string | boolean>>;
  /** The item that was added or changed. */
  readonly contentId?: string;
}

/** Of a text, enough to know it again by. */
const BEGINNING = 200;

const insertEntry = (db: Db, { roomId, type, userId, at, details = {}, contentId }: Happening) =>
  db.insertInto('room_activity').values({
    id: newId(),
    room_id: roomId,
    type,
    user_id: userId,
    created_at: at,
    details: JSON.stringify(details),
    content_id: contentId ?? null,
  });

export const recordActivity = (db: Db, happening: Happening) =>
  insertEntry(db, happening).execute();

/** Of what happened elsewhere: where the log tells of that moment already, some before it. */
export async function recordFormerActivity(tx: Tx, happening: Happening): Promise<void> {
  let { at } = happening;
  for (let back = 1; ; back *= 2) {
    const inserted = await insertEntry(tx, { ...happening, at })
      .onConflict((conflict) => conflict.columns(['room_id', 'created_at']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return;
    at -= back;
  }
}

/** The moment of an entry; undefined when the room has no such entry. */
export const findActivityMoment = async (
  db: Db,
  roomId: string,
  activityId: string,
): Promise<number | undefined> => {
  const entry = await db
    .selectFrom('room_activity')
    .select('created_at')
    .where('room_id', '=', roomId)
    .where('id', '=', activityId)
    .executeTakeFirst();
  return entry?.created_at;
};

/** What happened in a room before a moment, newest first, each with its item if that is there. */
export const listActivity = (db: Db, roomId: string, before: number, limit: number) =>
  db
    .selectFrom('room_activity as entry')
    .innerJoin('users as user', 'user.id', 'entry.user_id')
    .leftJoin('room_members as member', (join) =>
      join
        .onRef('member.room_id', '=', 'entry.room_id')
        .onRef('member.user_id', '=', 'entry.user_id'),
    )
    .leftJoin('room_content as item', (join) =>
      join
        .onRef('item.id', '=', 'entry.content_id')
        .onRef('item.room_id', '=', 'entry.room_id')
        .on('item.deleted_at', 'is', null),
    )
    .select([
      'entry.id',
      'entry.type',
      'entry.details',
      'entry.created_at',
      'entry.user_id',
      'user.name',
      'user.email',
      'member.member_id',
      'member.opened_at',
      'item.id as item_id',
      sql<string | null>`substr(item.content, 1, ${BEGINNING})`.as('beginning'),
    ])
    .where('entry.room_id', '=', roomId)
    .where('entry.created_at', '<', before)
    .orderBy('entry.created_at', 'desc')
    .limit(limit)
    .execute();

/** Rooms in which something happened since then, and more ever than is kept. */
export const listTalkativeRooms = async (
  scans: Db,
  changedSince: number,
  kept: number,
): Promise<string[]> => {
  const rows = await scans
    .selectFrom('rooms')
    .select('id')
    .where('updated_at', '>=', changedSince)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('room_activity as entry')
          .select('entry.id')
          .whereRef('entry.room_id', '=', 'rooms.id')
          .orderBy('entry.created_at', 'desc')
          .limit(1)
          .offset(kept),
      ),
    )
    .execute();
  return idsOf(rows);
};

/** Removes some of the oldest entries of a room beside those that are kept; returns how many. */
export async function removeOldActivity(
  tx: Tx,
  roomId: string,
  kept: number,
  most: number,
): Promise<number> {
  const ofRoom = tx.selectFrom('room_activity').where('room_id', '=', roomId);
  const newestGone = await ofRoom
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(kept)
    .executeTakeFirst();
  if (!newestGone) return 0;
  const oldest = await ofRoom
    .select('id')
    .where('created_at', '<=', newestGone.created_at)
    .orderBy('created_at')
    .limit(most)
    .execute();
  const ids = idsOf(oldest);
  await tx.deleteFrom('room_activity').where('id', 'in', ids).execute();
  return ids.length;
}
