import {
  type Clip,
  clipEndpoints as endpoints,
  type ClipListQuery,
} from '@clipline/contract/schemas/clips.ts';
import { clipText, latestClip, latestClipFile } from '@clipline/contract/schemas/programs.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { callerGone } from '../core/http/guard.ts';
import { acceptedBy } from '../core/http/headers.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { streamArray } from '../core/http/stream.ts';
import { withMatches } from '../texts/search.ts';
import {
  clipBeyond,
  type ClipFilter,
  countClips,
  countComplete,
  filterOf,
  listClipIds,
  listClips as listRows,
  listClipsAfter,
  listClipsInOrder,
  searchIds,
  type Slice,
} from './clip-lists.queries.ts';
import { person } from './clips.access.ts';
import { presentClips, presentOwnClip } from './clips.present.ts';
import { type ClipRow, findLatestClip } from './clips.queries.ts';
import { requireClip } from './require-clip.ts';

const CHUNK = 20;

interface ListAsked {
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
  return { rows: slice.offset < total ? await listRows(db, filter, slice) : [], total };
}

const searchedOf = ({ content, files }: Clip) => ({
  text: content,
  names: files.map(({ name }) => name),
});

async function readClipPage(
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
async function* readAllClips(app: App, asked: ListAsked): AsyncGenerator<Clip[], void> {
  const filter = await filterFor(app.db, asked);
  let rows: ClipRow[] = [];
  do {
    rows = await listClipsAfter(app.db, filter, rows.at(-1), CHUNK);
    yield presentClips(app, app.db, rows, person(asked.userId));
  } while (rows.length === CHUNK);
}

async function list(
  app: App,
  { query, reply }: Pick<Call<typeof endpoints.listClips>, 'query' | 'reply'>,
  asked: Omit<ListAsked, 'query'>,
  always: ClipListQuery = {},
) {
  const isPaged = Object.values(query).some((value) => value !== undefined);
  return isPaged
    ? readClipPage(app, { ...asked, query: { ...query, ...always } }, callerGone(reply))
    : streamArray(reply, readAllClips(app, { ...asked, query: always }));
}

const listClips = async (call: Call<typeof endpoints.listClips>, app: App) =>
  list(app, call, { userId: call.user.id, newest: allowedBy(call.user.plan).historyLimit });

/** A user who marked an old clip finds it here, whatever their history shows. */
const listFavorites = async (call: Call<typeof endpoints.listFavorites>, app: App) =>
  list(app, call, { userId: call.user.id, newest: null }, { favorite: 'true' });

async function readStats({ user }: Call<typeof endpoints.clipStats>, app: App) {
  const [counts, activeRooms] = await Promise.all([
    countComplete(app.db, user.id),
    app.countRooms(user.id),
  ]);
  return { ...counts, activeRooms };
}

/** Whatever a text contains, a browser that opens it runs nothing of it. */
const sendText = (reply: FastifyReply, { content }: Pick<Clip, 'content'>) =>
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('text/plain; charset=utf-8')
    .send(content);

const TEXTS = new Set(['text/plain', 'text/*']);
const OTHERS = new Set(['application/json', 'application/*', '*/*']);

/**
 * Whether an Accept header would rather have a plain text than JSON. Of two that are wanted as much
 * the one named first counts; without a wish it is JSON.
 */
export function wantsText(accept: string | undefined): boolean {
  const best = acceptedBy(accept).find((type) => TEXTS.has(type) || OTHERS.has(type));
  return TEXTS.has(best ?? '');
}

async function findNewest(
  { user, query }: Pick<Call<typeof latestClip>, 'user' | 'query'>,
  app: App,
): Promise<Clip> {
  const clip = await findLatestClip(app.db, user.id, query.via === 'any');
  if (!clip) throw new ProductError('CLIP_NOT_FOUND');
  return presentOwnClip(app, app.db, clip);
}

async function readNewest(call: Call<typeof latestClip>, app: App) {
  const { request, reply } = call;
  const clip = await findNewest(call, app);
  reply.header('vary', 'Accept, Origin');
  if (!wantsText(request.headers.accept)) return clip;
  // Of files alone there is nothing to paste.
  if (clip.content === '') throw new ProductError('CLIP_NOT_FOUND');
  return sendText(reply, clip);
}

async function readNewestFile(call: Call<typeof latestClipFile>, app: App) {
  const { filePath } = await findNewest(call, app);
  if (filePath === null) throw new ProductError('FILE_NOT_FOUND');
  return call.reply.redirect(filePath, 302);
}

async function readText(call: Call<typeof clipText>, app: App) {
  const { clip } = await requireClip(app, app.db, call, 'read');
  return sendText(call.reply, clip);
}

export function serveClipLists(app: App): void {
  serve(app, endpoints.listClips, listClips);
  serve(app, endpoints.listFavorites, listFavorites);
  serve(app, endpoints.clipStats, readStats);
  serve(app, latestClip, readNewest);
  serve(app, latestClipFile, readNewestFile);
  serve(app, clipText, readText);
}

declare module '../core/app.ts' {
  interface App {
    readonly countRooms: (userId: string) => Promise<number>;
  }
}
