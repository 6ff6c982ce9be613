import type { Insertable, Updateable } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import type { RoomContentTable } from './rooms.tables.ts';
import { addText, removeText, type TextKey } from '../texts/search.queries.ts';
import { idsOf } from '../core/ids.ts';

/** What the files of room content are kept under. */
export const ROOM = 'room';

/** All that is told of an item, with its author. */
export const allContent = (db: Db) =>
  db
    .selectFrom('room_content as item')
    .innerJoin('users as user', 'user.id', 'item.user_id')
    .select([
      'item.id',
      'item.type',
      'item.content',
      'item.version',
      'item.created_at',
      'item.updated_at',
      'item.user_id',
      'item.author_email',
      'item.deleted_at',
      'item.deleted_by',
      'user.name',
    ]);

export type FoundContent = NonNullable<Awaited<ReturnType<typeof findContent>>>;

/** An item that is not deleted. */
export const findContent = (db: Db, roomId: string, contentId: string) =>
  allContent(db)
    .where('item.room_id', '=', roomId)
    .where('item.id', '=', contentId)
    .where('item.deleted_at', 'is', null)
    .executeTakeFirst();

export const findDeletedContent = (
  db: Db,
  roomId: string,
  contentId: string,
  deletedSince: number,
) =>
  allContent(db)
    .where('item.room_id', '=', roomId)
    .where('item.id', '=', contentId)
    .where('item.deleted_at', '>=', deletedSince)
    .executeTakeFirst();

export const textKeyOf = (
  roomId: string,
  item: Pick<RoomContentTable, 'id' | 'created_at'>,
): TextKey => ({
  holderId: roomId,
  createdAt: item.created_at,
  thingId: item.id,
});

/** With the names of its files. */
export async function insertContent(
  db: Db,
  item: Insertable<Schema['room_content']>,
  names: readonly string[] = [],
): Promise<void> {
  await db.insertInto('room_content').values(item).execute();
  await addText(db, textKeyOf(item.room_id, item), item.content, names);
}

export const updateContent = (
  tx: Tx,
  contentId: string,
  change: Updateable<Schema['room_content']>,
) => tx.updateTable('room_content').set(change).where('id', '=', contentId).execute();

/** Where an item is, deleted or not. */
export const findHome = preparedOne((db, contentId: string) =>
  db.selectFrom('room_content').select(['room_id', 'deleted_at']).where('id', '=', contentId),
);

/** Items whose time in the trash is over. */
export const listOldDeletedContent = (db: Db, deletedBefore: number, limit: number) =>
  db
    .selectFrom('room_content')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', deletedBefore)
    .limit(limit)
    .execute();

/** What is left in rooms that cannot be brought back, or in one of them. */
export const listContentOfPurgedRooms = (db: Db, limit: number, roomId?: string) =>
  db
    .selectFrom('rooms as room')
    .innerJoin('room_content as item', 'item.room_id', 'room.id')
    .select('item.id')
    .where('room.deleted_at', 'is not', null)
    .where('room.purged_at', 'is not', null)
    .$if(roomId !== undefined, (q) => q.where('room.id', '=', roomId ?? ''))
    .limit(limit)
    .execute();

/** Removes items for good, except what was restored meanwhile; returns those removed. */
export const removeContent = async (
  tx: Tx,
  contentIds: string[],
  deletedBefore: number,
): Promise<string[]> => {
  const removed = await tx
    .deleteFrom('room_content')
    .where('id', 'in', contentIds)
    .where((where) =>
      where.or([
        where('deleted_at', '<', deletedBefore),
        where(
          'room_id',
          'in',
          where.selectFrom('rooms').select('rooms.id').where('rooms.purged_at', 'is not', null),
        ),
      ]),
    )
    .returning(['id', 'room_id', 'created_at'])
    .execute();
  // Those of a room that was deleted whole are still among the texts.
  for (const each of removed) await removeText(tx, textKeyOf(each.room_id, each));
  return idsOf(removed);
};
