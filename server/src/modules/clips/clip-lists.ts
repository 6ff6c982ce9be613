import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { Clip, ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { Db } from '../../database/database.ts';
import { inChunksOf } from '../../http/stream-array.ts';
import type { Files } from '../files/files.ts';
import {
  type ClipFilter,
  filterOf,
  findClipsInOrder,
  listClips,
  type ListedHead,
  listHeadsAfter,
  momentBeyond,
} from './clip-lists.queries.ts';
import { searchClips } from './clip-search.queries.ts';
import { presentClips } from './clips.ts';

/** So many at a time are looked up of a whole history. */
const HEADS_CHUNK = 200;
/** So many at a time are read and presented, fewer where texts are long. */
const CLIPS_CHUNK = 50;

/** Whose clips, which, and out of how many of the newest; null for all. */
export interface ListAsked {
  readonly userId: string;
  readonly query: ClipListQuery;
  readonly newest: number | null;
}

async function filterFor(db: Db, { userId, query, newest }: ListAsked): Promise<ClipFilter> {
  const filter = filterOf(userId, query, Date.now());
  const beyond = newest === null ? undefined : await momentBeyond(db, userId, newest);
  return beyond === undefined ? filter : { ...filter, after: Math.max(filter.after ?? 0, beyond) };
}

/**
 * One page of what the query asks for. `scans` is where reading goes that may pass over all of a
 * person's clips.
 */
export async function readClipPage(
  db: Db,
  scans: Db,
  files: Files,
  asked: ListAsked,
): Promise<{ clips: Clip[]; total: number }> {
  const { userId, query } = asked;
  const limit = query.pageSize ?? CLIPS_PAGE_SIZE;
  const slice = { limit, offset: ((query.page ?? 1) - 1) * limit };
  const filter = await filterFor(db, asked);
  if (filter.words.length > 0) {
    const { ids, total } = await searchClips(scans, filter, slice);
    return { clips: await presentClips(db, files, await findClipsInOrder(db, ids), userId), total };
  }
  const { clips, total } = await listClips(db, filter, slice);
  return { clips: await presentClips(db, files, clips, userId), total };
}

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
      yield presentClips(db, files, await findClipsInOrder(db, ids), asked.userId);
    }
  } while (heads.length === HEADS_CHUNK);
}
