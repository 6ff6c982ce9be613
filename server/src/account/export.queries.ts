import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';
import type { FileTable } from '../files/files.tables.ts';
import type { VersionRow, VersionsOf } from '../texts/history.queries.ts';

export interface Standing {
  readonly created_at: number;
  readonly id: string;
}

export interface Chunk<T> {
  readonly after: T | undefined;
  readonly limit: number;
}

/** In the order in which they were made. */
const next = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { after, limit }: Chunk<Standing>,
): SelectQueryBuilder<DB, TB, O> =>
  query
    .where(sql<boolean>`(created_at, id) > (${after?.created_at ?? -1}, ${after?.id ?? ''})`)
    .orderBy(sql`created_at`)
    .orderBy(sql`id`)
    .limit(limit);

const deletedClips = (db: Db, userId: string) =>
  db
    .selectFrom('clips')
    .selectAll()
    .where('user_id', '=', userId)
    .where('saved_at', 'is not', null)
    .where('deleted_at', 'is not', null);

export const listDeletedClips = (db: Db, userId: string, chunk: Chunk<Standing>) =>
  next(deletedClips(db, userId), chunk).execute();

const deletedItems = (db: Db, userId: string) =>
  db
    .selectFrom('desktop_items')
    .selectAll()
    .where('desktop_id', 'in', (where) =>
      where.selectFrom('desktops').select('id').where('user_id', '=', userId),
    )
    .where('deleted_at', 'is not', null);

export const listDeletedItems = (db: Db, userId: string, chunk: Chunk<Standing>) =>
  next(deletedItems(db, userId), chunk).execute();

export type ExportedFile = FileTable & { readonly sha256: string | null };

export async function listFilesWithHash(
  db: Db,
  kind: string,
  holderIds: string[],
): Promise<ExportedFile[]> {
  if (holderIds.length === 0) return [];
  return db
    .selectFrom('files')
    .leftJoin('blobs', 'blobs.id', 'files.blob_id')
    .selectAll('files')
    .select('blobs.sha256')
    .where('holder_kind', '=', kind)
    .where('holder_id', 'in', holderIds)
    .orderBy('files.created_at')
    .orderBy('files.id')
    .execute();
}

export const listOwnedRooms = (db: Db, ownerId: string) =>
  roomsOf(db, ownerId)
    .select(['id', 'name', 'is_private', 'created_at', 'deleted_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const listFormerMembers = (db: Db, roomId: string) =>
  db
    .selectFrom('former_members')
    .select(['email', 'role'])
    .where('room_id', '=', roomId)
    .orderBy('joined_at')
    .orderBy('member_id')
    .execute();

export type ContentRow = Schema['room_content'];

const roomContent = (db: Db) => db.selectFrom('room_content').selectAll();

export const listContentAfter = (db: Db, roomId: string, chunk: Chunk<Standing>) =>
  next(roomContent(db).where('room_id', '=', roomId), chunk)
    .where('deleted_at', 'is', null)
    .execute();

const roomsOf = (db: Db, ownerId: string) =>
  db.selectFrom('rooms').where('owner_id', '=', ownerId).where('purged_at', 'is', null);

export const listDeletedContent = (db: Db, ownerId: string, chunk: Chunk<Standing>) =>
  next(roomContent(db).where('deleted_at', 'is not', null), chunk)
    .where('room_id', 'in', roomsOf(db, ownerId).select('id'))
    .execute();

export type KeptVersion = VersionRow & { readonly ended_at: number };

/** Of a text that can be had again. */
type VersionChunk = Chunk<Pick<VersionRow, 'thing_id' | 'version'>>;

export const listVersionsOf = (
  db: Db,
  table: VersionsOf,
  thingIds: readonly string[],
  { after, limit }: VersionChunk,
): Promise<KeptVersion[]> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('thing_id', 'in', thingIds)
    .where('ended_at', 'is not', null)
    .$narrowType<{ ended_at: number }>()
    .where(sql<boolean>`(thing_id, version) > (${after?.thing_id ?? ''}, ${after?.version ?? 0})`)
    .orderBy('thing_id')
    .orderBy('version')
    .limit(limit)
    .execute();

/** Whatever was deleted. */
export const listContentIds = async (
  db: Db,
  roomId: string,
  after: string,
  limit: number,
): Promise<string[]> =>
  idsOf(
    await db
      .selectFrom('room_content')
      .select('id')
      .where('room_id', '=', roomId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

export const listLinksOf = (db: Db, userId: string) =>
  db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const listOpeningsOf = (db: Db, userId: string) =>
  db
    .selectFrom('link_openings')
    .select(['link_id', 'at', 'browser'])
    .where('link_id', 'in', (links) =>
      links.selectFrom('links').select('id').where('user_id', '=', userId),
    )
    .orderBy('at')
    .orderBy('id')
    .execute();
