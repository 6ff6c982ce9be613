import { sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import type { ClipRow } from '../clips/clips.queries.ts';
import type { ItemRow } from '../desktop/desktop.queries.ts';
import type { FileRow } from '../files/files.queries.ts';
import type { VersionRow } from '../texts/history.queries.ts';

export interface Standing {
  readonly created_at: number;
  readonly id: string;
}

export interface Chunk<T> {
  readonly after: T | undefined;
  readonly limit: number;
}

const isAfter = (after: Standing | undefined) =>
  sql<boolean>`(created_at, id) > (${after?.created_at ?? -1}, ${after?.id ?? ''})`;

export const listDeletedClips = (
  db: Db,
  userId: string,
  { after, limit }: Chunk<Standing>,
): Promise<ClipRow[]> =>
  db
    .selectFrom('clips')
    .selectAll()
    .where('user_id', '=', userId)
    .where('saved_at', 'is not', null)
    .where('deleted_at', 'is not', null)
    .where(isAfter(after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const listDeletedItems = (
  db: Db,
  userId: string,
  { after, limit }: Chunk<Standing>,
): Promise<ItemRow[]> =>
  db
    .selectFrom('desktop_items')
    .selectAll()
    .where('desktop_id', 'in', (where) =>
      where.selectFrom('desktops').select('id').where('user_id', '=', userId),
    )
    .where('deleted_at', 'is not', null)
    .where(isAfter(after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export type ExportedFile = FileRow & { readonly sha256: string | null };

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
  db
    .selectFrom('rooms')
    .select(['id', 'name', 'is_private', 'created_at', 'deleted_at'])
    .where('owner_id', '=', ownerId)
    .where('purged_at', 'is', null)
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

const contentAfter = (db: Db, { after, limit }: Chunk<Standing>) =>
  db
    .selectFrom('room_content')
    .selectAll()
    .where(isAfter(after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);

export const listContentAfter = (
  db: Db,
  roomId: string,
  chunk: Chunk<Standing>,
): Promise<ContentRow[]> =>
  contentAfter(db, chunk).where('room_id', '=', roomId).where('deleted_at', 'is', null).execute();

export const listDeletedContent = (
  db: Db,
  ownerId: string,
  chunk: Chunk<Standing>,
): Promise<ContentRow[]> =>
  contentAfter(db, chunk)
    .where('deleted_at', 'is not', null)
    .where('room_id', 'in', (where) =>
      where
        .selectFrom('rooms')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('purged_at', 'is', null),
    )
    .execute();

export type KeptVersion = VersionRow & { readonly ended_at: number };

export const listVersionsAfter = (
  scans: Db,
  kind: 'clip' | 'roomItem',
  userId: string,
  { after, limit }: Chunk<Pick<VersionRow, 'thing_id' | 'version'>>,
): Promise<KeptVersion[]> =>
  scans
    .selectFrom(kind === 'clip' ? 'clip_versions' : 'content_versions')
    .selectAll()
    .where('ended_at', 'is not', null)
    .where('thing_id', 'in', (where) =>
      kind === 'clip'
        ? where.selectFrom('clips').select('id').where('user_id', '=', userId)
        : where
            .selectFrom('room_content')
            .innerJoin('rooms', 'rooms.id', 'room_content.room_id')
            .select('room_content.id')
            .where('rooms.owner_id', '=', userId),
    )
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('thing_id', 'version'), '>', tuple(after?.thing_id ?? '', after?.version ?? 0)),
      ),
    )
    .orderBy('thing_id')
    .orderBy('version')
    .limit(limit)
    .execute() as Promise<KeptVersion[]>;

export const listLinksOf = (db: Db, userId: string) =>
  db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const listOpeningsOf = (db: Db, linkId: string) =>
  db
    .selectFrom('link_openings')
    .select(['at', 'browser'])
    .where('link_id', '=', linkId)
    .orderBy('at')
    .orderBy('id')
    .execute();
