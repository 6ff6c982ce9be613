import type { Db } from '../../platform/database/database.ts';

/** Where something stands among others of its kind. */
export interface Standing {
  readonly created_at: number;
  readonly id: string;
}

/** Clips with files, oldest first, from after one of them on. */
export const findClipsWithFiles = (
  db: Db,
  userId: string,
  after: Standing | undefined,
  limit: number,
): Promise<Standing[]> =>
  db
    .selectFrom('clips')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where('saved_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('file_count', '>', 0)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(after?.created_at ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The files of a room, likewise. */
export const findFileItems = (
  db: Db,
  roomId: string,
  after: Standing | undefined,
  limit: number,
): Promise<Standing[]> =>
  db
    .selectFrom('room_content')
    .select(['id', 'created_at'])
    .where('room_id', '=', roomId)
    .where('type', '=', 'file')
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(after?.created_at ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
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
  after: Standing | undefined,
  limit: number,
) =>
  db
    .selectFrom('room_content')
    .select(['id', 'type', 'content', 'author_email', 'created_at', 'updated_at'])
    .where('room_id', '=', roomId)
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(after?.created_at ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
