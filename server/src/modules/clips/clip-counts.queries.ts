import type { Db, Tx } from '../../database/database.ts';
import type { ClipCountTable } from '../../database/schema.ts';
import type { ClipHead } from './clips.queries.ts';

const DAY_MS = 24 * 3600 * 1000;

export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

type Counts = Omit<ClipCountTable, 'user_id' | 'day'>;

/** What a clip adds to the counts; undefined while no list shows it. */
function share(clip: ClipHead, by: 1 | -1): ClipCountTable | undefined {
  if (clip.saved_at === null || clip.deleted_at !== null) return undefined;
  const with_files = clip.file_count > 0 ? by : 0;
  return {
    user_id: clip.user_id,
    day: dayOf(clip.created_at),
    clips: by,
    with_files,
    favorites: clip.is_favorite ? by : 0,
    favorites_with_files: clip.is_favorite ? with_files : 0,
  };
}

const add = (tx: Tx, row: ClipCountTable) =>
  tx
    .insertInto('clip_counts')
    .values(row)
    .onConflict((c) =>
      c.columns(['user_id', 'day']).doUpdateSet((eb) => ({
        clips: eb('clip_counts.clips', '+', eb.ref('excluded.clips')),
        with_files: eb('clip_counts.with_files', '+', eb.ref('excluded.with_files')),
        favorites: eb('clip_counts.favorites', '+', eb.ref('excluded.favorites')),
        favorites_with_files: eb('clip_counts.favorites_with_files', '+', eb.ref('excluded.favorites_with_files')),
      })),
    )
    .execute();

/** To be called in the transaction that makes or changes a clip. */
export async function recount(tx: Tx, before: ClipHead | undefined, after: ClipHead): Promise<void> {
  const [added, taken] = [share(after, 1), before && share(before, -1)];
  const isSame = JSON.stringify(added) === JSON.stringify(before && share(before, 1));
  if (isSame) return;
  if (taken) await add(tx, taken);
  if (added) await add(tx, added);
}

/** The counts of all clips created from a day on. */
export async function readCounts(db: Db, userId: string, fromDay = 0): Promise<Counts> {
  const sums = await db
    .selectFrom('clip_counts')
    .select(({ fn }) => [
      fn.sum<number | null>('clips').as('clips'),
      fn.sum<number | null>('with_files').as('with_files'),
      fn.sum<number | null>('favorites').as('favorites'),
      fn.sum<number | null>('favorites_with_files').as('favorites_with_files'),
    ])
    .where('user_id', '=', userId)
    .where('day', '>=', fromDay)
    .executeTakeFirstOrThrow();
  return { clips: sums.clips ?? 0, with_files: sums.with_files ?? 0, favorites: sums.favorites ?? 0, favorites_with_files: sums.favorites_with_files ?? 0 };
}
