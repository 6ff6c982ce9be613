import type { Db, Tx } from '../core/db/database.ts';
import type { BulkChangeTable } from './clips.tables.ts';
import { type ClipHead, type ClipRow, HEAD } from './clips.queries.ts';
import { idsOf } from '../core/ids.ts';

/** Those of these clips that a person has in lists. */
export const listListedHeads = (db: Db, userId: string, ids: string[]): Promise<ClipHead[]> =>
  db
    .selectFrom('clips')
    .select(HEAD)
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('saved_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();

/** Those of these clips that were deleted at that very moment, whole. */
export const listDeletedAt = (
  tx: Tx,
  userId: string,
  ids: string[],
  deletedAt: number,
): Promise<ClipRow[]> =>
  tx
    .selectFrom('clips')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('deleted_at', '=', deletedAt)
    .execute();

/** Those of these clips that are marked, or are not; deleted ones too. */
export const listMarked = (
  tx: Tx,
  userId: string,
  ids: string[],
  isFavorite: boolean,
): Promise<ClipHead[]> =>
  tx
    .selectFrom('clips')
    .select(HEAD)
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('is_favorite', '=', isFavorite ? 1 : 0)
    .execute();

/** How many tags each of these clips carries, and whether it carries this one. */
export async function findCarrying(
  tx: Tx,
  clipIds: string[],
  tagId: string,
): Promise<Map<string, { readonly tags: number; readonly has: boolean }>> {
  const rows = await tx
    .selectFrom('clip_tags')
    .select(({ fn, eb }) => [
      'clip_id',
      fn.countAll<number>().as('tags'),
      fn.max(eb.case().when('tag_id', '=', tagId).then(1).else(0).end()).as('has'),
    ])
    .where('clip_id', 'in', clipIds)
    .groupBy('clip_id')
    .execute();
  return new Map(rows.map(({ clip_id, tags, has }) => [clip_id, { tags, has: has === 1 }]));
}

/** Returns the ids of those that carried it. */
export async function removeTag(tx: Tx, clipIds: string[], tagId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('clip_tags')
    .where('tag_id', '=', tagId)
    .where('clip_id', 'in', clipIds)
    .returning('clip_id')
    .execute();
  return rows.map(({ clip_id }) => clip_id);
}

/** Of these clips those that are there, deleted or not. */
export async function listExisting(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('clips')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .execute();
  return idsOf(rows);
}

/** Some clips of a person in the order of their ids, in whatever state. */
export async function listIdsAfter(
  tx: Tx,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('clips')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return idsOf(rows);
}

export type ClosedClip = Pick<ClipRow, 'id' | 'saved_at' | 'deleted_at'>;

/** Those of these clips whose address was open. */
export const closeAddressesOf = async (tx: Tx, ids: readonly string[]): Promise<ClosedClip[]> =>
  ids.length === 0
    ? []
    : tx
        .updateTable('clips')
        .set({ address_open: 0 })
        .where('id', 'in', ids)
        .where('address_open', '=', 1)
        .returning(['id', 'saved_at', 'deleted_at'])
        .execute();

export const insertBulkChange = (tx: Tx, change: BulkChangeTable) =>
  tx.insertInto('bulk_changes').values(change).execute();

/** A user who takes it is the only one to undo it. */
export async function takeBulkChange(
  tx: Tx,
  userId: string,
  id: string,
  since: number,
): Promise<BulkChangeTable | undefined> {
  return tx
    .deleteFrom('bulk_changes')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .returningAll()
    .executeTakeFirst();
}

export const removeBulkChangesBefore = (db: Db, before: number) =>
  db.deleteFrom('bulk_changes').where('created_at', '<', before).execute();
