import { searchWords } from '@clipline/contract/folding.ts';
import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../core/db/database.ts';
import { mayGoOn } from '../core/db/may-go-on.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { startOfRange } from '../texts/search.ts';
import { findTexts, holds } from '../texts/search.queries.ts';
import type { ClipRow } from './clips.queries.ts';
import { idsOf, rowsInOrder } from '../core/ids.ts';

export interface ClipFilter {
  readonly userId: string;
  readonly words: readonly string[];
  readonly type: 'all' | 'text' | 'file';
  readonly favorite: boolean | undefined;
  /** Only what carries all of these. */
  readonly tags: readonly string[];
  /** Only what was created then or later. */
  readonly since: number | undefined;
  /** Only what comes before this one in lists. */
  readonly before: ListedClip | undefined;
}

/** Where a clip stands in lists. */
export type ListedClip = Pick<ClipRow, 'created_at' | 'id'>;

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

export const filterOf = (userId: string, query: ClipListQuery, now: number): ClipFilter => ({
  userId,
  words: searchWords(query.search ?? ''),
  type: query.type ?? 'all',
  favorite: query.favorite === undefined ? undefined : query.favorite === 'true',
  tags: query.tag ?? [],
  since: startOfRange(query.dateRange ?? 'all', now, query.timeZone),
  before: undefined,
});

/**
 * Words aside. Conditions on constants are written out, because only then the index made for them
 * is used.
 */
function conditions(
  eb: ExpressionBuilder<Schema, 'clips'>,
  filter: ClipFilter,
): Expression<SqlBool>[] {
  const { before } = filter;
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
    ...filter.tags.map((tagId) =>
      eb(
        'clips.id',
        'in',
        eb.selectFrom('clip_tags').select('clip_tags.clip_id').where('tag_id', '=', tagId),
      ),
    ),
    ...(filter.since === undefined ? [] : [eb('clips.created_at', '>=', filter.since)]),
    ...(before === undefined
      ? []
      : [
          eb(
            eb.refTuple('clips.created_at', 'clips.id'),
            '>',
            eb.tuple(before.created_at, before.id),
          ),
        ]),
  ];
}

/** The first clip that is not among so many of the newest; undefined when there are no more. */
export const clipBeyond = (
  db: Db,
  userId: string,
  newest: number,
): Promise<ListedClip | undefined> =>
  db
    .selectFrom('clips')
    .select(['created_at', 'id'])
    .where((eb) => eb.and(conditions(eb, filterOf(userId, {}, 0))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(newest)
    .executeTakeFirst();

/** True of all: without a range SQLite would count by an index of less, and read each clip. */
const byListIndex = (eb: ExpressionBuilder<Schema, 'clips'>) =>
  eb('clips.created_at', '>=', sql.lit(Number.MIN_SAFE_INTEGER));

const COUNTS = ['totalClips', 'textClips', 'favoriteClips'] as const;

const counts = ({ fn }: ExpressionBuilder<Schema, 'clips'>) =>
  [
    fn.countAll<number>().as('totalClips'),
    fn.countAll<number>().filterWhere('file_count', '=', sql.lit(0)).as('textClips'),
    fn.countAll<number>().filterWhere('is_favorite', '=', sql.lit(1)).as('favoriteClips'),
  ] as const;

const listed = preparedOne((db, userId: string) =>
  db
    .selectFrom('clips')
    .select(counts)
    .where(byListIndex)
    .where((eb) => eb.and(conditions(eb, filterOf(userId, {}, 0)))),
);

const awaiting = preparedOne((db, userId: string) =>
  db
    .selectFrom('clips')
    .select(counts)
    .where((eb) => eb.and(conditions(eb, filterOf(userId, {}, 0))))
    .where('awaited_files', '>', sql.lit(0)),
);

/** How many clips lists show, without those that still wait for their files. */
export async function countComplete(db: Db, userId: string) {
  const [all, incomplete] = [await listed(db, userId), await awaiting(db, userId)];
  const [totalClips = 0, textClips = 0, favoriteClips = 0] = COUNTS.map(
    (name) => (all?.[name] ?? 0) - (incomplete?.[name] ?? 0),
  );
  return { totalClips, textClips, favoriteClips };
}

const allListed = preparedOne((db, userId: string) =>
  db
    .selectFrom('clips')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(byListIndex)
    .where((eb) => eb.and(conditions(eb, filterOf(userId, {}, 0)))),
);

/** Without a filter. */
export const countAllClips = async (db: Db, userId: string): Promise<number> =>
  (await allListed(db, userId))?.count ?? 0;

/** By an index that holds all that a filter asks. */
export async function countClips(db: Db, filter: ClipFilter): Promise<number> {
  const { count } = await db
    .selectFrom('clips')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ ref }) => mayGoOn(db, ref('clips.created_at')))
    .where(byListIndex)
    .where((eb) => eb.and(conditions(eb, filter)))
    .executeTakeFirstOrThrow();
  return count;
}

