import type { Db } from '../../platform/database/database.ts';

const FILE = ['files.id', 'files.blob_id', 'files.name', 'files.size', 'files.media_type'] as const;

export type ExportedFile = Awaited<ReturnType<typeof findClipFiles>>[number];

/** Files of somebody's clips that follow one of them; '' for the first. */
export const findClipFiles = (db: Db, userId: string, afterId: string, limit: number) =>
  db
    .selectFrom('files')
    .innerJoin('clips', 'clips.id', 'files.holder_id')
    .select(FILE)
    .where('files.holder_kind', '=', 'clip')
    .where('clips.user_id', '=', userId)
    .where('clips.saved_at', 'is not', null)
    .where('clips.deleted_at', 'is', null)
    .where('files.id', '>', afterId)
    .orderBy('files.id')
    .limit(limit)
    .execute();

export const findRoomFiles = (db: Db, ownerId: string, afterId: string, limit: number) =>
  db
    .selectFrom('files')
    .innerJoin('room_content as item', 'item.id', 'files.holder_id')
    .innerJoin('rooms as room', 'room.id', 'item.room_id')
    .select(FILE)
    .where('files.holder_kind', '=', 'room')
    .where('room.owner_id', '=', ownerId)
    .where('room.deleted_at', 'is', null)
    .where('item.deleted_at', 'is', null)
    .where('files.id', '>', afterId)
    .orderBy('files.id')
    .limit(limit)
    .execute();

export const findDesktopFiles = (db: Db, userId: string, afterId: string, limit: number) =>
  db
    .selectFrom('files')
    .innerJoin('desktop_items as item', 'item.id', 'files.holder_id')
    .innerJoin('desktops as desktop', 'desktop.id', 'item.desktop_id')
    .select(FILE)
    .where('files.holder_kind', '=', 'desktop')
    .where('desktop.user_id', '=', userId)
    .where('item.deleted_at', 'is', null)
    .where('files.id', '>', afterId)
    .orderBy('files.id')
    .limit(limit)
    .execute();

/** SHA-256 of contents, by the id of the blob. */
export async function findHashes(db: Db, blobIds: string[]): Promise<Map<string, string>> {
  if (blobIds.length === 0) return new Map();
  const blobs = await db
    .selectFrom('blobs')
    .select(['id', 'sha256'])
    .where('id', 'in', blobIds)
    .execute();
  return new Map(blobs.map(({ id, sha256 }) => [id, sha256]));
}

export const findOwnedRooms = (db: Db, ownerId: string) =>
  db
    .selectFrom('rooms')
    .select(['id', 'name', 'is_private', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** What is in a room, oldest first, from after an item on. */
export const findContentAfter = (
  db: Db,
  roomId: string,
  after: { created_at: number; id: string } | undefined,
  limit: number,
) => {
  const query = db
    .selectFrom('room_content')
    .select(['id', 'type', 'content', 'author_email', 'created_at', 'updated_at'])
    .where('room_id', '=', roomId)
    .where('deleted_at', 'is', null);
  const rest = after
    ? query.where((where) =>
        where.or([
          where('created_at', '>', after.created_at),
          where.and([where('created_at', '=', after.created_at), where('id', '>', after.id)]),
        ]),
      )
    : query;
  return rest.orderBy('created_at').orderBy('id').limit(limit).execute();
};
