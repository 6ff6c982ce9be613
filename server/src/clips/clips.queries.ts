import { type Expression, sql } from 'kysely';
import { type Db, type Tx, wakeJob } from '../core/db/database.ts';
import type { Weighed } from '../core/chunks.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import type { CapturePartTable, CaptureTable, ClipTable } from './clips.tables.ts';
import { removeAllEnded, versionBytesOf } from '../texts/history.queries.ts';
import type { TextKey } from '../texts/search.queries.ts';
import { setListed } from './tags.queries.ts';
import { idsOf } from '../core/ids.ts';

export type ClipRow = ClipTable;
/** Without the text, which may be long. */
export type ClipHead = Omit<ClipRow, 'content'>;

export const HEAD = [
  'id',
  'user_id',
  'is_favorite',
  'file_count',
  'saved_at',
  'deleted_at',
  'created_at',
  'updated_at',
  'version',
  'content_version',
  'capture_id',
  'awaited_files',
  'address_open',
  'burns_at',
  'via',
] as const;

export const textKeyOf = (clip: ClipHead): TextKey => ({
  holderId: clip.user_id,
  createdAt: clip.created_at,
  thingId: clip.id,
});

export const findClip = preparedOne((db, id: string) =>
  db.selectFrom('clips').selectAll().where('id', '=', id),
);
const newClipsOpen = prepared((db, userId: string) =>
  db.selectFrom('users').select('new_clips_open').where('id', '=', userId),
);
export const findClipHead = preparedOne((db, id: string) =>
  db.selectFrom('clips').select(HEAD).where('id', '=', id),
);

export const findDraft = (db: Db, userId: string): Promise<ClipRow | undefined> =>
  db
    .selectFrom('clips')
    .selectAll()
    .where('user_id', '=', userId)
    .where('saved_at', 'is', null)
    .executeTakeFirst();

