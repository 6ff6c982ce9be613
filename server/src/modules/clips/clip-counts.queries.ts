import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { ClipCountTable, ClipTable } from './clips.tables.ts';

type Counted = Omit<ClipTable, 'content'>;
export type Counts = Pick<
  ClipCountTable,
  'clips' | 'with_files' | 'favorites' | 'favorites_with_files'
>;
const NONE: Counts = { clips: 0, with_files: 0, favorites: 0, favorites_with_files: 0 };

const laterThanAll = prepared((tx, userId: string, now: number) =>
  tx
    .insertInto('clip_counts')
    .values({ user_id: userId, ...NONE, last_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((set) => ({
        last_at: set
          .case()
          .when('clip_counts.last_at', '>=', set.ref('excluded.last_at'))
          .then(set('clip_counts.last_at', '+', 1))
          .else(set.ref('excluded.last_at'))
          .end(),
      })),
    )
    .returning('last_at'),
);

/**
 * When a clip that is saved now was created: later than all of the person's clips, even if the
 * clock was set back, so that it comes first in lists.
 */
export const takeMoment = async (tx: Tx, userId: string, now: number): Promise<number> =>
  (await laterThanAll(tx, userId, now))[0]?.last_at ?? now;

/** A clip comes that was created elsewhere in the past. */
export const noteMoment = (tx: Tx, userId: string, at: number) =>
  tx
    .insertInto('clip_counts')
    .values({ user_id: userId, ...NONE, last_at: at })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((set) => ({ last_at: set.ref('excluded.last_at') }))
        .where('clip_counts.last_at', '<', at),
    )
    .execute();

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

const addCounts = prepared(
  (
    tx,
    userId: string,
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
      .where('user_id', '=', userId),
);

/** To be called in the transaction that makes or changes a clip. */
export const recount = (tx: Tx, before: Counted | undefined, after: Counted): Promise<void> =>
  recountAll(tx, [[before, after]]);

/** So that tags count the clips that lists show. */
async function markListed(
  tx: Tx,
  changes: readonly (readonly [before: Counted | undefined, after: Counted])[],
): Promise<void> {
  for (const listed of [0, 1]) {
    const ids = changes
      .filter(([old, now]) => old && share(old).clips !== listed && share(now).clips === listed)
      .map(([, { id }]) => id);
    if (ids.length > 0)
      await tx.updateTable('clip_tags').set({ listed }).where('clip_id', 'in', ids).execute();
  }
}

/** The same of several clips of one person. */
export async function recountAll(
  tx: Tx,
  changes: readonly (readonly [before: Counted | undefined, after: Counted])[],
): Promise<void> {
  let [clips, files, favorites, both] = [0, 0, 0, 0];
  for (const [before, after] of changes) {
    const [old, now] = [share(before), share(after)];
    clips += now.clips - old.clips;
    files += now.with_files - old.with_files;
    favorites += now.favorites - old.favorites;
    both += now.favorites_with_files - old.favorites_with_files;
  }
  if (clips !== 0) await markListed(tx, changes);
  const owner = changes[0]?.[1].user_id;
  if (owner !== undefined && (clips !== 0 || files !== 0 || favorites !== 0 || both !== 0))
    await addCounts(tx, owner, clips, files, favorites, both);
}

const countsOf = prepared((db, userId: string) =>
  db
    .selectFrom('clip_counts')
    .select(['clips', 'with_files', 'favorites', 'favorites_with_files'])
    .where('user_id', '=', userId),
);

const awaiting = prepared((db, userId: string) =>
  db
    .selectFrom('clips')
    .select(['is_favorite', 'file_count'])
    .where('user_id', '=', userId)
    .where('awaited_files', '>', sql.lit(0))
    .where('deleted_at', 'is', null),
);

/** The same without clips that still wait for their files. */
export async function readCompleteCounts(db: Db, userId: string): Promise<Counts> {
  const all = await readCounts(db, userId);
  const rows = await awaiting(db, userId);
  const [files, favorites] = [
    rows.filter((clip) => clip.file_count > 0),
    rows.filter((clip) => clip.is_favorite === 1),
  ];
  return {
    clips: all.clips - rows.length,
    with_files: all.with_files - files.length,
    favorites: all.favorites - favorites.length,
    favorites_with_files:
      all.favorites_with_files - favorites.filter((clip) => clip.file_count > 0).length,
  };
}

export const readCounts = async (db: Db, userId: string): Promise<Counts> =>
  (await countsOf(db, userId))[0] ?? NONE;
