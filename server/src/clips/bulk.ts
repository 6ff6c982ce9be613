import { setImmediate } from 'node:timers/promises';
import { BULK_UNDO_SECONDS, MAX_TAGS_PER_CLIP } from '@clipline/contract/limits.ts';
import type { BulkAction } from '@clipline/contract/schemas/bulk.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Db, Tx } from '../core/db/database.ts';
import { idsInLots, type Weighed } from '../core/chunks.ts';
import type { BulkChangeTable } from './clips.tables.ts';
import type { Change } from '../core/http/current-user.ts';
import { idsOf, newId } from '../core/ids.ts';
import {
  closeAddressesOf,
  type ClosedClip,
  findCarrying,
  listDeletedAt,
  listExisting,
  listIdsAfter,
  listListedHeads,
  listMarked,
  insertBulkChange,
  removeTag,
  takeBulkChange,
} from './bulk.queries.ts';
import { deleteClips, restoreClips } from './clips.changes.ts';
import { updateClips, weighClips } from './clips.queries.ts';
import { addTags, findTag } from './tags.queries.ts';

export const BULK_UNDO_MS = BULK_UNDO_SECONDS * 1000;

/** So much is written in one transaction, during which all others wait on SQLite. */
const PART_BYTES = 8 * 1024 ** 2;
/**
 * The least that one clip counts: pages of the row, of what is found of it and of indexes. The
 * commit, which nothing interrupts, writes them all: 33 to 48 ms for 10,000 clips of 200 bytes,
 * some 14 for as many as fit into a part now.
 */
const CLIP_BYTES = 8192;
/** So many are closed in one transaction. */
const ADDRESSES = 500;
/** So many are marked in one transaction: the commit of 10,000 takes 37 ms. */
const MARKED = 2500;
/** So many are weighed at a time. */
const WEIGHED = 32;

/** Where a bulk is done: in transactions in which the caller's rights are looked up again. */
export interface Changing {
  readonly db: Db;
  readonly change: Change;
}

/** What is done, and to which tag where it is about one. */
export interface Bulk {
  readonly action: BulkAction;
  readonly tagId?: string | undefined;
}

/** Of one lot: what is as it was asked for now, and what of it was not before. */
interface Outcome {
  readonly done: number;
  readonly changed: readonly string[];
}

async function tagLot(tx: Tx, ids: string[], tagId: string): Promise<Outcome> {
  const carrying = await findCarrying(tx, ids, tagId);
  const lacking = ids.filter((id) => !carrying.get(id)?.has);
  const changed = lacking.filter((id) => (carrying.get(id)?.tags ?? 0) < MAX_TAGS_PER_CLIP);
  if (changed.length > 0) await addTags(tx, changed, [tagId]);
  return { done: ids.length - lacking.length + changed.length, changed };
}

async function changeLot(
  tx: Tx,
  userId: string,
  lot: string[],
  { action, tagId = '' }: Bulk,
  now: number,
): Promise<Outcome> {
  const heads = await listListedHeads(tx, userId, lot);
  const ids = idsOf(heads);
  if (ids.length === 0) return { done: 0, changed: [] };
  switch (action) {
    case 'delete':
      await deleteClips(tx, heads, now);
      return { done: ids.length, changed: ids };
    case 'favorite':
    case 'unfavorite': {
      const mark = action === 'favorite' ? 1 : 0;
      const other = heads.filter((head) => head.is_favorite !== mark);
      await updateClips(tx, other, { is_favorite: mark });
      return { done: ids.length, changed: idsOf(other) };
    }
    case 'tag':
      return tagLot(tx, ids, tagId);
    case 'untag':
      return { done: ids.length, changed: await removeTag(tx, ids, tagId) };
  }
}

/**
 * What is done first, until it has enough text, and the ids of what is left. Only clips that are
 * deleted or come back have a text to be written: it leaves the search, or is found again.
 */
async function firstPart(
  db: Db,
  userId: string,
  ids: readonly string[],
  action: BulkAction,
): Promise<{ part: readonly Weighed[]; rest: readonly string[] }> {
  if (action !== 'delete')
    return {
      part: ids.slice(0, MARKED).map((id) => ({ id, bytes: 0 })),
      rest: ids.slice(MARKED),
    };
  const part: Weighed[] = [];
  let [at, bytes] = [0, 0];
  while (at < ids.length && bytes < PART_BYTES) {
    const asked = ids.slice(at, at + WEIGHED);
    const weights = await weighClips(db, userId, asked);
    for (const id of asked) {
      if (bytes >= PART_BYTES) break;
      at += 1;
      const weight = weights.get(id);
      if (weight === undefined) continue;
      const counted = Math.max(weight, CLIP_BYTES);
      part.push({ id, bytes: counted });
      bytes += counted;
    }
    await setImmediate();
  }
  return { part, rest: ids.slice(at) };
}

