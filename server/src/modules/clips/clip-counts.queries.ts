import type { Db, Tx } from '../../database/database.ts';
import type { ClipCountTable, ClipTable } from '../../database/schema.ts';

/** Clips in a segment: what a count or a late page reads row by row is never more. */
const SEGMENT_SIZE = 500;

type Counted = Omit<ClipTable, 'content'>;
type Counts = Pick<ClipCountTable, 'clips' | 'with_files' | 'favorites' | 'favorites_with_files'>;

/**
 * Where and when a clip that is saved now is put. Later than all of the person's clips, even if the clock was set back: pages and
 * counts rely on segments following each other in time.
 */
export async function takePlace(tx: Tx, userId: string, now: number): Promise<{ segment: number; created_at: number }> {
  const last = await tx
    .selectFrom('clip_counts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('segment', 'desc')
    .limit(1)
    .executeTakeFirst();
  const created_at = Math.max(now, (last?.last_at ?? 0) + 1);
  if (last && last.added < SEGMENT_SIZE) {
    const changes = { added: last.added + 1, last_at: created_at };
    await tx.updateTable('clip_counts').set(changes).where('user_id', '=', userId).where('segment', '=', last.segment).execute();
    return { segment: last.segment, created_at };
  }
  const segment = (last?.segment ?? 0) + 1;
  const none = { clips: 0, with_files: 0, favorites: 0, favorites_with_files: 0 };
  await tx
    .insertInto('clip_counts')
    .values({ user_id: userId, segment, first_at: created_at, last_at: created_at, added: 1, ...none })
    .execute();
  return { segment, created_at };
}

/** What a clip adds to its counts: nothing while no list shows it. */
function share(clip: Counted | undefined): Counts {
  const isListed = clip !== undefined && clip.saved_at !== null && clip.deleted_at === null;
  const [clips, file, favorite] = [isListed ? 1 : 0, isListed && clip.file_count > 0 ? 1 : 0, isListed && clip.is_favorite ? 1 : 0];
  return { clips, with_files: file, favorites: favorite, favorites_with_files: file * favorite };
}

/** To be called in the transaction that makes or changes a clip. */
export async function recount(tx: Tx, before: Counted | undefined, after: Counted): Promise<void> {
  const [old, now] = [share(before), share(after)];
  if (after.segment === null || JSON.stringify(old) === JSON.stringify(now)) return;
  await tx
    .updateTable('clip_counts')
    .set((eb) => ({
      clips: eb('clips', '+', now.clips - old.clips),
      with_files: eb('with_files', '+', now.with_files - old.with_files),
      favorites: eb('favorites', '+', now.favorites - old.favorites),
      favorites_with_files: eb('favorites_with_files', '+', now.favorites_with_files - old.favorites_with_files),
    }))
    .where('user_id', '=', after.user_id)
    .where('segment', '=', after.segment)
    .execute();
}

export async function readCounts(db: Db, userId: string): Promise<Counts> {
  const sums = await db
    .selectFrom('clip_counts')
    .select(({ fn }) => [
      fn.sum<number | null>('clips').as('clips'),
      fn.sum<number | null>('with_files').as('with_files'),
      fn.sum<number | null>('favorites').as('favorites'),
      fn.sum<number | null>('favorites_with_files').as('favorites_with_files'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    clips: sums.clips ?? 0,
    with_files: sums.with_files ?? 0,
    favorites: sums.favorites ?? 0,
    favorites_with_files: sums.favorites_with_files ?? 0,
  };
}

/** Newest first. */
export const listSegments = (db: Db, userId: string): Promise<ClipCountTable[]> =>
  db.selectFrom('clip_counts').selectAll().where('user_id', '=', userId).orderBy('segment', 'desc').execute();
