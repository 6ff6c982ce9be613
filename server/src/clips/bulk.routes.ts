import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  BULK_UNDO_SECONDS,
  MAX_BULK_CLIPS,
  MAX_BULK_IDS,
  MAX_TAGS_PER_CLIP,
} from '@clipline/contract/limits.ts';
import * as endpoints from '@clipline/contract/schemas/bulk.ts';
import { closeAddresses } from '@clipline/contract/schemas/clips.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { App } from '../core/app.ts';
import { chunksOf } from '../core/chunks.ts';
import type { Tx } from '../core/db/database.ts';
import { callerGone } from '../core/http/guard.ts';
import type { RateLimit } from '../core/http/limits.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { type ZipEntry, zipOf } from '../core/http/stream.ts';
import { idsOf, newId } from '../core/ids.ts';
import { Queue } from '../core/queue.ts';
import { titleFrom } from '../core/title.ts';
import { readFile } from '../files/files.ts';
import type { FileRow } from '../files/files.queries.ts';
import { namer, safeName } from '../files/names.ts';
import { listIds } from './clip-lists.routes.ts';
import * as queries from './clip-lists.queries.ts';
import { deleteClips, restoreClips } from './clips.changes.ts';
import { tellAddressClosed, tellLists } from './clips.news.ts';
import { listFilesOfClips } from './clips.present.ts';
import { type ClipHead, type ClipRow, isListed, updateClips } from './clips.queries.ts';
import type { BulkLotTable } from './clips.tables.ts';
import { addTags, findTag } from './tags.queries.ts';

export const BULK_UNDO_MS = BULK_UNDO_SECONDS * 1000;

const bulkLimit: RateLimit = { name: 'bulkChanges', points: 30, seconds: 60 };

/** So many are changed in one transaction, during which all others wait on SQLite. */
const LOT = 50;
const ADDRESSES = 500;

interface Bulk {
  readonly action: endpoints.BulkAction;
  readonly tagId?: string | undefined;
}

interface Outcome {
  readonly done: number;
  readonly changed: readonly string[];
}

async function tag(tx: Tx, heads: readonly ClipHead[], tagId: string): Promise<Outcome> {
  if (heads.length === 0) return { done: 0, changed: [] };
  const carrying = await queries.findCarrying(tx, idsOf(heads), tagId);
  const lacking = heads.filter(({ id }) => !carrying.get(id)?.has);
  const changed = lacking.filter(({ id }) => (carrying.get(id)?.tags ?? 0) < MAX_TAGS_PER_CLIP);
  if (changed.length > 0) await addTags(tx, changed, [tagId]);
  return { done: heads.length - lacking.length + changed.length, changed: idsOf(changed) };
}

async function mark(tx: Tx, heads: readonly ClipHead[], isFavorite: 0 | 1): Promise<string[]> {
  const others = heads.filter((head) => head.is_favorite !== isFavorite);
  await updateClips(tx, others, { is_favorite: isFavorite });
  return idsOf(others);
}

async function changeLot(
  tx: Tx,
  userId: string,
  lot: string[],
  { action, tagId = '' }: Bulk,
  now: number,
): Promise<Outcome> {
  const heads = (await queries.listOwnHeads(tx, userId, lot)).filter(isListed);
  const ids = idsOf(heads);
  if (ids.length === 0) return { done: 0, changed: [] };
  switch (action) {
    case 'delete':
      await deleteClips(tx, heads, now);
      return { done: ids.length, changed: ids };
    case 'favorite':
    case 'unfavorite':
      return { done: ids.length, changed: await mark(tx, heads, action === 'favorite' ? 1 : 0) };
    case 'tag':
      return tag(tx, heads, tagId);
    case 'untag':
      return { done: ids.length, changed: await queries.removeTag(tx, ids, tagId) };
  }
}

