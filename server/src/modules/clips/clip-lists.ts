import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { Clip, ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { Db } from '../../platform/database/database.ts';
import { inChunksOf } from '../../platform/http/stream-array.ts';
import type { Files } from '../files/files.ts';
import { withMatches } from '../search/matches.ts';
import type { LongReads } from '../search/long-reads.ts';
import { readCounts } from './clip-counts.queries.ts';
import {
  clipBeyond,
  type ClipFilter,
  countClips,
  countOf,
  filterOf,
  findClipsInOrder,
  listClipIds,
  listClips,
  type ListedHead,
  listHeadsAfter,
  newestClips,
  searchClips,
  searchIds,
} from './clip-lists.queries.ts';
import { person } from './clips.access.ts';
import type { ClipRow } from './clips.queries.ts';
import { presentClips } from './clips.ts';

/** So many at a time are looked up of a whole history. */
const HEADS_CHUNK = 200;
/** So many at a time are read and presented, fewer where texts are long. */
const CLIPS_CHUNK = 50;
/** Of a person who has more, all but the newest clips are read beside the event loop. */
export const MANY_CLIPS = 10_000;

/** Whose clips, which, and out of how many of the newest; null for all. */
export interface ListAsked {
  readonly userId: string;
  readonly query: ClipListQuery;
  readonly newest: number | null;
}

async function filterFor(db: Db, { userId, query, newest }: ListAsked): Promise<ClipFilter> {
  const filter = filterOf(userId, query, Date.now());
  return newest === null ? filter : { ...filter, before: await clipBeyond(db, userId, newest) };
}

async function readPage(
  db: Db,
  longReads: LongReads,
  filter: ClipFilter,
  slice: { limit: number; offset: number },
  gone: AbortSignal,
): Promise<{ clips: ClipRow[]; total: number }> {
  const { userId, words, since, before, favorite, type, tags } = filter;
  if (words.length > 0)
    return longReads.run(userId, gone, (scans) => searchClips(scans, filter, slice));
  const counts = await readCounts(db, userId);
  const isWhole = since === undefined && before === undefined && tags.length === 0;
  if (isWhole && type === 'all' && favorite === undefined && slice.offset === 0)
    return { clips: await newestClips(db, userId, slice.limit), total: counts.clips };
  const read = async (on: Db) => {
    const total = isWhole ? countOf(counts, filter) : await countClips(on, filter);
    return { clips: slice.offset < total ? await listClips(on, filter, slice) : [], total };
  };
  return counts.clips > MANY_CLIPS ? longReads.run(userId, gone, read) : read(db);
}

/** The ids of what the query asks for, as many as there may be. */
export async function listIds(
  db: Db,
  longReads: LongReads,
  asked: ListAsked,
  limit: number,
  gone: AbortSignal,
): Promise<string[]> {
  const filter = await filterFor(db, asked);
  const slice = { limit, offset: 0 };
  const { clips } = await readCounts(db, asked.userId);
  if (filter.words.length > 0)
    return longReads.run(
      asked.userId,
      gone,
      async (scans) => (await searchIds(scans, filter, slice)).ids,
    );
  const read = (on: Db) => listClipIds(on, filter, slice);
  return clips > MANY_CLIPS ? longReads.run(asked.userId, gone, read) : read(db);
}

/** One page of what the query asks for. */
export async function readClipPage(
  db: Db,
  longReads: LongReads,
  files: Files,
  asked: ListAsked,
  gone: AbortSignal,
): Promise<{ clips: Clip[]; total: number }> {
  const { userId, query } = asked;
  const limit = query.pageSize ?? CLIPS_PAGE_SIZE;
  const slice = { limit, offset: ((query.page ?? 1) - 1) * limit };
  const filter = await filterFor(db, asked);
  const { clips, total } = await readPage(db, longReads, filter, slice, gone);
  const presented = await presentClips(db, files, clips, person(userId));
  return { clips: await withMatches(presented, filter.words, presentedTexts), total };
}

const presentedTexts = ({ content, files }: Clip) => ({
  text: content,
  names: files.map(({ name }) => name),
});

/** Everything, newest first, in chunks that hold the event loop for a moment each. */
export async function* readAllClips(
  db: Db,
  files: Files,
  asked: ListAsked,
): AsyncGenerator<Clip[], void> {
  const filter = await filterFor(db, asked);
  let heads: ListedHead[] = [];
  do {
    heads = await listHeadsAfter(db, filter, heads.at(-1), HEADS_CHUNK);
    for (const chunk of inChunksOf(heads, CLIPS_CHUNK)) {
      const ids = chunk.map(({ id }) => id);
      yield presentClips(db, files, await findClipsInOrder(db, ids), person(asked.userId));
    }
  } while (heads.length === HEADS_CHUNK);
}
