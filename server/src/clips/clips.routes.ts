import { beginningOf, kindOfText, LONG_TEXT } from '@clipline/contract/text-kinds.ts';
import { type Clip, clipEndpoints as endpoints } from '@clipline/contract/schemas/clips.ts';
import * as history from '@clipline/contract/schemas/history.ts';
import { createClipOfText } from '@clipline/contract/schemas/programs.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Db, type Tx, writeLogBack } from '../core/db/database.ts';
import { type Change, requireScope } from '../core/http/current-user.ts';
import { validate } from '../core/http/failures.ts';
import { versionIn } from '../core/http/headers.ts';
import type { PageAsked, Writing } from '../core/http/pages.ts';
import { bytesOf, type Call, countLength, serve } from '../core/http/serve.ts';
import type { PageTemplate } from '../core/http/web-files.ts';
import { findOutcome } from '../core/once.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { planAllows } from '../auth/plans.ts';
import { releaseOrLeave } from '../files/files.jobs.ts';
import { seeFiles } from '../files/previews.ts';
import {
  authorOf,
  checkVersion,
  findVersion,
  type History,
  readVersion,
  readVersions,
} from '../texts/history.ts';
import {
  findPresent,
  removeAllEnded,
  removeUnkeptFiles,
  type VersionFile,
} from '../texts/history.queries.ts';
import * as changes from './clips.changes.ts';
import { tellAddressClosed, tellFiles, tellLinkClosed, tellLists, tellText } from './clips.news.ts';
import { holderOf, presentClip, presentOwnClip } from './clips.present.ts';
import { findClip, listLinksTo, updateClip } from './clips.queries.ts';
import { type ClipCall, requireClip, writerOf } from './require-clip.ts';

async function getClip(call: Call<typeof endpoints.getClip>, app: App): Promise<Clip> {
  const { clip, viewer, isOwner } = await requireClip(app, app.db, call, 'read');
  const isLookedAt = isOwner && call.request.method !== 'HEAD';
  if (isLookedAt && clip.via !== null && clip.file_count > 0)
    await seeFiles(app.files.previews, holderOf(clip.id), clip.user_id);
  return presentClip(app, app.db, clip, viewer);
}

type Creation = Pick<
  Call<typeof endpoints.createClip>,
  'user' | 'request' | 'create' | 'change' | 'ensure' | 'reply'
>;

async function createCaptured(call: Creation, app: App, sent: changes.Sent): Promise<Clip> {
  const { user, request, change, ensure, reply } = call;
  const once = changes.onceOf(app, 'capture', user.id, user.id, sent);
  // What was saved once stays so, whatever the plan says now, and however full the storage is.
  if (!(await findOutcome(app.db, once))) {
    ensure(planAllows('changes'));
    await request.call.requireSpace(bytesOf(request));
  }
  return change(async (tx) => {
    const done = await changes.createSent(tx, once, sent, authorOf(user));
    const saved = await findClip(tx, done.outcome.clip_id ?? '');
    if (!saved || saved.deleted_at !== null) throw new ProductError('CAPTURE_DELETED');
    const clip = await presentOwnClip(app, tx, saved);
    afterCommit(tx, () =>
      done.isNew ? tellLists(app, user.id, 'created', clip) : void reply.code(200),
    );
    return clip;
  });
}

type Asked = Pick<
  Call<typeof endpoints.createClip>['body'],
  'content' | 'captureId' | 'files' | 'addressOpen'
>;

/** A new clip of the caller's, once for each key; without text and key it is a draft. */
async function createOwnClip(
  call: Creation,
  app: App,
  { content, captureId, files = 0, addressOpen }: Asked,
): Promise<Clip> {
  if (captureId !== undefined)
    return createCaptured(call, app, { captureId, content, files, addressOpen });
  const { user, create, ensure } = call;
  ensure(planAllows('changes'));
  return create(async (tx) => {
    const creation = { author: authorOf(user), addressOpen };
    const saved = await changes.createClip(tx, user.id, content, Date.now(), creation);
    const clip = await presentOwnClip(app, tx, saved);
    if (content !== '') afterCommit(tx, () => tellLists(app, user.id, 'created', clip));
    return clip;
  });
}

