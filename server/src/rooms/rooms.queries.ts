import { LISTED_MEMBERS } from '@clipline/contract/limits.ts';
import type { ActivityType } from '@clipline/contract/schemas/rooms.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf, newId } from '../core/ids.ts';
import { unreadOf } from './unread.queries.ts';

export type FoundRoom = NonNullable<Awaited<ReturnType<typeof findRoom>>>;

export const findRoomByShareToken = (db: Db, shareToken: string, userId: string) =>
  roomsAsSeenBy(db, userId).where('room.share_token', '=', shareToken).executeTakeFirst();

const roomsAsSeenBy = (db: Db, userId: string) =>
  db
    .selectFrom('rooms as room')
    .leftJoin('room_members as mine', (join) =>
      join.onRef('mine.room_id', '=', 'room.id').on('mine.user_id', '=', userId),
    )
    .select([
      'room.id',
      'room.name',
      'room.is_private',
      'room.share_token',
      'room.member_count',
      'room.content_count',
      'room.updated_at',
      'mine.member_id',
      'mine.role',
      'mine.opened_at',
    ])
    .where('room.deleted_at', 'is', null);

export const findRoom = preparedOne((db, roomId: string, userId: string) =>
  roomsAsSeenBy(db, userId).where('room.id', '=', roomId),
);

export const listMyRooms = (db: Db, userId: string) =>
  db
    .selectFrom('room_members as mine')
    .innerJoin('rooms as room', 'room.id', 'mine.room_id')
    .select([
      'room.id',
      'room.name',
      'room.is_private',
      'room.member_count',
      'room.updated_at',
      'mine.role',
      'mine.notifications',
      unreadOf('mine'),
    ])
    .where('mine.user_id', '=', userId)
    .orderBy('room.updated_at', 'desc')
    .orderBy('room.id')
    .execute();

export const listFirstMembers = (db: Db, userId: string, roomIds: string[]) =>
  db
    .with('last_listed', (cte) =>
      cte
        .selectFrom('room_members as mine')
        .where('mine.user_id', '=', userId)
        .where('mine.room_id', 'in', roomIds)
        .select((select) => [
          'mine.room_id',
          select
            .selectFrom('room_members as listed')
            .select('listed.joined_at')
            .whereRef('listed.room_id', '=', 'mine.room_id')
            .orderBy('listed.joined_at')
            .limit(1)
            .offset(LISTED_MEMBERS - 1)
            .as('joined_at'),
        ]),
    )
    .selectFrom('last_listed')
    .innerJoin('room_members as member', 'member.room_id', 'last_listed.room_id')
    .leftJoin('users as user', 'user.id', 'member.user_id')
    .select([
      'member.room_id',
      'member.member_id',
      'member.email',
      'member.role',
      'member.opened_at',
      'user.name',
    ])
    .where((where) =>
      where.or([
        where('last_listed.joined_at', 'is', null),
        where('member.joined_at', '<=', where.ref('last_listed.joined_at')),
      ]),
    )
    .orderBy('member.room_id')
    .orderBy('member.joined_at')
    .execute();

export const insertRoom = (db: Db, room: Insertable<Schema['rooms']>) =>
  db.insertInto('rooms').values(room).execute();

/** By how many there are more of each. */
export interface Growth {
  readonly members?: number | undefined;
  readonly content?: number | undefined;
}

/** Returns the moment of the change, later than every earlier one of the room. */
export const touchRoom = async (
  db: Db,
  roomId: string,
  { members = 0, content = 0 }: Growth = {},
): Promise<number> => {
  const now = Date.now();
  const { updated_at } = await db
    .updateTable('rooms')
    .set((set) => ({
      updated_at: set
        .case()
        .when('updated_at', '>=', now)
        .then(set('updated_at', '+', 1))
        .else(now)
        .end(),
      member_count: set('member_count', '+', members),
      content_count: set('content_count', '+', content),
    }))
    .where('id', '=', roomId)
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  return updated_at;
};

export const updateRoom = (db: Db, roomId: string, change: Updateable<Schema['rooms']>) =>
  db.updateTable('rooms').set(change).where('id', '=', roomId).execute();

/** Which rooms cannot be brought back from here on: all deleted ones of these. */
export interface Purged {
  readonly ids?: readonly string[];
  readonly ownerId?: string;
  readonly deletedBefore?: number;
}

export async function purgeRooms(
  tx: Tx,
  { ids, ownerId, deletedBefore = Number.MAX_SAFE_INTEGER }: Purged,
): Promise<void> {
  const purged = await tx
    .updateTable('rooms')
    .set({ purged_at: Date.now() })
    .where('deleted_at', '<', deletedBefore)
    .where('purged_at', 'is', null)
    .$if(ids !== undefined, (q) => q.where('id', 'in', ids ?? []))
    .$if(ownerId !== undefined, (q) => q.where('owner_id', '=', ownerId ?? ''))
    .returning('id')
    .execute();
  if (purged.length > 0)
    await tx.deleteFrom('former_members').where('room_id', 'in', idsOf(purged)).execute();
}

export const removeEmptiedRooms = (db: Db) =>
  db
    .deleteFrom('rooms')
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('room_content').select('id').whereRef('room_content.room_id', '=', 'rooms.id'),
        ),
      ),
    )
    .execute();

export interface ActivityEntry {
  readonly roomId: string;
  readonly type: ActivityType;
  readonly userId: string;
  readonly details?: Readonly<Record<string, string | boolean>>;
  readonly contentId?: string;
}

const entryOf = (
  db: Db,
  { roomId, type, userId, details = {}, contentId }: ActivityEntry,
  at: number,
) =>
  db.insertInto('room_activity').values({
    id: newId(),
    room_id: roomId,
    type,
    user_id: userId,
    created_at: at,
    details: JSON.stringify(details),
    content_id: contentId ?? null,
  });

/** Logs a change of a room; returns its moment. */
export async function logChange(
  tx: Tx,
  { members, content, ...entry }: ActivityEntry & Growth,
): Promise<number> {
  const at = await touchRoom(tx, entry.roomId, { members, content });
  await entryOf(tx, entry, at).execute();
  return at;
}

/** Where an entry has its moment already: some time before. */
export async function logFormerChange(tx: Tx, entry: ActivityEntry, moment: number): Promise<void> {
  let at = moment;
  for (let back = 1; ; back *= 2) {
    const inserted = await entryOf(tx, entry, at)
      .onConflict((conflict) => conflict.columns(['room_id', 'created_at']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return;
    at -= back;
  }
}

export const findActivity = (db: Db, roomId: string, activityId: string) =>
  db
    .selectFrom('room_activity')
    .select('created_at')
    .where('room_id', '=', roomId)
    .where('id', '=', activityId)
    .executeTakeFirst();

/** Enough to know a text again by. */
const BEGINNING = 200;

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

export const listRoomsChangedSince = async (db: Db, since: number): Promise<string[]> =>
  idsOf(await db.selectFrom('rooms').select('id').where('updated_at', '>=', since).execute());

export const removeOldActivity = (db: Db, roomId: string, kept: number) =>
  db
    .deleteFrom('room_activity')
    .where('room_id', '=', roomId)
    .where('created_at', '<=', (select) =>
      select
        .selectFrom('room_activity')
        .select('created_at')
        .where('room_id', '=', roomId)
        .orderBy('created_at', 'desc')
        .limit(1)
        .offset(kept),
    )
    .execute();
