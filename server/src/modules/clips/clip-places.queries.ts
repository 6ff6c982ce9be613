import type { Tx } from '../../database/database.ts';
import type { ClipCountTable } from '../../database/schema.ts';
import { beginSegment, newSegmentNumber, SEGMENT_SIZE } from './clip-counts.queries.ts';

/** Moments that one look for a free one goes over. */
const LOOK_BACK = 64;

interface Range {
  readonly userId: string;
  readonly first: number;
  readonly last: number;
}

/** Clips that lists show; written as the index for them is. */
const listedIn = (tx: Tx, { userId, first, last }: Range) =>
  tx
    .selectFrom('clips')
    .where('user_id', '=', userId)
    .where('saved_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', first)
    .where('created_at', '<=', last);

/** The few that can still be brought back. */
const deletedIn = (tx: Tx, { userId, first, last }: Range) =>
  tx
    .selectFrom('clips')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where('created_at', '>=', first)
    .where('created_at', '<=', last);

/**
 * A late moment up to this one at which the person has no clip: lists and pages rely on no two
 * sharing one. Where thousands lie close together each look goes twice as far back as the one
 * before: a few of them suffice, however many clips say that they are of one moment.
 */
async function freeMoment(tx: Tx, userId: string, at: number): Promise<number> {
  for (let last = at, step = LOOK_BACK; ; last -= step, step *= 2) {
    const range = { userId, first: last - LOOK_BACK + 1, last };
    const taken = new Set<number>();
    for (const rows of [listedIn(tx, range), deletedIn(tx, range)])
      for (const { created_at } of await rows.select('created_at').execute()) taken.add(created_at);
    for (let moment = last; moment >= range.first; moment--) if (!taken.has(moment)) return moment;
  }
}

async function countsIn(tx: Tx, range: Range) {
  const rows = await listedIn(tx, range).select(['is_favorite', 'file_count']).execute();
  const deleted = await deletedIn(tx, range).select('id').execute();
  const count = (holds: (row: (typeof rows)[number]) => boolean) => rows.filter(holds).length;
  return {
    added: rows.length + deleted.length,
    clips: rows.length,
    with_files: count((row) => row.file_count > 0),
    favorites: count((row) => row.is_favorite === 1),
    favorites_with_files: count((row) => row.file_count > 0 && row.is_favorite === 1),
  };
}

/** Makes room in a full segment: its younger half becomes a segment of its own. */
async function split(
  tx: Tx,
  { user_id: userId, segment, first_at, last_at }: ClipCountTable,
): Promise<void> {
  const whole = { userId, first: first_at, last: last_at };
  const moments = await listedIn(tx, whole).select('created_at').orderBy('created_at').execute();
  const middle =
    moments.length > 1 ? moments[Math.floor(moments.length / 2)]?.created_at : undefined;
  if (middle !== undefined) {
    const younger = { userId, first: middle, last: last_at };
    const number = await newSegmentNumber(tx, userId);
    for (const part of [listedIn(tx, younger), deletedIn(tx, younger)]) {
      const ids = (await part.select('id').execute()).map(({ id }) => id);
      if (ids.length > 0)
        await tx.updateTable('clips').set({ segment: number }).where('id', 'in', ids).execute();
    }
    const row = {
      user_id: userId,
      segment: number,
      first_at: middle,
      last_at,
      ...(await countsIn(tx, younger)),
    };
    await tx.insertInto('clip_counts').values(row).execute();
  }
  const older = { userId, first: first_at, last: middle === undefined ? last_at : middle - 1 };
  await tx
    .updateTable('clip_counts')
    .set({ last_at: older.last, ...(await countsIn(tx, older)) })
    .where('user_id', '=', userId)
    .where('segment', '=', segment)
    .execute();
}

/**
 * Where and when a clip is put that was created elsewhere in the past: among the others of the
 * person, by its time. Beside `takePlace`, which knows only one end.
 */
export async function takePlaceAt(
  tx: Tx,
  userId: string,
  at: number,
): Promise<{ segment: number; created_at: number }> {
  const created_at = await freeMoment(tx, userId, at);
  const segments = () => tx.selectFrom('clip_counts').selectAll().where('user_id', '=', userId);
  const before = await segments()
    .where('first_at', '<=', created_at)
    .orderBy('first_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const after = await segments()
    .where('first_at', '>', created_at)
    .orderBy('first_at')
    .limit(1)
    .executeTakeFirst();
  const isInside = before !== undefined && created_at <= before.last_at;
  if (isInside && before.added >= SEGMENT_SIZE) {
    await split(tx, before);
    return takePlaceAt(tx, userId, created_at);
  }
  const open = isInside
    ? before
    : [before, after].find((each) => each !== undefined && each.added < SEGMENT_SIZE);
  if (!open) return { segment: await beginSegment(tx, userId, created_at), created_at };
  await tx
    .updateTable('clip_counts')
    .set({
      added: open.added + 1,
      first_at: Math.min(open.first_at, created_at),
      last_at: Math.max(open.last_at, created_at),
    })
    .where('user_id', '=', userId)
    .where('segment', '=', open.segment)
    .execute();
  return { segment: open.segment, created_at };
}
