import { setImmediate } from 'node:timers/promises';
import { BULK_UNDO_SECONDS, MAX_TAGS_PER_CLIP } from '@clipline/contract/limits.ts';
import type { BulkAction } from '@clipline/contract/schemas/bulk.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  addTag,
  findCarrying,
  findDeletedAt,
  findExisting,
  findListedHeads,
  findMarked,
  insertBulkChange,
  removeTag,
  takeBulkChange,
} from './bulk.queries.ts';
import { deleteClips, restoreClips } from './clip-changes.ts';
import { updateClips } from './clips.queries.ts';
import { findTag } from './tags.queries.ts';

export const BULK_UNDO_MS = BULK_UNDO_SECONDS * 1000;

/** So many at a time: between two lots the event loop has its turn. */
const LOT = 200;

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

const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id);

async function tagLot(tx: Tx, ids: string[], tagId: string): Promise<Outcome> {
  const carrying = await findCarrying(tx, ids, tagId);
  const lacking = ids.filter((id) => !carrying.get(id)?.has);
  const changed = lacking.filter((id) => (carrying.get(id)?.tags ?? 0) < MAX_TAGS_PER_CLIP);
  if (changed.length > 0) await addTag(tx, changed, tagId);
  return { done: ids.length - lacking.length + changed.length, changed };
}

async function changeLot(
  tx: Tx,
  userId: string,
  lot: string[],
  { action, tagId = '' }: Bulk,
  now: number,
): Promise<Outcome> {
  const heads = await findListedHeads(tx, userId, lot);
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

async function* lotsOf(ids: readonly string[]): AsyncGenerator<string[]> {
  for (let from = 0; from < ids.length; from += LOT) {
    if (from > 0) await setImmediate();
    yield ids.slice(from, from + LOT);
  }
}

/** Does one thing to many clips, to all or to none. Throws TAG_NOT_FOUND. */
export async function changeInBulk(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  bulk: Bulk,
  now: number,
): Promise<{ done: number; skipped: number; undoId: string | null }> {
  const { action, tagId } = bulk;
  if (tagId !== undefined && !(await findTag(tx, userId, tagId)))
    throw new ProductError('TAG_NOT_FOUND');
  let done = 0;
  const changed: string[] = [];
  for await (const lot of lotsOf(ids)) {
    const outcome = await changeLot(tx, userId, lot, bulk, now);
    done += outcome.done;
    changed.push(...outcome.changed);
  }
  const undoId = changed.length > 0 ? newId() : null;
  if (undoId !== null)
    await insertBulkChange(tx, {
      id: undoId,
      user_id: userId,
      action,
      tag_id: tagId ?? null,
      created_at: now,
      clip_ids: JSON.stringify(changed),
    });
  return { done, skipped: ids.length - done, undoId };
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
      const deleted = await findDeletedAt(tx, userId, lot, changedAt);
      await restoreClips(tx, deleted);
      return deleted.length;
    }
    case 'favorite':
    case 'unfavorite': {
      const changed = await findMarked(tx, userId, lot, action === 'favorite');
      await updateClips(tx, changed, { is_favorite: action === 'favorite' ? 0 : 1 });
      return changed.length;
    }
    case 'tag':
      return (await removeTag(tx, lot, tagId)).length;
    case 'untag': {
      if (!(await findTag(tx, userId, tagId))) return 0;
      const ids = await findExisting(tx, userId, lot);
      return ids.length === 0 ? 0 : (await tagLot(tx, ids, tagId)).changed.length;
    }
  }
}

/** Returns how many clips are as before. Throws UNDO_NOT_FOUND, also where none could be. */
export async function undoBulk(
  tx: Tx,
  userId: string,
  undoId: string,
  now: number,
): Promise<number> {
  const bulk = await takeBulkChange(tx, userId, undoId, now - BULK_UNDO_MS);
  if (!bulk) throw new ProductError('UNDO_NOT_FOUND');
  const { action, tag_id, created_at, clip_ids } = bulk;
  const done = { action: action as BulkAction, tagId: tag_id ?? undefined };
  let restored = 0;
  for await (const lot of lotsOf(JSON.parse(clip_ids) as string[]))
    restored += await undoLot(tx, userId, lot, done, created_at);
  if (restored === 0) throw new ProductError('UNDO_NOT_FOUND');
  return restored;
}
