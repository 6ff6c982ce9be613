import { sql } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import { idsOf } from '../core/ids.ts';
import type { CapturePartTable, CaptureTable } from './clips.tables.ts';

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
