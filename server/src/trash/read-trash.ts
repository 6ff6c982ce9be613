import { type TrashItem, type TrashKind, trashKind } from '@clipline/contract/schemas/trash.ts';
import type { Db } from '../core/db/database.ts';
import { titleFrom } from '../core/title.ts';
import { isoTime } from '../core/time.ts';
import {
  listDetails,
  listTrash,
  sumTrash,
  type TrashDetails,
  type TrashEntry,
  type TrashOf,
} from './trash.queries.ts';

const MAX_TITLE = 120;

export const trashKinds = trashKind.options;

const present = (entry: TrashEntry, details: TrashDetails, trashMs: number): TrashItem => ({
  kind: entry.kind,
  id: entry.id,
  title: titleFrom(details.beginning, MAX_TITLE) || (details.file_name ?? ''),
  deletedAt: isoTime(entry.deleted_at),
  goneAt: isoTime(entry.deleted_at + trashMs),
  bytes: details.bytes,
});

/** One page of a user's trash, and how much there is altogether. */
export async function readTrash(
  db: Db,
  kinds: readonly TrashKind[],
  of: TrashOf,
  trashMs: number,
  slice: { readonly limit: number; readonly offset: number },
): Promise<{ items: TrashItem[]; total: number; bytes: number }> {
  if (kinds.length === 0) return { items: [], total: 0, bytes: 0 };
  const entries = await listTrash(db, kinds, of, slice);
  const details = new Map<string, TrashDetails>();
  let [total, bytes] = [0, 0];
  for (const kind of kinds) {
    const sum = await sumTrash(db, kind, of);
    total += sum.total;
    bytes += sum.bytes;
    const ids = entries.filter((each) => each.kind === kind).map(({ id }) => id);
    for (const each of await listDetails(db, kind, ids)) details.set(each.id, each);
  }
  const items = entries.flatMap((entry) => {
    const found = details.get(entry.id);
    return found ? [present(entry, found, trashMs)] : [];
  });
  return { items, total, bytes };
}
