import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { m } from '../paraglide/messages.js';
import { toast, toastQueue, undoable } from '../ui/toast.ts';
import { type Failed, tellFailure, toastFailure } from './failures.ts';

export interface UndoableDelete<T> {
  /** Marks deletions that the server has not confirmed. */
  readonly mutationKey: QueryKey;
  readonly reads: QueryKey;
  /** The result puts it back. */
  readonly hide: (thing: T) => () => void;
  readonly remove: (thing: T) => Promise<unknown>;
  /** Another person was faster: gone is gone, and theirs to bring back. */
  readonly isGone?: (error: unknown) => boolean;
  readonly restore: (thing: T) => Promise<unknown>;
  readonly refresh?: () => unknown;
  readonly texts: {
    readonly deleted: (thing: T, undo: (() => void) | undefined) => number | null;
    readonly deletedMany: (count: number) => string;
    readonly deleteFailed: Failed;
    readonly restored: string;
    readonly restoreFailed: string;
  };
}

export const changesRunning = (client: QueryClient, mutationKey: QueryKey): number =>
  client.isMutating({ mutationKey });

/** Reads again after the last change to finish: earlier ones would bring back what is under way. */
export function refreshAfter(client: QueryClient, mutationKey: QueryKey, refresh: () => unknown) {
  if (changesRunning(client, mutationKey) <= 1) void refresh();
}

export function useUndoableDelete<T>(options: UndoableDelete<T>): (thing: T) => void {
  const { mutationKey, texts } = options;
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: options.restore,
    onSettled: () => options.refresh?.(),
  });
  const remove = useMutation({
    mutationKey,
    mutationFn: async (thing: T) => {
      try {
        await options.remove(thing);
        return true;
      } catch (error) {
        if (options.isGone?.(error)) return false;
        throw error;
      }
    },
    onMutate: async (thing) => {
      await client.cancelQueries({ queryKey: options.reads });
      return options.hide(thing);
    },
    onSuccess(mine, thing) {
      if (!mine) return void texts.deleted(thing, undefined);
      tellDeletion({
        kind: JSON.stringify(mutationKey),
        restore: () => restore.mutateAsync(thing),
        tell: (undo) => texts.deleted(thing, undo),
        tellMany: texts.deletedMany,
        restored: texts.restored,
        restoreFailed: texts.restoreFailed,
      });
    },
    onError: (error, _, putBack) => {
      putBack?.();
      tellFailure(texts.deleteFailed, error);
    },
    onSettled: () => refreshAfter(client, mutationKey, () => options.refresh?.()),
  });
  return remove.mutate;
}

export interface Deletion {
  readonly kind: string;
  readonly count?: number;
  readonly restore: () => Promise<unknown>;
  readonly tell: (undo: () => void) => number | null;
  readonly tellMany: (count: number) => string;
  readonly restored: string;
  readonly restoreFailed: string;
}

let series: { readonly toastId: number | null; readonly deletions: readonly Deletion[] } = {
  toastId: null,
  deletions: [],
};

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
