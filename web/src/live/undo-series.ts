import { toastFailure } from './failures.ts';
import { m } from '../paraglide/messages.js';
import { toast, toastQueue, undoable } from '../ui/toast.ts';

/** Something that was deleted and can be brought back. */
export interface Deletion {
  /** Deletions of one kind are counted in its own words. */
  readonly kind: string;
  /** Where it was several things at once. */
  readonly count?: number;
  readonly restore: () => Promise<unknown>;
  /** Tells of one deletion; returns the id of its toast. */
  readonly tell: (undo: () => void) => number | null;
  /** Of several of the kind. */
  readonly tellMany: (count: number) => string;
  /** What is said of its way back. */
  readonly restored: string;
  readonly restoreFailed: string;
}

let series: { readonly toastId: number | null; readonly deletions: readonly Deletion[] } = {
  toastId: null,
  deletions: [],
};

/** Whether the toast of the series is still on screen, or waits for it. */
function isOpen(): boolean {
  const shown = toastQueue.shown.getState();
  if (series.toastId === null || !shown) return false;
  return shown.id === series.toastId ? shown.open : shown.id < series.toastId;
}

const countOf = (deletions: readonly Deletion[]): number =>
  deletions.reduce((sum, { count = 1 }) => sum + count, 0);

async function restoreAll(deletions: readonly Deletion[]): Promise<void> {
  const results = await Promise.allSettled(deletions.map((each) => each.restore()));
  const [first] = deletions;
  const failed = results.find((result) => result.status === 'rejected');
  if (failed && first) toastFailure(first.restoreFailed, failed.reason);
  else if (first && deletions.length === 1) toast.success(first.restored);
  else toast.success(m.files_things_restored({ count: countOf(deletions) }));
}

/** Deletions in a row share one toast, whose Undo brings back all of them. */
export function tellDeletion(deletion: Deletion): void {
  const deletions = [...(isOpen() ? series.deletions : []), deletion];
  const undo = () => void restoreAll(deletions);
  const [first] = deletions;
  const isOneKind = deletions.every(({ kind }) => kind === first?.kind);
  const count = countOf(deletions);
  const title = isOneKind ? deletion.tellMany(count) : m.files_things_deleted({ count });
  const toastId =
    deletions.length === 1 ? deletion.tell(undo) : toast.success(title, undefined, undoable(undo));
  series = { toastId, deletions };
}