const createClip = (call: Call<typeof endpoints.createClip>, app: App): Promise<Clip> =>
  createOwnClip(call, app, call.body);

const createOfText = (call: Call<typeof createClipOfText>, app: App): Promise<Clip> =>
  createOwnClip(call, app, { content: call.body, captureId: call.headers['x-capture-id'] });

async function otherAuthor(db: Db, clipId: string) {
  const present = await findPresent(db, 'clip_versions', clipId);
  if (present?.by_kind !== 'link' && present?.by_kind !== 'program') return {};
  return { by: { kind: present.by_kind, label: present.by_label } };
}

interface SaveCall extends ClipCall {
  readonly headers: {
    readonly 'if-match'?: string | undefined;
    readonly 'x-link-grant'?: string | undefined;
  };
  readonly change: Change;
}

async function save(
  app: App,
  call: SaveCall,
  action: 'edit' | 'seeVersions',
  find: (tx: Tx) => Promise<{ content: string; files?: readonly VersionFile[] }>,
): Promise<Clip> {
  const ifMatch = call.headers['if-match'];
  return call.change(async (tx) => {
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
    const news = clip.saved_at === null ? 'created' : 'updated';
    if (saved !== clip) afterCommit(tx, () => tellText(app, whole, writer, news));
    if (whole !== saved) afterCommit(tx, () => tellFiles(app, whole.id, 'files'));
    return presentClip(app, tx, whole, viewer);
  });
}

async function updateText(call: Call<typeof endpoints.updateClip>, app: App): Promise<Clip> {
  const { user, headers, body, request, ensure } = call;
  let ownerId = user?.id ?? null;
  if (headers['x-link-grant'] !== undefined)
    ownerId = (await requireClip(app, app.db, call, 'edit')).clip.user_id;
  // Who may only by a link does so by the plan of its owner.
  if (ownerId === user?.id) ensure(planAllows('changes'));
  await request.call.requireSpace(bytesOf(request), { userId: ownerId });
  return save(app, call, 'edit', async () => body);
}

async function deleteForGood(call: Call<typeof endpoints.deleteClip>, app: App) {
  // Whatever its scopes are: no program deletes for good.
  requireScope(call.user, null);
  await call.change(async (tx) => {
    const { clip } = await requireClip(app, tx, call, 'deleteForGood');
    // Its links know of no clip any more.
    const links = await listLinksTo(tx, clip.id);
    const blobs = await changes.removeForGood(tx, clip, Date.now());
    afterCommit(tx, async () => {
      for (const linkId of links) tellLinkClosed(app, clip.id, linkId);
      if (links.length > 0) app.tellLinks({ userId: clip.user_id, clipId: clip.id });
      await releaseOrLeave(app, app.files, blobs);
      await writeLogBack(app.db);
      if (clip.saved_at !== null && clip.deleted_at === null)
        tellLists(app, clip.user_id, 'deleted', clip);
    });
  });
  return call.reply.code(204).send();
}

async function deleteClip(call: Call<typeof endpoints.deleteClip>, app: App) {
  if (call.query.forever === 'true') return deleteForGood(call, app);
  await call.change(async (tx) => {
    const { clip } = await requireClip(app, tx, call, 'manage');
    await changes.deleteClip(tx, clip, Date.now());
    if (clip.saved_at !== null)
      afterCommit(tx, () => tellLists(app, clip.user_id, 'deleted', clip));
  });
  return { message: 'Clip deleted' };
}

export async function restoreClip(
  call: Pick<Call<typeof endpoints.restoreClip>, 'user' | 'params' | 'change'>,
  app: App,
): Promise<Clip> {
  return call.change(async (tx) => {
    const { clip: before } = await requireClip(app, tx, call, 'restore');
    const restored = await changes.restoreClip(tx, before, Date.now() - app.trashMs);
    const clip = await presentOwnClip(app, tx, restored);
    if (before.deleted_at !== null)
      afterCommit(tx, () => tellLists(app, clip.userId, 'created', clip));
    return clip;
  });
}

async function toggleFavorite(call: Call<typeof endpoints.toggleFavorite>, app: App) {
  return call.change(async (tx) => {
    const found = await requireClip(app, tx, call, 'manage');
    const clip = await updateClip(tx, found.clip, { is_favorite: found.clip.is_favorite ? 0 : 1 });
    afterCommit(tx, () => tellLists(app, clip.user_id, 'favorite', clip));
    return { isFavorite: clip.is_favorite === 1 };
  });
}

