import { sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import type { ClipRow } from '../clips/clips.queries.ts';
import type { ItemRow } from '../desktop/desktop.queries.ts';
import { KEPT_FILE, type VersionRow } from '../texts/history.queries.ts';

/** Where something stands among others of its kind. */
export interface Standing {
  readonly created_at: number;
  readonly id: string;
}

/** So many of a list, from after one of them on: undefined before the first. */
export interface Chunk<T> {
  readonly after: T | undefined;
  readonly limit: number;
}

const isAfter = (after: Standing | undefined) =>
  sql<boolean>`(created_at, id) > (${after?.created_at ?? -1}, ${after?.id ?? ''})`;

const clipsAfter = (db: Db, userId: string, { after, limit }: Chunk<Standing>) =>
  db
    .selectFrom('clips')
    .where('user_id', '=', userId)
    .where('saved_at', 'is not', null)
    .where(isAfter(after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);

type Clips = ReturnType<typeof clipsAfter>;

/**
 * Shown and deleted clips, oldest first. Each kind has an index of its own; asked for together, all
 * clips of all users would be looked at.
 */
function listKeptClips(
  db: Db,
  userId: string,
  chunk: Chunk<Standing>,
  those: (clips: Clips) => Clips,
): Promise<Standing[]> {
  const part = (deleted: 'is' | 'is not') =>
    db
      .selectFrom(
        those(clipsAfter(db, userId, chunk).where('deleted_at', deleted, null))
          .select(['id', 'created_at'])
          .as('part'),
      )
      .selectAll();
  return part('is')
    .unionAll(part('is not'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(chunk.limit)
    .execute();
}

/** Clips with files, deleted ones too. */
export const listClipsWithFiles = (db: Db, userId: string, chunk: Chunk<Standing>) =>
  listKeptClips(db, userId, chunk, (clips) => clips.where('file_count', '>', 0));

/** Those with deleted files that a version still has, likewise: looks at all clips of the user. */
export const listClipsWithKeptFiles = (scans: Db, userId: string, chunk: Chunk<Standing>) =>
  listKeptClips(scans, userId, chunk, (clips) =>
    clips.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('files')
          .select('files.id')
          .where('holder_kind', '=', KEPT_FILE)
          .whereRef('holder_id', '=', 'clips.id'),
      ),
    ),
  );

export const listDeletedClips = (
  db: Db,
  userId: string,
  chunk: Chunk<Standing>,
): Promise<ClipRow[]> =>
  clipsAfter(db, userId, chunk).selectAll().where('deleted_at', 'is not', null).execute();

const itemsAfter = (db: Db, userId: string, { after, limit }: Chunk<Standing>) =>
  db
    .selectFrom('desktop_items')
    .where('desktop_id', 'in', (where) =>
      where.selectFrom('desktops').select('id').where('user_id', '=', userId),
    )
    .where(isAfter(after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);

/** On the desktop and in its trash, oldest first. */
export const listItemsWithFiles = (db: Db, userId: string, chunk: Chunk<Standing>) =>
  itemsAfter(db, userId, chunk).select(['id', 'created_at']).where('type', '=', 'file').execute();

export const listDeletedItems = (
  db: Db,
  userId: string,
  chunk: Chunk<Standing>,
): Promise<ItemRow[]> =>
  itemsAfter(db, userId, chunk).selectAll().where('deleted_at', 'is not', null).execute();

/** SHA-256 of contents. */
export async function findHashes(
  db: Db,
  blobIds: string[],
): Promise<{ id: string; sha256: string }[]> {
  if (blobIds.length === 0) return [];
  return db.selectFrom('blobs').select(['id', 'sha256']).where('id', 'in', blobIds).execute();
}

/** Those in the trash too. */
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

export type ContentRow = Pick<
  Schema['room_content'],
  'id' | 'type' | 'content' | 'author_email' | 'created_at' | 'updated_at'
>;

export type DeletedContentRow = ContentRow & Pick<Schema['room_content'], 'room_id' | 'deleted_at'>;

const CONTENT = ['id', 'type', 'content', 'author_email', 'created_at', 'updated_at'] as const;

const contentAfter = (db: Db, { after, limit }: Chunk<Standing>) =>
  db
    .selectFrom('room_content')
    .where(isAfter(after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);

/** What is in a room, oldest first. */
export const listContentAfter = (
  db: Db,
  roomId: string,
  chunk: Chunk<Standing>,
): Promise<ContentRow[]> =>
  contentAfter(db, chunk)
    .select(CONTENT)
    .where('room_id', '=', roomId)
    .where('deleted_at', 'is', null)
    .execute();

/** The files of a room, deleted ones too, likewise. */
export const listFileItems = (db: Db, roomId: string, chunk: Chunk<Standing>) =>
  contentAfter(db, chunk)
    .select(['id', 'created_at'])
    .where('room_id', '=', roomId)
    .where('type', '=', 'file')
    .execute();

/** What was deleted in the rooms of a user, likewise. */
export const listDeletedContent = (
  db: Db,
  ownerId: string,
  chunk: Chunk<Standing>,
): Promise<DeletedContentRow[]> =>
  contentAfter(db, chunk)
    .select([...CONTENT, 'room_id', 'deleted_at'])
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

/** Texts that can be had again, of clips or of what is in rooms of one's own, by thing. */
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

/** At most a thousand are good; those that were revoked are kept for a while. */
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
