import {
  type Clip,
  clipEndpoints as endpoints,
  type ClipListQuery,
} from '@clipline/contract/schemas/clips.ts';
import * as history from '@clipline/contract/schemas/history.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { CLIPS_PAGE_SIZE, MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { App } from '../core/app.ts';
import { type Db, type Tx, writeLogBack } from '../core/db/database.ts';
import { callerGone } from '../core/http/guard.ts';
import { type Change, type CurrentUser, requireScope } from '../core/http/current-user.ts';
import { versionIn } from '../core/http/headers.ts';
import { bytesOf, type Call, serve } from '../core/http/serve.ts';
import { streamArray } from '../core/http/stream.ts';
import { planAllows } from '../auth/plans.ts';
import { releaseOrLeave } from '../files/files.jobs.ts';
import {
  type Author,
  authorOf,
  checkVersion,
  findVersion,
  type History,
  readVersion,
  readVersions,
} from '../texts/history.ts';
import { withMatches } from '../texts/search.ts';
import {
  findPresent,
  removeAllEnded,
  removeUnkeptFiles,
  type VersionFile,
} from '../texts/history.queries.ts';
import { createOwnClip } from './captures.ts';
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
import * as changes from './clips.changes.ts';
import { tellAddressClosed, tellFiles, tellLinkClosed, tellLists, tellText } from './clips.news.ts';
import { presentClip, presentClips, presentOwnClip } from './clips.present.ts';
import { type ClipRow, listOpened, updateClip } from './clips.queries.ts';
import { type ClipCall, type FoundClip, requireClip } from './require-clip.ts';

const CHUNK = 20;

/** Whose clips, which, and out of how many of the newest; null for all. */
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

async function getClip(call: Call<typeof endpoints.getClip>, app: App): Promise<Clip> {
  const { clip, viewer } = await requireClip(app, app.db, call, 'read');
  return presentClip(app, app.db, clip, viewer);
}

async function createClip(call: Call<typeof endpoints.createClip>, app: App): Promise<Clip> {
  const { content, captureId, files = 0 } = call.body;
  return createOwnClip(call, app, { content, captureId, files });
}

async function otherAuthor(db: Db, clipId: string) {
  const present = await findPresent(db, 'clip_versions', clipId);
  if (present?.by_kind !== 'link' && present?.by_kind !== 'program') return {};
  return { by: { kind: present.by_kind, label: present.by_label } };
}

/** As its history tells: a user who may only by a link writes as that link. */
const writerOf = (user: CurrentUser | null, { viewer: { grant }, isOwner }: FoundClip): Author =>
  user && isOwner
    ? authorOf(user)
    : { kind: 'link', id: grant?.linkId ?? '', label: grant?.label ?? null };

interface SaveCall extends ClipCall {
  readonly headers: {
    readonly 'if-match'?: string | undefined;
    readonly 'x-link-grant'?: string | undefined;
  };
  readonly change: Change;
}

/** Saves a text upon the version that the caller knows, with files that come back with it. */
async function save(
  app: App,
  call: SaveCall,
  action: 'edit' | 'seeVersions',
  find: (tx: Tx) => Promise<{ content: string; files?: readonly VersionFile[] }>,
): Promise<Clip> {
  const ifMatch = call.headers['if-match'];
  const { before, after, author, answer, isText, isFiles } = await call.change(async (tx) => {
    const found = await requireClip(app, tx, call, action);
    const { clip, viewer, isOwner } = found;
    if (!isOwner && versionIn(ifMatch) === undefined) throw new ProductError('IF_MATCH_REQUIRED');
    await checkVersion(ifMatch, clip, async () => ({
      clip: await presentClip(app, tx, clip, viewer),
      ...(isOwner ? await otherAuthor(tx, clip.id) : {}),
    }));
    const { content, files: restored } = await find(tx);
    const writer = writerOf(call.user, found);
    const now = Date.now();
    const saved = await changes.saveText(tx, clip, content, now, { author: writer, restored });
    const whole = restored ? await changes.bringBackFiles(tx, saved, restored, now) : saved;
    return {
      before: clip,
      after: whole,
      author: writer,
      answer: await presentClip(app, tx, whole, viewer),
      isText: saved !== clip,
      isFiles: whole !== saved,
    };
  });
  if (isText) await tellText(app, after, author, before.saved_at === null ? 'created' : 'updated');
  if (isFiles) await tellFiles(app, after.id, 'files');
  return answer;
}

async function updateText(call: Call<typeof endpoints.updateClip>, app: App): Promise<Clip> {
  const { user, headers, body, request, ensure } = call;
  let ownerId = user?.id ?? null;
  if (headers['x-link-grant'] !== undefined)
    ownerId = (await requireClip(app, app.db, call, 'edit')).clip.user_id;
  // Who may only by a link does so by the plan of its owner.
  if (ownerId === user?.id) ensure(planAllows('changes'));
  await app.requireSpace({ userId: ownerId }, bytesOf(request));
  return save(app, call, 'edit', async () => body);
}

