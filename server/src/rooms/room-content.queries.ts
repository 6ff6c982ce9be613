import type { Insertable } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import type { RoomContentTable } from './rooms.tables.ts';
import { addText, changeText, removeText, type TextKey } from '../texts/search.queries.ts';
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

const textKeyOf = (roomId: string, item: Pick<RoomContentTable, 'id' | 'created_at'>): TextKey => ({
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

export async function saveContent(
  db: Db,
  roomId: string,
  item: FoundContent,
  saved: { content: string; updated_at: number; version: number },
): Promise<void> {
  await db.updateTable('room_content').set(saved).where('id', '=', item.id).execute();
  await changeText(db, textKeyOf(roomId, item), saved.content);
}

const setDeleted = (
  db: Db,
  contentId: string,
  deleted: { readonly deleted_at: number; readonly deleted_by: string } | undefined,
) =>
  db
    .updateTable('room_content')
    .set(deleted ?? { deleted_at: null, deleted_by: null })
    .where('id', '=', contentId)
    .execute();

export async function markContentDeleted(
  db: Db,
  roomId: string,
  item: FoundContent,
  deleted: { readonly deleted_at: number; readonly deleted_by: string },
): Promise<void> {
  await setDeleted(db, item.id, deleted);
  await removeText(db, textKeyOf(roomId, item));
}

export async function markContentRestored(
  db: Db,
  roomId: string,
  item: FoundContent,
  names: readonly string[],
): Promise<void> {
  await setDeleted(db, item.id, undefined);
  await addText(db, textKeyOf(roomId, item), item.content, names);
}

/**
 * Whether a reader of files may read those of an item: it is there, and its room is theirs or
 * public.
 */
export const isContentReadableBy = async (
  db: Db,
  contentId: string,
  userId: string,
): Promise<boolean> => {
  const readable = await db
    .selectFrom('room_content as item')
    .innerJoin('rooms as room', 'room.id', 'item.room_id')
    .leftJoin('room_members as mine', (join) =>
      join.onRef('mine.room_id', '=', 'room.id').on('mine.user_id', '=', userId),
    )
    .select('item.id')
    .where('item.id', '=', contentId)
    .where('item.deleted_at', 'is', null)
    .where('room.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('room.is_private', '=', 0), where('mine.member_id', 'is not', null)]),
    )
    .executeTakeFirst();
  return readable !== undefined;
};

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
export async function listContentOfPurgedRooms(db: Db, limit: number, roomId?: string) {
  // Each of the two has an index of its own.
  const find = (state: 'is' | 'is not') =>
    db
      .selectFrom('rooms as room')
      .innerJoin('room_content as item', 'item.room_id', 'room.id')
      .select('item.id')
      .where('room.purged_at', 'is not', null)
      .$if(roomId !== undefined, (q) => q.where('room.id', '=', roomId ?? ''))
      .where('item.deleted_at', state, null)
      .limit(limit)
      .execute();
  const shown = await find('is');
  return shown.length > 0 ? shown : find('is not');
}

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
