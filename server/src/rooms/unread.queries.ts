import { MAX_UNREAD } from '@clipline/contract/limits.ts';
import type { RoomNotifications } from '@clipline/contract/schemas/rooms.ts';
import { sql } from 'kysely';
import { type Db, type Tx, isAny } from '../core/db/database.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';

/** How much is unread to a row of `room_members` that goes by this name in its query. */
export const unreadOf = (member: string) => {
  const column = (name: string) => sql.ref(`${member}.${name}`);
  return sql<number>`case when ${column('notifications')} = 'off' then 0 else (
    select count(*) from (
      select 1 as one from room_content as item
      where item.room_id = ${column('room_id')} and item.deleted_at is null
        and item.created_at > ${column('seen_at')} and item.user_id <> ${column('user_id')}
      limit ${sql.lit(MAX_UNREAD)}) as unread_items) end`.as('unread');
};

export const findUnread = preparedOne((db, roomId: string, userId: string) =>
  db
    .selectFrom('room_members as mine')
    .select([unreadOf('mine'), 'mine.notifications'])
    .where('mine.room_id', '=', roomId)
    .where('mine.user_id', '=', userId),
);

/** Of members who want to know. */
export const listUnread = (db: Db, roomId: string, userIds: readonly string[]) =>
  db
    .selectFrom('room_members as member')
    .select(['member.user_id as id', unreadOf('member')])
    .where('member.room_id', '=', roomId)
    .where('member.user_id', 'in', userIds)
    .where('member.notifications', '<>', 'off')
    .$narrowType<{ id: string }>()
    .execute();

/** Members whose devices tell of what others add, with the name of the room. */
export const listNotified = prepared((db, roomId: string, authorId: string) =>
  db
    .selectFrom('room_members as member')
    .innerJoin('rooms as room', 'room.id', 'member.room_id')
    .select(['member.user_id as id', 'room.name as room'])
    .where('member.room_id', '=', roomId)
    .where('member.notifications', '=', sql.lit('all'))
    .where('member.user_id', '<>', authorId)
    .$narrowType<{ id: string }>(),
);

const lastMoment = sql<number>`(select updated_at from rooms where rooms.id = room_id)`;

/** False when nothing has changed since they looked last. */
export const markRoomSeen = (
  db: Db,
  roomId: string,
  userIds: readonly string[],
): Promise<boolean> =>
  isAny(
    db
      .updateTable('room_members')
      .set({ seen_at: lastMoment })
      .where('room_id', '=', roomId)
      .where('user_id', 'in', userIds)
      .where('seen_at', '<', lastMoment),
  );

/** What came while they did not want to know is not counted afterwards. */
export const setNotifications = (tx: Tx, roomId: string, userId: string, mode: RoomNotifications) =>
  tx
    .updateTable('room_members')
    .set((set) => ({
      notifications: mode,
      seen_at: set
        .case()
        .when('notifications', '=', 'off')
        .then(lastMoment)
        .else(set.ref('seen_at'))
        .end(),
    }))
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .execute();