async function deleteForGood(call: Call<typeof endpoints.deleteClip>, app: App) {
  // Whatever its scopes are: no program deletes for good.
  requireScope(call.user, null);
  const { clip, blobs, opened } = await call.change(async (tx) => {
    const found = await requireClip(app, tx, call, 'deleteForGood');
    // Its links know of no clip any more.
    const links = await listOpened(tx, found.clip.id);
    const gone = await changes.removeForGood(tx, found.clip, Date.now());
    return { ...found, blobs: gone, opened: links };
  });
  for (const { linkId } of opened) tellLinkClosed(app, clip.id, linkId);
  await releaseOrLeave(app, app.files, blobs);
  await writeLogBack(app.db);
  if (clip.saved_at !== null && clip.deleted_at === null)
    tellLists(app, clip.user_id, 'deleted', clip);
  return call.reply.code(204).send();
}

async function deleteClip(call: Call<typeof endpoints.deleteClip>, app: App) {
  if (call.query.forever === 'true') return deleteForGood(call, app);
  const clip = await call.change(async (tx) => {
    const found = await requireClip(app, tx, call, 'manage');
    await changes.deleteClip(tx, found.clip, Date.now());
    return found.clip;
  });
  if (clip.saved_at !== null) tellLists(app, clip.user_id, 'deleted', clip);
  return { message: 'Clip deleted' };
}

export async function restoreClip(
  call: Pick<Call<typeof endpoints.restoreClip>, 'user' | 'params' | 'change'>,
  app: App,
): Promise<Clip> {
  const { clip, wasDeleted } = await call.change(async (tx) => {
    const { clip: before } = await requireClip(app, tx, call, 'restore');
    const restored = await changes.restoreClip(tx, before, Date.now() - app.trashMs);
    return {
      clip: await presentOwnClip(app, tx, restored),
      wasDeleted: before.deleted_at !== null,
    };
  });
  if (wasDeleted) tellLists(app, clip.userId, 'created', clip);
  return clip;
}

async function toggleFavorite(call: Call<typeof endpoints.toggleFavorite>, app: App) {
  const clip = await call.change(async (tx) => {
    const found = await requireClip(app, tx, call, 'manage');
    return updateClip(tx, found.clip, { is_favorite: found.clip.is_favorite ? 0 : 1 });
  });
  tellLists(app, clip.user_id, 'favorite', clip);
  return { isFavorite: clip.is_favorite === 1 };
}

async function setAddress(call: Call<typeof endpoints.setClipAddress>, app: App): Promise<Clip> {
  const { open } = call.body;
  const clip = await call.change(async (tx) => {
    const found = await requireClip(app, tx, call, 'manage');
    const after = await updateClip(tx, found.clip, { address_open: open ? 1 : 0 });
    return presentOwnClip(app, tx, after);
  });
  if (!open) tellAddressClosed(app, clip.id);
  tellLists(app, clip.userId, 'address', clip);
  return clip;
}

const historyOf = ({ user, params }: ClipCall): History => ({
  table: 'clip_versions',
  thingId: params.id,
  plan: user?.plan ?? null,
});

/** For others, a grant in hand or not, there is none. */
async function requireHistory({ user, params }: ClipCall, app: App, db: Db): Promise<History> {
  await requireClip(app, db, { user, params }, 'seeVersions');
  return historyOf({ user, params });
}

const listVersions = async (call: Call<typeof history.listClipVersions>, app: App) =>
  readVersions(app.db, await requireHistory(call, app, app.db));

const getVersion = async (call: Call<typeof history.readClipVersion>, app: App) =>
  readVersion(app.db, await requireHistory(call, app, app.db), call.params.version);

async function restoreVersion(call: Call<typeof history.restoreClipVersion>, app: App) {
  const { user, params, headers, ensure, change } = call;
  ensure(planAllows('changes'));
  // Packed, it took less.
  await app.requireSpace({ userId: user?.id ?? null }, MAX_TEXT_BYTES);
  const asOwner = { user, params, change, headers: { 'if-match': headers['if-match'] } };
  return save(app, asOwner, 'seeVersions', (tx) =>
    findVersion(tx, historyOf(call), params.version),
  );
}

async function forgetVersions(call: Call<typeof history.forgetClipVersions>, app: App) {
  const blobs = await call.change(async (tx) => {
    const { table, thingId } = await requireHistory(call, app, tx);
    await removeAllEnded(tx, table, [thingId]);
    return removeUnkeptFiles(tx, thingId);
  });
  await releaseOrLeave(app, app.files, blobs);
  await writeLogBack(app.db);
  return { message: 'Earlier versions forgotten' };
}

export function serveClips(app: App): void {
  serve(app, endpoints.listClips, listClips);
  serve(app, endpoints.listFavorites, listFavorites);
  serve(app, endpoints.clipStats, readStats);
  serve(app, endpoints.getClip, getClip);
  serve(app, endpoints.createClip, createClip);
  serve(app, endpoints.updateClip, updateText);
  serve(app, endpoints.deleteClip, deleteClip);
  serve(app, endpoints.restoreClip, restoreClip);
  serve(app, endpoints.toggleFavorite, toggleFavorite);
  serve(app, endpoints.setClipAddress, setAddress);
  serve(app, history.listClipVersions, listVersions);
  serve(app, history.readClipVersion, getVersion);
  serve(app, history.restoreClipVersion, restoreVersion);
  serve(app, history.forgetClipVersions, forgetVersions);
}

declare module '../core/app.ts' {
  interface App {
    /** How many rooms a person is a member of. */
    readonly countRooms: (userId: string) => Promise<number>;
  }
}
