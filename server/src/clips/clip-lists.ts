import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { Clip, ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { Db } from '../core/db/database.ts';
import { bytesOf, CHUNK_BYTES, chunksOf } from '../core/chunks.ts';
import type { Files } from '../files/files.ts';
import { type LongReads, withMatches } from '../texts/search.ts';
import {
  clipBeyond,
  type ClipFilter,
  countAllClips,
  countClips,
  filterOf,
  listClipsInOrder,
  listHeads,
  listClipIds,
  type ListedHead,
  listHeadsAfter,
  newestClips,
  newestBytes,
  searchIds,
  type Slice,
} from './clip-lists.queries.ts';
import { person } from './clips.access.ts';
import type { ClipRow } from './clips.queries.ts';
import { areMoreTagged } from './tags.queries.ts';
import { presentClips } from './clips.present.ts';
import { idsOf } from '../core/ids.ts';

/** So many at a time are looked up of a whole history. */
const HEADS_CHUNK = 200;
/** So many at a time are read and presented, fewer where texts are long. */
const CLIPS_CHUNK = 50;
/**
 * So many of the newest, the dashboard's, are read without asking first how long they are, which
 * would cost every reader a quarter more. Were all of them of the greatest length, it took 22 ms.
 */
const READ_AT_ONCE = 50;
/** Of a person who has more, all but the newest clips are read beside the event loop. */
const MANY_CLIPS = 10_000;
/** Each clip that carries a tag is looked up by itself. */
const MANY_TAGGED = 5000;

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

/** The ids of a page, and how much there is altogether. */
async function findPage(
  db: Db,
  longReads: LongReads,
  filter: ClipFilter,
  slice: Slice,
  gone: AbortSignal,
): Promise<{ ids: string[]; total: number }> {
  const { userId, words, tags } = filter;
  if (words.length > 0)
    return longReads.run(userId, gone, (scans) => searchIds(scans, filter, slice));
  const isLong =
    (await clipBeyond(db, userId, MANY_CLIPS)) !== undefined ||
    (await areMoreTagged(db, tags, MANY_TAGGED));
  const read = async (on: Db) => {
    const total = await countClips(on, filter);
    return { ids: slice.offset < total ? await listClipIds(on, filter, slice, total) : [], total };
  };
  return isLong ? longReads.run(userId, gone, read) : read(db);
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
  return (await findPage(db, longReads, filter, { limit, offset: 0 }, gone)).ids;
}

/** What most people look at first: undefined where it is longer than one chunk, or another page. */
async function newestAtOnce(
  db: Db,
  filter: ClipFilter,
  { limit, offset }: Slice,
): Promise<{ clips: ClipRow[]; total: number } | undefined> {
  const { userId, words, type, favorite, since, before, tags } = filter;
  const isFirstOfAll =
    offset === 0 &&
    type === 'all' &&
    words.length === 0 &&
    tags.length === 0 &&
    favorite === undefined &&
    since === undefined &&
    before === undefined;
  if (!isFirstOfAll) return undefined;
  if (limit > READ_AT_ONCE) {
    const [newest] = await newestBytes(db, userId, limit);
    if ((newest?.bytes ?? 0) > CHUNK_BYTES) return undefined;
  }
  return { clips: await newestClips(db, userId, limit), total: await countAllClips(db, userId) };
}

type ClipPage = { readonly total: number } & (
  | { readonly clips: Clip[] }
  | { readonly chunks: AsyncGenerator<Clip[], void> }
);

/** One page of what the query asks for; long ones in chunks, as `readAllClips` has them. */
export async function readClipPage(
  db: Db,
  longReads: LongReads,
  files: Files,
  asked: ListAsked,
  gone: AbortSignal,
): Promise<ClipPage> {
  const { userId, query } = asked;
  const limit = query.pageSize ?? CLIPS_PAGE_SIZE;
  const slice = { limit, offset: ((query.page ?? 1) - 1) * limit };
  const filter = await filterFor(db, asked);
  const present = (rows: ClipRow[]) => presentClips(db, files, rows, person(userId));
  const newest = await newestAtOnce(db, filter, slice);
  if (newest) return { total: newest.total, clips: await present(newest.clips) };
  const { ids, total } = await findPage(db, longReads, filter, slice, gone);
  async function* chunks(): AsyncGenerator<Clip[], void> {
    for (const chunk of chunksOf(await listHeads(db, ids), CLIPS_CHUNK, bytesOf)) {
      const rows = await listClipsInOrder(db, idsOf(chunk));
      yield withMatches(await present(rows), filter.words, presentedTexts);
    }
  }
  return { total, chunks: chunks() };
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
    for (const chunk of chunksOf(heads, CLIPS_CHUNK, bytesOf)) {
      const rows = await listClipsInOrder(db, idsOf(chunk));
      yield presentClips(db, files, rows, person(asked.userId));
    }
  } while (heads.length === HEADS_CHUNK);
}
