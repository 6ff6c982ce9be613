import { sql } from 'kysely';
import type { Db } from '../core/db/database.ts';

/** What a user takes of the store: texts and files together, and how many things they are. */
export interface StorageUse {
  readonly bytes: number;
  readonly things: number;
}

interface Counting {
  executeTakeFirstOrThrow(): Promise<{ bytes: number | null; things: number }>;
}

async function sumOf(queries: readonly Counting[]): Promise<StorageUse> {
  const sum = { bytes: 0, things: 0 };
  for (const query of queries) {
    const { bytes, things } = await query.executeTakeFirstOrThrow();
    sum.bytes += bytes ?? 0;
    sum.things += things;
  }
  return sum;
}

const things = sql<number>`count(*)`.as('things');
const noBytes = sql<number>`0`.as('bytes');
const textBytes = sql<number | null>`sum(octet_length(content))`.as('bytes');
const fileBytes = sql<number | null>`sum(files.size)`.as('bytes');
const packedBytes = sql<number | null>`sum(octet_length(packed))`.as('bytes');

/** What is kept for repeats of calls that create: an answer may hold half a megabyte of text. */
const repliesTo = (db: Db) =>
  db
    .selectFrom('idempotency')
    .select([sql<number | null>`sum(octet_length(reply))`.as('bytes'), things]);

const clips = (db: Db, userId: string) =>
  db.selectFrom('clips').select([textBytes, things]).where('user_id', '=', userId);

/** Of kind 'version' are deleted ones that earlier versions of clips still have. */
const filesOfClips = (db: Db, userId: string, kind: 'clip' | 'version') =>
  db
    .selectFrom('clips')
    .innerJoin('files', (join) =>
      join.onRef('files.holder_id', '=', 'clips.id').on('files.holder_kind', '=', kind),
    )
    .select([fileBytes, things])
    .where('clips.user_id', '=', userId);

const versions = (
  db: Db,
  userId: string,
  table: 'clip_versions' | 'content_versions',
  of: 'clips' | 'room_content',
) =>
  db
    .selectFrom(table)
    .select([packedBytes, things])
    .where('thing_id', 'in', (where) =>
      where.selectFrom(of).select('id').where('user_id', '=', userId),
    );

const desktops = (db: Db) =>
  db
    .selectFrom('desktops')
    .select(({ fn }) => [
      fn.sum<number | null>('byte_count').as('bytes'),
      fn.coalesce(fn.sum<number>('item_count'), sql.lit(0)).as('things'),
    ]);

const deletedDesktopItems = (db: Db) =>
  db
    .selectFrom('desktops')
    .innerJoin('desktop_items as item', 'item.desktop_id', 'desktops.id')
    .select(({ fn }) => [fn.sum<number | null>('item.bytes').as('bytes'), things])
    .where('item.deleted_at', 'is not', null);

/** Short rows, but of things that come and go they stay for a long time. */
const remembered = (db: Db, userId: string, table: 'captures' | 'links') =>
  db
    .selectFrom(table)
    .select([noBytes, things])
    .where('user_id', '=', userId)
    .where('clip_id', 'is', null);

/** For weeks they stay, with their log, so that the operator can look up what happened. */
const deletedRooms = (db: Db, userId: string) =>
  db
    .selectFrom('rooms')
    .select([noBytes, things])
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is not', null);
const logsOfDeletedRooms = (db: Db, userId: string) =>
  db
    .selectFrom('rooms')
    .innerJoin('room_activity', 'room_activity.room_id', 'rooms.id')
    .select([noBytes, things])
    .where('rooms.owner_id', '=', userId)
    .where('rooms.deleted_at', 'is not', null);

/** What was taken over from an export is known by its former id even when it is gone. */
const takenOver = (db: Db, userId: string) =>
  db.selectFrom('imports').select([noBytes, things]).where('user_id', '=', userId);

/** What was deleted and can be brought back counts too: it is still there. */
export const findUseOfPerson = (db: Db, userId: string): Promise<StorageUse> =>
  sumOf([
    clips(db, userId).where('saved_at', 'is not', null).where('deleted_at', 'is', null),
    clips(db, userId).where('deleted_at', 'is not', null),
    filesOfClips(db, userId, 'clip')
      .where('clips.saved_at', 'is not', null)
      .where('clips.file_count', '>', sql.lit(0))
      .where('clips.deleted_at', 'is', null),
    filesOfClips(db, userId, 'clip').where('clips.deleted_at', 'is not', null),
    filesOfClips(db, userId, 'version'),
    versions(db, userId, 'clip_versions', 'clips'),
    versions(db, userId, 'content_versions', 'room_content'),
    db.selectFrom('room_content').select([textBytes, things]).where('user_id', '=', userId),
    db
      .selectFrom('room_content')
      .innerJoin('files', (join) =>
        join.onRef('files.holder_id', '=', 'room_content.id').on('files.holder_kind', '=', 'room'),
      )
      .select([fileBytes, things])
      .where('room_content.user_id', '=', userId),
    desktops(db).where('user_id', '=', userId),
    deletedDesktopItems(db).where('desktops.user_id', '=', userId),
    remembered(db, userId, 'captures'),
    remembered(db, userId, 'links'),
    deletedRooms(db, userId),
    logsOfDeletedRooms(db, userId),
    takenOver(db, userId),
    repliesTo(db).where('user_id', '=', userId),
  ]);

/** What others sent to a user through drop links. */
export const findUseOfSent = (db: Db, userId: string): Promise<StorageUse> =>
  sumOf([
    clips(db, userId).where('via', 'is not', null),
    filesOfClips(db, userId, 'clip').where('clips.via', 'is not', null),
  ]);

/**
 * Of desktops that belong to a browser and no user: all, or those that one network began; and what
 * is kept of calls of those who are signed out.
 */
export const findUseOfSignedOut = (db: Db, networkHash?: string): Promise<StorageUse> =>
  sumOf([
    desktops(db)
      .where('user_id', 'is', null)
      .$if(networkHash !== undefined, (q) => q.where('network_hash', '=', networkHash ?? '')),
    // Until they cannot be brought back any more.
    deletedDesktopItems(db)
      .where('desktops.user_id', 'is', null)
      .$if(networkHash !== undefined, (q) => q.where('network_hash', '=', networkHash ?? '')),
    repliesTo(db)
      .where('user_id', 'is', null)
      .where('network_hash', networkHash === undefined ? 'is not' : '=', networkHash ?? null),
  ]);
