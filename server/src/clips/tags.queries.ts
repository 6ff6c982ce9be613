import type { TagColor } from '@clipline/contract/tag-colors.ts';
import type { Tag } from '@clipline/contract/schemas/tags.ts';
import { type Db, type Tx, countOf } from '../core/db/database.ts';
import { type ClipHead, isListed } from './clips.queries.ts';
import type { TagTable } from './clips.tables.ts';
import { idsOf } from '../core/ids.ts';

export type TagRow = TagTable;

export const findTag = (db: Db, userId: string, id: string): Promise<TagRow | undefined> =>
  db
    .selectFrom('tags')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

export const findTagNamed = (db: Db, userId: string, key: string): Promise<TagRow | undefined> =>
  db
    .selectFrom('tags')
    .selectAll()
    .where('user_id', '=', userId)
    .where('name_key', '=', key)
    .executeTakeFirst();

export const listTagRows = (db: Db, userId: string): Promise<TagRow[]> =>
  db
    .selectFrom('tags')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('name_key')
    .orderBy('id')
    .execute();

/** How many of the clips that lists show carry each of these tags: an index alone tells. */
export async function countTagged(db: Db, tagIds: readonly string[]): Promise<Map<string, number>> {
  if (tagIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('clip_tags')
    .select(({ fn }) => ['tag_id', fn.countAll<number>().as('clips')])
    .where('tag_id', 'in', tagIds)
    .where('listed', '=', 1)
    .groupBy('tag_id')
    .execute();
  return new Map(rows.map(({ tag_id, clips }) => [tag_id, clips]));
}

export const countTags = (db: Db, userId: string): Promise<number> =>
  countOf(db.selectFrom('tags').where('user_id', '=', userId));

export const insertTag = (tx: Tx, tag: TagRow) => tx.insertInto('tags').values(tag).execute();

export const updateTag = (
  tx: Tx,
  id: string,
  changes: Pick<TagRow, 'name' | 'name_key' | 'color'>,
) => tx.updateTable('tags').set(changes).where('id', '=', id).execute();

export async function removeFromSome(tx: Tx, id: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('clip_tags')
    .where('tag_id', '=', id)
    .where('clip_id', 'in', (eb) =>
      eb.selectFrom('clip_tags').select('clip_id').where('tag_id', '=', id).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const removeTagRow = (tx: Tx, id: string) =>
  tx.deleteFrom('tags').where('id', '=', id).execute();

export async function listOwnTags(db: Db, userId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('tags')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return idsOf(rows);
}

/** Clips that carry none of these tags carry them all from here on. */
export const addTags = (tx: Tx, clips: readonly ClipHead[], tagIds: readonly string[]) =>
  tx
    .insertInto('clip_tags')
    .values(
      clips.flatMap((clip) =>
        tagIds.map((tagId) => ({
          clip_id: clip.id,
          tag_id: tagId,
          listed: isListed(clip) ? 1 : 0,
        })),
      ),
    )
    .execute();

export async function replaceTags(
  tx: Tx,
  clip: ClipHead,
  tagIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('clip_tags').where('clip_id', '=', clip.id).execute();
  if (tagIds.length > 0) await addTags(tx, [clip], tagIds);
}

export const presentTag = ({ id, name, color }: TagRow, clips: number): Tag => ({
  id,
  name,
  color: color as TagColor,
  clips,
});