const idsQuery = (db: Db, filter: ClipFilter, slice: Slice, order: 'asc' | 'desc') =>
  db
    .selectFrom('clips')
    .select('clips.id')
    .where(({ ref }) => mayGoOn(db, ref('clips.created_at')))
    .where((eb) => eb.and(conditions(eb, filter)))
    .orderBy('clips.created_at', order)
    .orderBy('clips.id', order)
    .limit(slice.limit)
    .offset(slice.offset);

/**
 * The ids of a page, in order, by an index alone: from the end that is nearer, which `total` tells.
 */
export async function listClipIds(
  db: Db,
  filter: ClipFilter,
  { limit, offset }: Slice,
  total: number,
): Promise<string[]> {
  const behind = Math.max(0, total - offset - limit);
  if (behind >= offset)
    return idsOf(await idsQuery(db, filter, { limit, offset }, 'desc').execute());
  const slice = { limit: Math.min(limit, total - offset), offset: behind };
  return idsOf(await idsQuery(db, filter, slice, 'asc').execute()).toReversed();
}

/** Without a filter. */
export const newestClips = prepared((db, userId: string, limit: number) =>
  db
    .selectFrom('clips')
    .selectAll()
    .where((eb) => eb.and(conditions(eb, filterOf(userId, {}, 0))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit),
);

/** The ids of a page of what is found, newest first, and how much is found altogether. */
export function searchIds(
  scans: Db,
  filter: ClipFilter,
  slice: Slice,
): Promise<{ ids: string[]; total: number }> {
  const { userId, since, before, favorite, type, tags } = filter;
  return findTexts(scans, {
    holderId: userId,
    conditions: (eb) => [
      ...(since === undefined ? [] : [eb('search_texts.created_at', '>=', since)]),
      ...(before === undefined ? [] : [eb('search_texts.created_at', '>=', before.created_at)]),
      ...filter.words.map((word) => holds(eb, word)),
      ...(before === undefined && favorite === undefined && type === 'all' && tags.length === 0
        ? []
        : [
            eb.exists(
              eb
                .selectFrom('clips')
                .select('clips.id')
                .whereRef('clips.created_at', '=', 'search_texts.created_at')
                .whereRef('clips.id', '=', 'search_texts.thing_id')
                .where((clips) => clips.and(conditions(clips, filter))),
            ),
          ]),
    ],
    order: 'desc',
    ...slice,
  });
}

/** The clips of these ids, in their order. One that was deleted since is left out. */
export async function listClipsInOrder(db: Db, ids: string[]): Promise<ClipRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('clips')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return rowsInOrder(ids, rows);
}

/** What follows one clip in the order of lists, for reading all of them piece by piece. */
const clipsAfter = (db: Db, filter: ClipFilter, last: ListedClip | undefined, limit: number) =>
  db
    .selectFrom('clips')
    .where((eb) => eb.and(conditions(eb, filter)))
    .$if(last !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(last?.created_at ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);

export const listClipsAfter = (
  db: Db,
  filter: ClipFilter,
  last: ListedClip | undefined,
  limit: number,
): Promise<ClipRow[]> => clipsAfter(db, filter, last, limit).selectAll().execute();

/** Where a clip stands in a list, and how many bytes its text has. */
export type ListedHead = ListedClip & { readonly bytes: number };

const BYTES = sql<number>`octet_length(content)`.as('bytes');

/** How much the texts of the newest clips come to, without a filter. */
export const newestBytes = prepared((db, userId: string, limit: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('clips')
        .select(BYTES)
        .where((clips) => clips.and(conditions(clips, filterOf(userId, {}, 0))))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .select((eb) => eb.cast<number>(eb.fn.sum('bytes'), 'integer').as('bytes')),
);

/** Clips without their texts, in the order of the ids, so that it is known how long these are. */
export async function listHeads(
  db: Db,
  ids: string[],
): Promise<Pick<ListedHead, 'id' | 'bytes'>[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('clips').select(['id', BYTES]).where('id', 'in', ids).execute();
  return rowsInOrder(ids, rows);
}

/** The same without the texts, so that it can be told first how many of them to read at once. */
export const listHeadsAfter = (
  db: Db,
  filter: ClipFilter,
  last: ListedHead | undefined,
  limit: number,
): Promise<ListedHead[]> =>
  clipsAfter(db, filter, last, limit).select(['id', 'created_at', BYTES]).execute();