async function setAddress(call: Call<typeof endpoints.setClipAddress>, app: App): Promise<Clip> {
  const { open } = call.body;
  return call.change(async (tx) => {
    const found = await requireClip(app, tx, call, 'manage');
    const clip = await updateClip(tx, found.clip, { address_open: open ? 1 : 0 });
    afterCommit(tx, () => {
      if (!open) tellAddressClosed(app, clip.id);
      tellLists(app, clip.user_id, 'address', clip);
    });
    return presentOwnClip(app, tx, clip);
  });
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
  const { user, params, headers, request, ensure, change } = call;
  ensure(planAllows('changes'));
  // Packed, it took less.
  await request.call.requireSpace(MAX_TEXT_BYTES);
  const asOwner = { user, params, change, headers: { 'if-match': headers['if-match'] } };
  return save(app, asOwner, 'seeVersions', (tx) =>
    findVersion(tx, historyOf(call), params.version),
  );
}

async function forgetVersions(call: Call<typeof history.forgetClipVersions>, app: App) {
  await call.change(async (tx) => {
    const { table, thingId } = await requireHistory(call, app, tx);
    await removeAllEnded(tx, table, [thingId]);
    const blobs = await removeUnkeptFiles(tx, thingId);
    afterCommit(tx, () => releaseOrLeave(app, app.files, blobs));
    afterCommit(tx, writeLogBack);
  });
  return { message: 'Earlier versions forgotten' };
}

/** A longer text would come later in the page than the app shows it by itself. */
const MAX_WRITTEN = 32 * 1024;

/** The age of a text; empty from a week on, as days begin at another time for each reader. */
export function ageOf({ ages }: Pick<PageTemplate, 'ages'>, savedAt: string, now: number): string {
  const age = now - Date.parse(savedAt);
  if (age < MINUTE_MS) return ages.now;
  if (age < HOUR_MS) return ages.minutes[Math.floor(age / MINUTE_MS)] ?? '';
  if (age < DAY_MS) return ages.hours[Math.floor(age / HOUR_MS)] ?? '';
  return ages.days[Math.floor(age / DAY_MS)] ?? '';
}

async function writePage(
  { params, request, template }: PageAsked,
  app: App,
): Promise<Writing | undefined> {
  const address = app.addressOf(request.raw);
  await app.limitCalls(address);
  const call = { user: null, params: validate(endpoints.getClip.params, { id: params['clipId'] }) };
  const found = await requireClip(app, app.db, call, 'read');
  const { content } = found.clip;
  const count = (length: number) => countLength(app, address, length);
  if (content.length > MAX_WRITTEN) count(content.length);
  if (content === '' || content.length > MAX_WRITTEN) return undefined;
  // Before the app can show its beginning alone, it would freeze the page.
  if (beginningOf(content).length < content.length) return undefined;
  const length = content.length > LONG_TEXT ? 'long-' : '';
  const kind = kindOfText(content) === 'code' ? 'code' : 'text';
  const data = await presentClip(app, app.db, found.clip, found.viewer);
  return {
    part: length + kind,
    texts: { TEXT: content, AGE: ageOf(template, data.updatedAt, Date.now()) },
    data,
    count,
  };
}

export function serveClips(app: App): void {
  serve(app, endpoints.getClip, getClip);
  serve(app, endpoints.createClip, createClip);
  serve(app, createClipOfText, createOfText);
  serve(app, endpoints.updateClip, updateText);
  serve(app, endpoints.deleteClip, deleteClip);
  serve(app, endpoints.restoreClip, restoreClip);
  serve(app, endpoints.toggleFavorite, toggleFavorite);
  serve(app, endpoints.setClipAddress, setAddress);
  serve(app, history.listClipVersions, listVersions);
  serve(app, history.readClipVersion, getVersion);
  serve(app, history.restoreClipVersion, restoreVersion);
  serve(app, history.forgetClipVersions, forgetVersions);
  app.pageWriters.set('/clips/:clipId', (asked) => writePage(asked, app));
}
