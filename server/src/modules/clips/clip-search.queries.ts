import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { ClipFilter, Slice } from './clip-lists.queries.ts';
import { anywhere, fold } from '../../database/search-text.ts';

const NAME_SEPARATOR = '\n';

/** Makes the clip findable, or findable by its present text. */
export async function indexClip(tx: Tx, clip: { id: string; user_id: string; created_at: number; content: string }, fileNames: string[]): Promise<void> {
  const found = { text: fold(clip.content), names: foldNames(fileNames) };
  await tx
    .insertInto('clip_search')
    .values({ clip_id: clip.id, user_id: clip.user_id, created_at: clip.created_at, ...found })
    .onConflict((c) => c.column('clip_id').doUpdateSet(found))
    .execute();
}

const foldNames = (names: string[]) => fold(names.join(NAME_SEPARATOR));

export const indexText = (tx: Tx, clipId: string, content: string) =>
  tx.updateTable('clip_search').set({ text: fold(content) }).where('clip_id', '=', clipId).execute();

export const indexNames = (tx: Tx, clipId: string, fileNames: string[]) =>
  tx.updateTable('clip_search').set({ names: foldNames(fileNames) }).where('clip_id', '=', clipId).execute();

/** Lists no longer show the clip, so that the search does not find it either. */
export const unindexClip = (tx: Tx, clipId: string) => tx.deleteFrom('clip_search').where('clip_id', '=', clipId).execute();

/** The ids of a page of what a search finds, newest first, and how much it finds altogether. */
export async function searchClips(db: Db, filter: ClipFilter, slice: Slice): Promise<{ ids: string[]; total: number }> {
  const { favorite, type, after } = filter;
  let query = db.selectFrom('clip_search').where('clip_search.user_id', '=', filter.userId);
  if (after !== undefined) query = query.where('clip_search.created_at', '>', after);
  for (const word of filter.words) {
    const like = anywhere(word);
    query = query.where(sql<boolean>`(clip_search.text like ${like} escape '\\' or clip_search.names like ${like} escape '\\')`);
  }
  if (favorite !== undefined || type !== 'all') {
    query = query.where(({ exists, selectFrom }) => {
      let clip = selectFrom('clips').select('clips.id').whereRef('clips.id', '=', 'clip_search.clip_id');
      if (favorite !== undefined) clip = clip.where('clips.is_favorite', '=', favorite ? 1 : 0);
      if (type !== 'all') clip = clip.where('clips.file_count', type === 'file' ? '>' : '=', 0);
      return exists(clip);
    });
  }
  const matches = await query
    .select(['clip_search.clip_id', sql<number>`count(*) over ()`.as('total')])
    .orderBy('clip_search.created_at', 'desc')
    .orderBy('clip_search.clip_id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
  const first = matches[0];
  if (first) return { ids: matches.map((match) => match.clip_id), total: first.total };
  // Past the last page there is no row to tell the total.
  return slice.offset === 0 ? { ids: [], total: 0 } : { ids: [], total: (await searchClips(db, filter, { limit: 1, offset: 0 })).total };
}
