import { searchWords } from '@clipline/contract/folding.ts';
import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { mayGoOn } from '../core/db/sqlite-reader.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf, rowsInOrder } from '../core/ids.ts';
import { startOfRange } from '../texts/search.ts';
import { findTexts, holds } from '../texts/search.queries.ts';
import { type ClipHead, type ClipRow, HEAD } from './clips.queries.ts';
import type { BulkLotTable } from './clips.tables.ts';

export type ListedClip = Pick<ClipRow, 'created_at' | 'id'>;

export interface ClipFilter {
  readonly userId: string;
  readonly words: readonly string[];
  readonly type: 'all' | 'text' | 'file';
  readonly favorite: boolean | undefined;
  readonly tags: readonly string[];
  readonly since: number | undefined;
  readonly before: ListedClip | undefined;
}

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

const allOf = (userId: string): ClipFilter => filterOf(userId, {}, 0);

const isAll = ({ type, words, tags, favorite, since, before }: ClipFilter): boolean =>
  type === 'all' && words.length + tags.length === 0 && (favorite ?? since ?? before) === undefined;

/**
 * Words aside. Conditions on constants are written out, because only then the index made for them
 * is used.
 */
function conditions(
  eb: ExpressionBuilder<Schema, 'clips'>,
  { userId, type, favorite, tags, since, before }: ClipFilter,
): Expression<SqlBool> {
  const all = [
    eb('clips.user_id', '=', userId),
    eb('clips.saved_at', 'is not', null),
    eb('clips.deleted_at', 'is', null),
  ];
  if (favorite !== undefined) all.push(eb('clips.is_favorite', '=', sql.lit(favorite ? 1 : 0)));
  if (type !== 'all') all.push(eb('clips.file_count', type === 'file' ? '>' : '=', sql.lit(0)));
  if (since !== undefined) all.push(eb('clips.created_at', '>=', since));
  if (before)
    all.push(
      eb(eb.refTuple('clips.created_at', 'clips.id'), '>', eb.tuple(before.created_at, before.id)),
    );
  for (const tagId of tags)
    all.push(
      eb(
        'clips.id',
        'in',
        eb.selectFrom('clip_tags').select('clip_tags.clip_id').where('tag_id', '=', tagId),
      ),
    );
  return eb.and(all);
}

const inOrder = (db: Db, filter: ClipFilter) =>
  db
    .selectFrom('clips')
    .where(({ ref }) => mayGoOn(db, ref('clips.created_at')))
    .where((eb) => conditions(eb, filter))
    .orderBy('clips.created_at', 'desc')
    .orderBy('clips.id', 'desc');

export const clipBeyond = (
  db: Db,
  userId: string,
  newest: number,
): Promise<ListedClip | undefined> =>
  inOrder(db, allOf(userId))
    .select(['created_at', 'id'])
    .limit(1)
    .offset(newest)
    .executeTakeFirst();

const pageOfAll = prepared((db, userId: string, limit: number, offset: number) =>
  inOrder(db, allOf(userId)).selectAll().limit(limit).offset(offset),
);

export const listClips = (
  db: Db,
  filter: ClipFilter,
  { limit, offset }: Slice,
): Promise<ClipRow[]> =>
  isAll(filter)
    ? pageOfAll(db, filter.userId, limit, offset)
    : inOrder(db, filter).selectAll().limit(limit).offset(offset).execute();

export async function listClipIds(
  scans: Db,
  filter: ClipFilter,
  { limit, offset }: Slice,
): Promise<string[]> {
  return idsOf(await inOrder(scans, filter).select('id').limit(limit).offset(offset).execute());
}

export const listClipsAfter = (
  db: Db,
  filter: ClipFilter,
  last: ListedClip | undefined,
  limit: number,
): Promise<ClipRow[]> =>
  inOrder(db, filter)
    .selectAll()
    .$if(last !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(last?.created_at ?? 0, last?.id ?? '')),
      ),
    )
    .limit(limit)
    .execute();

const counted = (db: Db, filter: ClipFilter) =>
  db
    .selectFrom('clips')
    // True of all: without a range SQLite would count by an index of less, and read each clip.
    .where('clips.created_at', '>=', sql.lit(Number.MIN_SAFE_INTEGER))
    .where(({ ref }) => mayGoOn(db, ref('clips.created_at')))
    .where((eb) => conditions(eb, filter));

