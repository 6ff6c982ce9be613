import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import type { ClipCountTable, ClipTable } from '../../database/schema.ts';

/** Clips in a segment: what a count or a late page reads row by row is never more. */
export const SEGMENT_SIZE = 500;

type Counted = Omit<ClipTable, 'content'>;
export type Counts = Pick<
  ClipCountTable,
  'clips' | 'with_files' | 'favorites' | 'favorites_with_files'
>;

const lastSegments = prepared((tx, userId: string) =>
  // By time: a segment of older clips, from an import, may have a higher number.
  tx
    .selectFrom('clip_counts')
    .select(['segment', 'added', 'last_at'])
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .limit(1),
);
const extendSegment = prepared((tx, userId: string, segment: number, lastAt: number) =>
  tx
    .updateTable('clip_counts')
    .set((eb) => ({ added: eb('added', '+', 1), last_at: lastAt }))
    .where('user_id', '=', userId)
    .where('segment', '=', segment),
);

/**
 * Where and when a clip that is saved now is put. Later than all of the person's clips, even if the
 * clock was set back: pages and counts rely on segments following each other in time.
 */
export async function takePlace(
  tx: Tx,
  userId: string,
  now: number,
): Promise<{ segment: number; created_at: number }> {
  const [last] = await lastSegments(tx, userId);
  const created_at = Math.max(now, (last?.last_at ?? 0) + 1);
  if (last && last.added < SEGMENT_SIZE) {
    await extendSegment(tx, userId, last.segment, created_at);
    return { segment: last.segment, created_at };
  }
  return { segment: await beginSegment(tx, userId, created_at), created_at };
}

export async function newSegmentNumber(tx: Tx, userId: string): Promise<number> {
  const { latest } = await tx
    .selectFrom('clip_counts')
    .select(({ fn }) => fn.max<number | null>('segment').as('latest'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return (latest ?? 0) + 1;
}

/** A segment for one clip, to begin with; answers its number. */
export async function beginSegment(tx: Tx, userId: string, at: number): Promise<number> {
  const segment = await newSegmentNumber(tx, userId);
  const none = { clips: 0, with_files: 0, favorites: 0, favorites_with_files: 0 };
  await tx
    .insertInto('clip_counts')
    .values({ user_id: userId, segment, first_at: at, last_at: at, added: 1, ...none })
    .execute();
  return segment;
}

/** What a clip adds to its counts: nothing while no list shows it. */
function share(clip: Counted | undefined): Counts {
  const isListed = clip !== undefined && clip.saved_at !== null && clip.deleted_at === null;
  const [clips, file, favorite] = [
    isListed ? 1 : 0,
    isListed && clip.file_count > 0 ? 1 : 0,
    isListed && clip.is_favorite ? 1 : 0,
  ];
  return { clips, with_files: file, favorites: favorite, favorites_with_files: file * favorite };
}

const addToSegment = prepared(
  (
    tx,
    userId: string,
    segment: number,
    clips: number,
    withFiles: number,
    favorites: number,
    favoritesWithFiles: number,
  ) =>
    tx
      .updateTable('clip_counts')
      .set((eb) => ({
        clips: eb('clips', '+', clips),
        with_files: eb('with_files', '+', withFiles),
        favorites: eb('favorites', '+', favorites),
        favorites_with_files: eb('favorites_with_files', '+', favoritesWithFiles),
      }))
      .where('user_id', '=', userId)
      .where('segment', '=', segment),
);

/** To be called in the transaction that makes or changes a clip. */
export async function recount(tx: Tx, before: Counted | undefined, after: Counted): Promise<void> {
  const [old, now] = [share(before), share(after)];
  if (after.segment === null || JSON.stringify(old) === JSON.stringify(now)) return;
  const [clips, files, favorites, both] = [
    now.clips - old.clips,
    now.with_files - old.with_files,
    now.favorites - old.favorites,
    now.favorites_with_files - old.favorites_with_files,
  ];
  await addToSegment(tx, after.user_id, after.segment, clips, files, favorites, both);
}

const sums = prepared((db, userId: string) =>
  db
    .selectFrom('clip_counts')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('clips'), sql.lit(0)).as('clips'),
      fn.coalesce(fn.sum<number>('with_files'), sql.lit(0)).as('with_files'),
      fn.coalesce(fn.sum<number>('favorites'), sql.lit(0)).as('favorites'),
      fn.coalesce(fn.sum<number>('favorites_with_files'), sql.lit(0)).as('favorites_with_files'),
    ])
    .where('user_id', '=', userId),
);

export const readCounts = async (db: Db, userId: string): Promise<Counts> =>
  (await sums(db, userId))[0] as Counts;

/** Newest first. */
export const listSegments = (db: Db, userId: string): Promise<ClipCountTable[]> =>
  db
    .selectFrom('clip_counts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .execute();