/** Keeps what was changed for the undo, beside what was before; returns its id. */
async function keepUndo(
  tx: Tx,
  bulk: Pick<BulkChangeTable, 'user_id' | 'action' | 'tag_id' | 'created_at'>,
  changed: readonly string[],
  undoId: string | null,
): Promise<string | null> {
  if (changed.length === 0) return undoId;
  const kept = undoId === null ? undefined : await takeBulkChange(tx, bulk.user_id, undoId, 0);
  const id = kept?.id ?? newId();
  const before = kept ? (JSON.parse(kept.clip_ids) as string[]) : [];
  await insertBulkChange(tx, { ...bulk, id, clip_ids: JSON.stringify([...before, ...changed]) });
  return id;
}

/**
 * Does one thing to many clips. Much text goes in several transactions, so that others have their
 * turn; what one of them did can be undone whatever becomes of the next. Throws TAG_NOT_FOUND.
 */
export async function changeInBulk(
  { db, change }: Changing,
  userId: string,
  ids: readonly string[],
  bulk: Bulk,
  now: number,
): Promise<{ done: number; skipped: number; undoId: string | null }> {
  const { action, tagId } = bulk;
  let done = 0;
  let undoId: string | null = null;
  let rest = ids;
  do {
    const next = await firstPart(db, userId, rest, action);
    const before: string | null = undoId;
    const outcome: { count: number; undoId: string | null } = await change(async (tx) => {
      if (tagId !== undefined && !(await findTag(tx, userId, tagId)))
        throw new ProductError('TAG_NOT_FOUND');
      let count = 0;
      const changed: string[] = [];
      for await (const lot of idsInLots(next.part)) {
        const each = await changeLot(tx, userId, lot, bulk, now);
        count += each.done;
        changed.push(...each.changed);
      }
      const kept = { user_id: userId, action, tag_id: tagId ?? null, created_at: now };
      return { count, undoId: await keepUndo(tx, kept, changed, before) };
    });
    done += outcome.count;
    ({ undoId } = outcome);
    ({ rest } = next);
  } while (rest.length > 0);
  return { done, skipped: ids.length - done, undoId };
}

/** Closes the address of each clip of a user in lots, and yields of each lot what was open. */
export async function* closeAllAddresses(
  change: Change,
  userId: string,
): AsyncGenerator<ClosedClip[], void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    const { ids, closed } = await change(async (tx) => {
      const next = await listIdsAfter(tx, userId, from, ADDRESSES);
      return { ids: next, closed: await closeAddressesOf(tx, next) };
    });
    yield closed;
    after = ids.length < ADDRESSES ? undefined : ids.at(-1);
  }
}

/** What was changed since in another way stays; only what the bulk changed is put back. */
async function undoLot(
  tx: Tx,
  userId: string,
  lot: string[],
  { action, tagId = '' }: Bulk,
  changedAt: number,
): Promise<number> {
  switch (action) {
    case 'delete': {
      const deleted = await listDeletedAt(tx, userId, lot, changedAt);
      await restoreClips(tx, deleted);
      return deleted.length;
    }
    case 'favorite':
    case 'unfavorite': {
      const changed = await listMarked(tx, userId, lot, action === 'favorite');
      await updateClips(tx, changed, { is_favorite: action === 'favorite' ? 0 : 1 });
      return changed.length;
    }
    case 'tag':
      return (await removeTag(tx, lot, tagId)).length;
    case 'untag': {
      if (!(await findTag(tx, userId, tagId))) return 0;
      const ids = await listExisting(tx, userId, lot);
      return ids.length === 0 ? 0 : (await tagLot(tx, ids, tagId)).changed.length;
    }
  }
}

/** Returns how many clips are as before. Throws UNDO_NOT_FOUND, also where none could be. */
export async function undoBulk(
  change: Change,
  userId: string,
  undoId: string,
  now: number,
): Promise<number> {
  let restored = 0;
  for (let isOver = false; !isOver;) {
    const before = restored;
    const outcome = await change(async (tx) => {
      const bulk = await takeBulkChange(tx, userId, undoId, now - BULK_UNDO_MS);
      // Of a long one another undo may have taken the rest.
      if (!bulk && before > 0) return { count: 0, isOver: true };
      if (!bulk) throw new ProductError('UNDO_NOT_FOUND');
      const done = { action: bulk.action as BulkAction, tagId: bulk.tag_id ?? undefined };
      const ids = JSON.parse(bulk.clip_ids) as string[];
      const { part, rest } = await firstPart(tx, userId, ids, done.action);
      let count = 0;
      for await (const lot of idsInLots(part))
        count += await undoLot(tx, userId, lot, done, bulk.created_at);
      if (rest.length > 0) await insertBulkChange(tx, { ...bulk, clip_ids: JSON.stringify(rest) });
      else if (before + count === 0) throw new ProductError('UNDO_NOT_FOUND');
      return { count, isOver: rest.length === 0 };
    });
    restored += outcome.count;
    ({ isOver } = outcome);
  }
  return restored;
}