const laterThanAll = preparedOne((tx, userId: string, now: number) =>
  tx
    .insertInto('newest_clips')
    .values({ user_id: userId, last_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((set) => ({
        last_at: set
          .case()
          .when('newest_clips.last_at', '>=', set.ref('excluded.last_at'))
          .then(set('newest_clips.last_at', '+', 1))
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
export const nextCreatedAt = async (tx: Tx, userId: string, now: number): Promise<number> =>
  (await laterThanAll(tx, userId, now))?.last_at ?? now;

export const noteCreatedAt = (tx: Tx, userId: string, at: number) =>
  tx
    .insertInto('newest_clips')
    .values({ user_id: userId, last_at: at })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((set) => ({ last_at: set.ref('excluded.last_at') }))
        .where('newest_clips.last_at', '<', at),
    )
    .execute();

export async function insertClip(tx: Tx, clip: ClipRow): Promise<ClipRow> {
  await tx.insertInto('clips').values(clip).execute();
  return clip;
}

export const isListed = ({
  saved_at,
  deleted_at,
}: Pick<ClipHead, 'saved_at' | 'deleted_at'>): boolean => saved_at !== null && deleted_at === null;

/** So that tags count the clips that lists show. */
async function markListed(
  tx: Tx,
  before: readonly ClipHead[],
  changes: Partial<ClipRow>,
): Promise<void> {
  const changed = before.filter((clip) => isListed(clip) !== isListed({ ...clip, ...changes }));
  const [gone, come] = [changed.filter(isListed), changed.filter((clip) => !isListed(clip))];
  await setListed(tx, idsOf(gone), 0);
  await setListed(tx, idsOf(come), 1);
}

export async function updateClip<C extends ClipHead>(
  tx: Tx,
  before: C,
  changes: Partial<ClipRow>,
): Promise<C> {
  await tx.updateTable('clips').set(changes).where('id', '=', before.id).execute();
  await markListed(tx, [before], changes);
  return { ...before, ...changes };
}

export async function updateClips(
  tx: Tx,
  before: readonly ClipHead[],
  changes: Partial<Omit<ClipRow, 'content'>>,
): Promise<void> {
  if (before.length === 0) return;
  const ids = idsOf(before);
  await tx.updateTable('clips').set(changes).where('id', 'in', ids).execute();
  await markListed(tx, before, changes);
}

/**
 * The newest that lists show and that is complete; one that others sent only where these are asked
 * for.
 */
export const findLatestClip = (
  db: Db,
  userId: string,
  withSent: boolean,
): Promise<ClipRow | undefined> =>
  db
    .selectFrom('clips')
    .selectAll()
    .where('user_id', '=', userId)
    .where('saved_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('awaited_files', '=', 0)
    .$if(!withSent, (q) => q.where('via', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** About what is written when a clip and its versions go, or its text is found no more. */
const weight = (id: Expression<string>) =>
  sql<number>`cast(octet_length(content) + ${versionBytesOf('clip_versions', id)} as bigint)`;

export const listClipsOf = (db: Db, userId: string, limit: number): Promise<Weighed[]> =>
  db
    .selectFrom('clips')
    .select(({ ref }) => ['id', weight(ref('clips.id')).as('bytes')])
    .where('user_id', '=', userId)
    .limit(limit)
    .execute();

export async function removeClip(tx: Tx, id: string): Promise<void> {
  await removeAllEnded(tx, 'clip_versions', [id]);
  await tx.deleteFrom('clips').where('id', '=', id).execute();
}

export const findNewClipsOpen = async (tx: Tx, userId: string): Promise<number> =>
  (await newClipsOpen(tx, userId))[0]?.new_clips_open ?? 0;

/** The job that tells who has a link open that has ended. */
export const CLOSE_LINKS = 'close links';

/** The links to these clips are dead for good. */
export async function endLinksTo(tx: Tx, clipIds: readonly string[], now: number): Promise<void> {
  if (clipIds.length === 0) return;
  await tx
    .updateTable('links')
    .set({ revoked_at: now, closes_at: now })
    .where('clip_id', 'in', clipIds)
    .where('revoked_at', 'is', null)
    .execute();
  await wakeJob(tx, CLOSE_LINKS);
}

export const removeDraft = (tx: Tx, id: string) =>
  tx.deleteFrom('clips').where('id', '=', id).where('saved_at', 'is', null).execute();

export const removeDraftsBefore = (db: Db, before: number) =>
  db.deleteFrom('clips').where('saved_at', 'is', null).where('created_at', '<', before).execute();

export const listDeletedBefore = (db: Db, before: number, limit: number): Promise<Weighed[]> =>
  db
    .selectFrom('clips')
    .select(({ ref }) => ['id', weight(ref('clips.id')).as('bytes')])
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', before)
    .limit(limit)
    .execute();

/** Unless they were restored meanwhile; returns those removed. */
export async function purgeClips(tx: Tx, ids: string[], before: number): Promise<string[]> {
  if (ids.length === 0) return [];
  // One that has more than a lot of versions is alone; they go before it, bit by bit.
  if (ids.length === 1) await removeAllEnded(tx, 'clip_versions', ids);
  const purged = await tx
    .deleteFrom('clips')
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', before)
    .returning('id')
    .execute();
  return idsOf(purged);
}

export const findCapture = preparedOne((db, userId: string, captureId: string) =>
  db
    .selectFrom('captures')
    .selectAll()
    .where('user_id', '=', userId)
    .where('capture_id', '=', captureId),
);
export const insertCapture = (tx: Tx, capture: CaptureTable) =>
  tx.insertInto('captures').values(capture).execute();

/** Of a clip that its owner did not delete: what is sent again is new. */
export const removeCaptureOf = (tx: Tx, clipId: string) =>
  tx.deleteFrom('captures').where('clip_id', '=', clipId).execute();

export const findPart = (
  db: Db,
  clipId: string,
  part: number,
): Promise<CapturePartTable | undefined> =>
  db
    .selectFrom('capture_parts')
    .selectAll()
    .where('clip_id', '=', clipId)
    .where('part', '=', part)
    .executeTakeFirst();

export const insertPart = (tx: Tx, part: CapturePartTable) =>
  tx.insertInto('capture_parts').values(part).execute();

export const countParts = async (tx: Tx, clipId: string): Promise<number> =>
  (
    await tx
      .selectFrom('capture_parts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('clip_id', '=', clipId)
      .executeTakeFirstOrThrow()
  ).count;

/** How many clips of a user wait for files: their own, or what others sent. */
export const countAwaiting = async (db: Db, userId: string, isSent: boolean): Promise<number> =>
  (
    await db
      .selectFrom('clips')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('awaited_files', '>', sql.lit(0))
      .where('deleted_at', 'is', null)
      .where('via', isSent ? 'is not' : 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

export async function listAwaitingSince(db: Db, before: number, limit: number): Promise<string[]> {
  const clips = await db
    .selectFrom('clips')
    .select('id')
    .where('awaited_files', '>', sql.lit(0))
    .where('deleted_at', 'is', null)
    .where('created_at', '<', before)
    .limit(limit)
    .execute();
  return idsOf(clips);
}

/** Keys whose clips are gone are kept until `forgetAt`; those whose time is over are removed. */
export async function forgetCaptures(db: Db, now: number, forgetAt: number): Promise<void> {
  await db
    .updateTable('captures')
    .set({ forget_at: forgetAt })
    .where('clip_id', 'is', null)
    .where('forget_at', 'is', null)
    .execute();
  await db
    .deleteFrom('captures')
    .where('clip_id', 'is', null)
    .where('forget_at', '<', now)
    .execute();
}

/** Clips whose last viewer has had their time. */
export async function listBurnt(db: Db, now: number): Promise<string[]> {
  return idsOf(await db.selectFrom('clips').select('id').where('burns_at', '<=', now).execute());
}

export async function findNextBurning(db: Db): Promise<number | null> {
  const next = await db
    .selectFrom('clips')
    .select('burns_at')
    .where('burns_at', 'is not', null)
    .orderBy('burns_at')
    .limit(1)
    .executeTakeFirst();
  return next?.burns_at ?? null;
}
