import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { Clip, ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { withMatches } from '../texts/search.ts';
import {
  clipBeyond,
  type ClipFilter,
  countClips,
  filterOf,
  listClipIds,
  listClips,
  listClipsAfter,
  listClipsInOrder,
  searchIds,
  type Slice,
} from './clip-lists.queries.ts';
import { person } from './clips.access.ts';
import { presentClips } from './clips.present.ts';
import type { ClipRow } from './clips.queries.ts';

/** So many at a time are read and presented of a whole history. */
const CHUNK = 20;

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

/** Words and tags are looked for beside the event loop: there may be very many of each. */
const takesLong = ({ words, tags }: ClipFilter): boolean => words.length + tags.length > 0;

const findIds = (app: App, filter: ClipFilter, slice: Slice, gone: AbortSignal) =>
  app.longReads.run(filter.userId, gone, async (scans) => {
    if (filter.words.length > 0) return searchIds(scans, filter, slice);
    const total = await countClips(scans, filter);
    return { ids: await listClipIds(scans, filter, slice), total };
  });

/** The ids of what the query asks for, as many as there may be. */
export async function listIds(
  app: App,
  asked: ListAsked,
  limit: number,
  gone: AbortSignal,
): Promise<string[]> {
  const filter = await filterFor(app.db, asked);
  const slice = { limit, offset: 0 };
  if (!takesLong(filter)) return listClipIds(app.db, filter, slice);
  return (await findIds(app, filter, slice, gone)).ids;
}

async function findPage(
  app: App,
  filter: ClipFilter,
  slice: Slice,
  gone: AbortSignal,
): Promise<{ rows: ClipRow[]; total: number }> {
  const { db } = app;
  if (takesLong(filter)) {
    const { ids, total } = await findIds(app, filter, slice, gone);
    return { rows: await listClipsInOrder(db, ids), total };
  }
  const total = await countClips(db, filter);
  return { rows: slice.offset < total ? await listClips(db, filter, slice) : [], total };
}

const searchedOf = ({ content, files }: Clip) => ({
  text: content,
  names: files.map(({ name }) => name),
});

/** One page of what the query asks for. */
export async function readClipPage(
  app: App,
  asked: ListAsked,
  gone: AbortSignal,
): Promise<{ clips: Clip[]; total: number }> {
  const { userId, query } = asked;
  const limit = query.pageSize ?? CLIPS_PAGE_SIZE;
  const slice = { limit, offset: ((query.page ?? 1) - 1) * limit };
  const filter = await filterFor(app.db, asked);
  const { rows, total } = await findPage(app, filter, slice, gone);
  const clips = await presentClips(app, app.db, rows, person(userId));
  return { clips: await withMatches(clips, filter.words, searchedOf), total };
}

/** Everything, newest first, in chunks that hold the event loop for a moment each. */
export async function* readAllClips(app: App, asked: ListAsked): AsyncGenerator<Clip[], void> {
  const filter = await filterFor(app.db, asked);
  let rows: ClipRow[] = [];
  do {
    rows = await listClipsAfter(app.db, filter, rows.at(-1), CHUNK);
    yield presentClips(app, app.db, rows, person(asked.userId));
  } while (rows.length === CHUNK);
}