const countOf = (db: Db, filter: ClipFilter) =>
  counted(db, filter).select(({ fn }) => fn.countAll<number>().as('count'));
const countOfAll = preparedOne((db, userId: string) => countOf(db, allOf(userId)));

export async function countClips(scans: Db, filter: ClipFilter): Promise<number> {
  const row = isAll(filter)
    ? await countOfAll(scans, filter.userId)
    : await countOf(scans, filter).executeTakeFirst();
  return row?.count ?? 0;
}

const counts = ({ fn }: ExpressionBuilder<Schema, 'clips'>) =>
  [
    fn.countAll<number>().as('totalClips'),
    fn.countAll<number>().filterWhere('file_count', '=', sql.lit(0)).as('textClips'),
    fn.countAll<number>().filterWhere('is_favorite', '=', sql.lit(1)).as('favoriteClips'),
  ] as const;
const countsOfAll = preparedOne((db, userId: string) => counted(db, allOf(userId)).select(counts));
const countsOfAwaiting = preparedOne((db, userId: string) =>
  db
    .selectFrom('clips')
    .select(counts)
    .where((eb) => conditions(eb, allOf(userId)))
    .where('awaited_files', '>', sql.lit(0)),
);

export async function countComplete(db: Db, userId: string) {
  const [all, awaiting] = [await countsOfAll(db, userId), await countsOfAwaiting(db, userId)];
  const complete = (name: 'totalClips' | 'textClips' | 'favoriteClips') =>
    (all?.[name] ?? 0) - (awaiting?.[name] ?? 0);
  return {
    totalClips: complete('totalClips'),
    textClips: complete('textClips'),
    favoriteClips: complete('favoriteClips'),
  };
}

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
                .where((clips) => conditions(clips, filter)),
            ),
          ]),
    ],
    order: 'desc',
    ...slice,
  });
}

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

export async function listOwnHeads(db: Db, userId: string, ids: string[]): Promise<ClipHead[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('clips')
    .select(HEAD)
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .execute();
}

export const listDeletedAt = (
  tx: Tx,
  userId: string,
  ids: string[],
  deletedAt: number,
): Promise<ClipRow[]> =>
  tx
    .selectFrom('clips')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('deleted_at', '=', deletedAt)
    .execute();

export async function findCarrying(
  tx: Tx,
  clipIds: string[],
  tagId: string,
): Promise<Map<string, { readonly tags: number; readonly has: boolean }>> {
  const rows = await tx
    .selectFrom('clip_tags')
    .select(({ fn }) => [
      'clip_id',
      fn.countAll<number>().as('tags'),
      fn.countAll<number>().filterWhere('tag_id', '=', tagId).as('has'),
    ])
    .where('clip_id', 'in', clipIds)
    .groupBy('clip_id')
    .execute();
  return new Map(rows.map(({ clip_id, tags, has }) => [clip_id, { tags, has: has === 1 }]));
}

export async function removeTag(tx: Tx, clipIds: string[], tagId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('clip_tags')
    .where('tag_id', '=', tagId)
    .where('clip_id', 'in', clipIds)
    .returning('clip_id')
    .execute();
  return rows.map(({ clip_id }) => clip_id);
}

export async function listIdsAfter(
  db: Db,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('clips')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return idsOf(rows);
}

export type ClosedClip = Pick<ClipRow, 'id' | 'saved_at' | 'deleted_at'>;

export const closeAddressesOf = async (tx: Tx, ids: readonly string[]): Promise<ClosedClip[]> =>
  ids.length === 0
    ? []
    : tx
        .updateTable('clips')
        .set({ address_open: 0 })
        .where('id', 'in', ids)
        .where('address_open', '=', 1)
        .returning(['id', 'saved_at', 'deleted_at'])
        .execute();

export const insertBulkLot = (tx: Tx, lot: BulkLotTable) =>
  tx.insertInto('bulk_lots').values(lot).execute();

export const takeBulkLot = (
  tx: Tx,
  userId: string,
  id: string,
  since: number,
): Promise<BulkLotTable | undefined> =>
  tx
    .deleteFrom('bulk_lots')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('lot', '=', (first) =>
      first
        .selectFrom('bulk_lots as other')
        .select(({ fn }) => fn.min('lot').as('lot'))
        .where('other.id', '=', id),
    )
    .returningAll()
    .executeTakeFirst();

export const removeBulkLotsBefore = (db: Db, before: number) =>
  db.deleteFrom('bulk_lots').where('created_at', '<', before).execute();
