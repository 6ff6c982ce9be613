import type { ActivityType } from '@clipline/contract/schemas/rooms.ts';
import type { Db } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface Happening {
  readonly roomId: string;
  readonly type: ActivityType;
  readonly userId: string;
  /** What touchRoom answered. */
  readonly at: number;
  readonly details?: Readonly<Record<string, string | boolean>>;
}

export const recordActivity = (db: Db, { roomId, type, userId, at, details = {} }: Happening) =>
  db
    .insertInto('room_activity')
    .values({
      id: newId(),
      room_id: roomId,
      type,
      user_id: userId,
      created_at: at,
      details: JSON.stringify(details),
    })
    .execute();

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

/** What happened in a room before a moment, newest first. */
export const findActivity = (db: Db, roomId: string, before: number, limit: number) =>
  db
    .selectFrom('room_activity as entry')
    .innerJoin('users as user', 'user.id', 'entry.user_id')
    .leftJoin('room_members as member', (join) =>
      join
        .onRef('member.room_id', '=', 'entry.room_id')
        .onRef('member.user_id', '=', 'entry.user_id'),
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
    ])
    .where('entry.room_id', '=', roomId)
    .where('entry.created_at', '<', before)
    .orderBy('entry.created_at', 'desc')
    .limit(limit)
    .execute();