/** Only what the bulk changed is put back: what was changed since in another way stays. */
async function undoLot(tx: Tx, bulk: BulkLotTable): Promise<number> {
  const { user_id: userId, tag_id: tagId, created_at: changedAt } = bulk;
  const action = bulk.action as endpoints.BulkAction;
  const lot = JSON.parse(bulk.clip_ids) as string[];
  switch (action) {
    case 'delete': {
      const deleted = await queries.listDeletedAt(tx, userId, lot, changedAt);
      await restoreClips(tx, deleted);
      return deleted.length;
    }
    case 'favorite':
    case 'unfavorite': {
      const heads = await queries.listOwnHeads(tx, userId, lot);
      return (await mark(tx, heads, action === 'favorite' ? 0 : 1)).length;
    }
    case 'tag':
      return (await queries.removeTag(tx, lot, tagId ?? '')).length;
    case 'untag': {
      if (!(await findTag(tx, userId, tagId ?? ''))) return 0;
      return (await tag(tx, await queries.listOwnHeads(tx, userId, lot), tagId ?? '')).changed
        .length;
    }
  }
}

function checked(ids: readonly string[]): string[] {
  if (ids.length > MAX_BULK_IDS) throw new ProductError('TOO_MANY_CLIPS', { max: MAX_BULK_IDS });
  return [...new Set(ids)];
}

type ChangeCall = Call<typeof endpoints.changeClips>;

async function listFiltered({ user, body, reply }: ChangeCall, app: App): Promise<string[]> {
  const { favorite, ...filter } = body.filter ?? {};
  const query =
    favorite === undefined
      ? filter
      : { ...filter, favorite: favorite ? ('true' as const) : ('false' as const) };
  // The list of favourites has all of them, whatever the history shows.
  const newest = favorite === true ? null : allowedBy(user.plan).historyLimit;
  const kept = new Set(body.except);
  const most = MAX_BULK_CLIPS + kept.size + 1;
  const found = await listIds(app, { userId: user.id, query, newest }, most, callerGone(reply));
  const ids = found.filter((id) => !kept.has(id));
  if (ids.length > MAX_BULK_CLIPS)
    throw new ProductError('TOO_MANY_CLIPS', { max: MAX_BULK_CLIPS });
  return ids;
}

async function changeClips(call: ChangeCall, app: App) {
  const { user, body, change } = call;
  const { action, tagId } = body;
  const named = body.ids && checked(body.ids);
  await app.limits.take(bulkLimit, user.id);
  const ids = named ?? (await listFiltered(call, app));
  const now = Date.now();
  const undo = { id: newId(), user_id: user.id, action, tag_id: tagId ?? null, created_at: now };
  let [done, changed, lots] = [0, 0, 0];
  try {
    for (const lot of ids.length === 0 ? [[]] : chunksOf(ids, LOT)) {
      const outcome = await change(async (tx) => {
        if (tagId !== undefined && !(await findTag(tx, user.id, tagId)))
          throw new ProductError('TAG_NOT_FOUND');
        const each = await changeLot(tx, user.id, lot, body, now);
        // Whatever becomes of the next lot, this one can be undone.
        const clip_ids = JSON.stringify(each.changed);
        if (each.changed.length > 0)
          await queries.insertBulkLot(tx, { ...undo, lot: lots, clip_ids });
        return each;
      });
      done += outcome.done;
      changed += outcome.changed.length;
      lots += 1;
      await setImmediate();
    }
  } finally {
    if (changed > 0) tellLists(app, user.id, 'bulk');
  }
  return { done, skipped: ids.length - done, undoId: changed > 0 ? undo.id : null };
}

/** Of one change one undo at a time, which alone is told what it restored. */
const undoing = new Queue({ running: Infinity, runningEach: 1, retryAfterSeconds: 1 });

