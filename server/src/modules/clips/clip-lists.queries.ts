import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { prepared } from '../../database/prepared.ts';
import { type Counts, listSegments, readCounts } from './clip-counts.queries.ts';
import type { ClipRow } from './clips.queries.ts';
import { searchWords } from '../../database/search-text.ts';

export interface ClipFilter {
  readonly userId: string;
  readonly words: readonly string[];
  readonly type: 'all' | 'text' | 'file';
  readonly favorite: boolean | undefined;
  /** Only what was created after this moment, in ms. */
  readonly after: number | undefined;
}

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

const DAY_MS = 24 * 3600 * 1000;
/** A clip is in the range while its age, in whole days, is no more than this. */
const RANGE_DAYS = { today: 0, week: 7, month: 30 } as const;

export function filterOf(userId: string, query: ClipListQuery, now: number): ClipFilter {
  const range = query.dateRange ?? 'all';
  return {
    userId,
    words: searchWords(query.search ?? ''),
    type: query.type ?? 'all',
    favorite: query.favorite === undefined ? undefined : query.favorite === 'true',
    after: range === 'all' ? undefined : now - (RANGE_DAYS[range] + 1) * DAY_MS,
  };
}

/**
 * Words aside. Conditions on constants are written out, because only then the index made for them
 * is used.
 */
export function conditions(
  eb: ExpressionBuilder<Schema, 'clips'>,
  filter: ClipFilter,
): Expression<SqlBool>[] {
  return [
    eb('clips.user_id', '=', filter.userId),
    eb('clips.saved_at', 'is not', null),
    eb('clips.deleted_at', 'is', null),
    ...(filter.favorite === undefined
      ? []
      : [eb('clips.is_favorite', '=', sql.lit(filter.favorite ? 1 : 0))]),
    ...(filter.type === 'all'
      ? []
      : [eb('clips.file_count', filter.type === 'file' ? '>' : '=', sql.lit(0))]),
    ...(filter.after === undefined ? [] : [eb('clips.created_at', '>', filter.after)]),
  ];
}

/**
 * When the first clip was created that is not among so many of the newest; undefined when there are
 * no more. No two share a moment.
 */
export async function momentBeyond(
  db: Db,
  userId: string,
  newest: number,
): Promise<number | undefined> {
  const first = await db
    .selectFrom('clips')
    .select('created_at')
    .where((eb) => eb.and(conditions(eb, filterOf(userId, {}, 0))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(newest)
    .executeTakeFirst();
  return first?.created_at;
}

/** How many of the clips counted pass the filter, its time range aside. */
function countOf(
  { clips, with_files, favorites, favorites_with_files }: Counts,
  { type, favorite }: ClipFilter,
): number {
  const all = favorite === undefined ? clips : favorite ? favorites : clips - favorites;
  const files =
    favorite === undefined
      ? with_files
      : favorite
        ? favorites_with_files
        : with_files - favorites_with_files;
  return { all, file: files, text: all - files }[type];
}

/** A page of what passes the filter, newest first, and how much does altogether. */
export async function listClips(
  db: Db,
  filter: ClipFilter,
  slice: Slice,
): Promise<{ clips: ClipRow[]; total: number }> {
  // What most calls ask for costs the same however many segments there are.
  if (filter.after === undefined && slice.offset === 0) {
    const isPlain = filter.type === 'all' && filter.favorite === undefined;
    const clips = isPlain
      ? await newestClips(db, filter.userId, slice.limit)
      : await pageQuery(db, filter, undefined, slice).execute();
    return { clips, total: countOf(await readCounts(db, filter.userId), filter) };
  }
  const { after = 0 } = filter;
  const segments = (await listSegments(db, filter.userId)).filter(
    (segment) => segment.last_at > after,
  );
  const cut = segments.find((segment) => segment.first_at <= after);
  const whole = segments
    .filter((segment) => segment !== cut)
    .map((segment) => ({ firstAt: segment.first_at, count: countOf(segment, filter) }));
  const total =
    whole.reduce((sum, { count }) => sum + count, 0) +
    (cut ? await countUntil(db, filter, cut.last_at) : 0);

  // Whole segments before the page are stepped over by their counts; only within one row by row.
  let { offset } = slice;
  let before: number | undefined;
  for (const { count, firstAt } of whole) {
    if (count > offset) break;
    offset -= count;
    before = firstAt;
  }
  return {
    clips:
      offset >= total ? [] : await pageQuery(db, filter, before, { ...slice, offset }).execute(),
    total,
  };
}

const pageQuery = (db: Db, filter: ClipFilter, before: number | undefined, slice: Slice) =>
  db
    .selectFrom('clips')
    .selectAll()
    .where((eb) => eb.and(conditions(eb, filter)))
    .$if(before !== undefined, (q) => q.where('created_at', '<', before ?? 0))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset);

const newestClips = prepared((db, userId: string, limit: number) =>
  pageQuery(db, filterOf(userId, {}, 0), undefined, { limit, offset: 0 }),
);

/** Of the one segment that the time range cuts through. */
async function countUntil(db: Db, filter: ClipFilter, last: number): Promise<number> {
  const { count } = await db
    .selectFrom('clips')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((eb) => eb.and([...conditions(eb, filter), eb('created_at', '<=', last)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** The clips of these ids, in their order. One that was deleted since is left out. */
export async function findClipsInOrder(db: Db, ids: string[]): Promise<ClipRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('clips')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The clips that follow one in the order of lists, for reading all of them piece by piece. */
export const listClipsAfter = (
  db: Db,
  filter: ClipFilter,
  last: ClipRow | undefined,
  limit: number,
): Promise<ClipRow[]> =>
  db
    .selectFrom('clips')
    .selectAll()
    .where((eb) => eb.and(conditions(eb, filter)))
    .$if(last !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(last?.created_at ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Where a clip stands in a list, and how many bytes its text has. */
export interface ListedHead {
  readonly id: string;
  readonly created_at: number;
  readonly bytes: number;
}

/** The same without the texts, so that it can be told first how many of them to read at once. */
export const listHeadsAfter = (
  db: Db,
  filter: ClipFilter,
  last: ListedHead | undefined,
  limit: number,
): Promise<ListedHead[]> =>
  db
    .selectFrom('clips')
    .select(['id', 'created_at', sql<number>`octet_length(content)`.as('bytes')])
    .where((eb) => eb.and(conditions(eb, filter)))
    .$if(last !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(last?.created_at ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
