import type { ClipListQuery } from '@clipline/contract/clips.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { dayOf, readCounts } from './clip-counts.queries.ts';
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

/** Conditions on constants are written out, because only then the index made for them is used. */
function conditions(eb: ExpressionBuilder<Schema, 'clips'>, filter: ClipFilter): Expression<SqlBool>[] {
  return [
    eb('clips.user_id', '=', filter.userId),
    eb('clips.saved_at', 'is not', null),
    eb('clips.deleted_at', 'is', null),
    ...(filter.favorite === undefined ? [] : [eb('clips.is_favorite', '=', sql.lit(filter.favorite ? 1 : 0))]),
    ...(filter.type === 'all' ? [] : [eb('clips.file_count', filter.type === 'file' ? '>' : '=', sql.lit(0))]),
    ...(filter.after === undefined ? [] : [eb('clips.created_at', '>', filter.after)]),
  ];
}

/** Newest first. */
export const listClips = (db: Db, filter: ClipFilter, slice: Slice): Promise<ClipRow[]> =>
  db
    .selectFrom('clips')
    .selectAll()
    .where((eb) => eb.and(conditions(eb, filter)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();

/** The clips of these ids, in their order. One that was deleted since is left out. */
export async function findClipsInOrder(db: Db, ids: string[]): Promise<ClipRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('clips').selectAll().where('id', 'in', ids).where('deleted_at', 'is', null).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The clips that follow one in the order of lists, for reading all of them piece by piece. */
export const listClipsAfter = (db: Db, filter: ClipFilter, last: ClipRow | undefined, limit: number): Promise<ClipRow[]> =>
  db
    .selectFrom('clips')
    .selectAll()
    .where((eb) => eb.and(conditions(eb, filter)))
    .$if(last !== undefined, (q) => q.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(last?.created_at ?? 0, last?.id ?? ''))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Counts from the days' sums; only of the one day that the range cuts through rows are counted. */
export async function countClips(db: Db, filter: ClipFilter): Promise<number> {
  const counts = await readCounts(db, filter.userId, filter.after === undefined ? 0 : dayOf(filter.after) + 1);
  const [all, files] = [
    [counts.clips, counts.with_files],
    [counts.favorites, counts.favorites_with_files],
  ][filter.favorite ? 1 : 0] as [number, number];
  const [notAll, notFiles] = filter.favorite === false ? [counts.favorites, counts.favorites_with_files] : [0, 0];
  const byType = { all: all - notAll, file: files - notFiles, text: all - notAll - (files - notFiles) };
  return byType[filter.type] + (await countCutDay(db, filter));
}

async function countCutDay(db: Db, filter: ClipFilter): Promise<number> {
  if (filter.after === undefined) return 0;
  const { count } = await db
    .selectFrom('clips')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((eb) => eb.and([...conditions(eb, filter), eb('created_at', '<', (dayOf(filter.after ?? 0) + 1) * DAY_MS)]))
    .executeTakeFirstOrThrow();
  return count;
}