async function undoBulkChange(call: Call<typeof endpoints.undoBulkChange>, app: App) {
  const { user, params, change } = call;
  const since = Date.now() - BULK_UNDO_MS;
  // An undo that is cut short can be asked for again.
  const undoFirst = async (tx: Tx) => {
    const bulk = await queries.takeBulkLot(tx, user.id, params.undoId, since);
    return bulk && undoLot(tx, bulk);
  };
  let restored = 0;
  try {
    await undoing.run(params.undoId, async () => {
      for (let count: number | undefined = 0; count !== undefined;) {
        restored += count;
        count = await change(undoFirst);
        await setImmediate();
      }
    });
  } finally {
    if (restored > 0) tellLists(app, user.id, 'bulk');
  }
  if (restored === 0) throw new ProductError('UNDO_NOT_FOUND');
  return { restored };
}

async function closeAllAddresses(call: Call<typeof closeAddresses>, app: App) {
  const { user, change } = call;
  await app.limits.take(bulkLimit, user.id);
  let closed = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const lot = await change(async (tx) => {
      const ids = await queries.listIdsAfter(tx, user.id, from, ADDRESSES);
      return { ids, were: await queries.closeAddressesOf(tx, ids) };
    });
    for (const { id } of lot.were) tellAddressClosed(app, id);
    closed += lot.were.filter(isListed).length;
    after = lot.ids.length < ADDRESSES ? undefined : lot.ids.at(-1);
  }
  tellLists(app, user.id, 'bulk');
  return { closed };
}

const READ = 20;
const TITLE_LENGTH = 40;

/** When it was saved and how it begins: `2026-11-22 14.03.05 Shopping list`. */
function nameFor(clip: ClipRow): string {
  const moment = new Date(clip.created_at).toISOString().slice(0, 19);
  const words = titleFrom(clip.content, TITLE_LENGTH).replaceAll(/[/\\]/g, '-');
  return safeName(`${moment.replace('T', ' ').replaceAll(':', '.')} ${words}`.trim());
}

async function* entriesOf(
  app: App,
  clip: ClipRow,
  files: readonly FileRow[],
  nameOf: (name: string) => string,
): AsyncGenerator<ZipEntry> {
  const title = nameFor(clip);
  const folder = files.length > 0 ? `${nameOf(title)}/` : '';
  const nameWithin = namer();
  if (clip.content !== '') {
    const path = folder === '' ? nameOf(`${title}.txt`) : folder + nameWithin('text.txt');
    yield { path, bytes: Readable.from([Buffer.from(clip.content)]) };
  }
  for (const file of files) {
    const bytes = await readFile(app.storage, file);
    if (bytes) yield { path: folder + nameWithin(file.name), bytes };
  }
}

async function* archiveOf(
  app: App,
  userId: string,
  ids: readonly string[],
): AsyncGenerator<ZipEntry> {
  const nameOf = namer();
  for (const lot of chunksOf(ids, READ)) {
    const rows = await queries.listClipsInOrder(app.db, lot);
    const clips = rows.filter((clip) => clip.user_id === userId && isListed(clip));
    const files = await listFilesOfClips(app.db, clips);
    for (const [index, clip] of clips.entries()) yield* entriesOf(app, clip, files[index]!, nameOf);
  }
}

async function downloadClips(call: Call<typeof endpoints.downloadClips>, app: App) {
  const { user, body, reply } = call;
  const ids = checked(body.ids);
  await app.limits.take(bulkLimit, user.id);
  const day = new Date().toISOString().slice(0, 10);
  reply
    .headers({
      'content-disposition': `attachment; filename="clipline-${day}.zip"`,
      'cache-control': 'no-store',
    })
    .type('application/zip');
  return reply.send(zipOf(archiveOf(app, user.id, ids)));
}

export function serveBulk(app: App): void {
  serve(app, endpoints.changeClips, changeClips);
  serve(app, endpoints.undoBulkChange, undoBulkChange);
  serve(app, closeAddresses, closeAllAddresses);
  serve(app, endpoints.downloadClips, downloadClips);
}
