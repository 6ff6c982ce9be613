import { tellFailure, type Failed } from './failures.ts';
import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { tellDeletion } from './undo-series.ts';

export interface UndoableDelete<T> {
  /** Marks what shows already that it is gone while the server has not replied. */
  readonly mutationKey: QueryKey;
  /** Reads under way that would bring it back. */
  readonly reads: QueryKey;
  /** Takes it off the screen; the result puts it back. */
  readonly hide: (thing: T) => () => void;
  readonly remove: (thing: T) => Promise<unknown>;
  /** Another person was faster: gone is gone, and theirs to bring back. */
  readonly isGone?: (error: unknown) => boolean;
  readonly restore: (thing: T) => Promise<unknown>;
  /** Reads again what the change may have changed. */
  readonly refresh?: () => unknown;
  readonly texts: {
    /** Shows the toast and returns its id. */
    readonly deleted: (thing: T, undo: (() => void) | undefined) => number | null;
    /** Several of these were deleted in a row. */
    readonly deletedMany: (count: number) => string;
    readonly deleteFailed: Failed;
    readonly restored: string;
    readonly restoreFailed: string;
  };
}

/** How many changes under this key show already that the server has not confirmed. */
export const changesRunning = (client: QueryClient, mutationKey: QueryKey): number =>
  client.isMutating({ mutationKey });

/** Reads again after the last change to finish: earlier ones would bring back what is under way. */
export function refreshAfter(client: QueryClient, mutationKey: QueryKey, refresh: () => unknown) {
  if (changesRunning(client, mutationKey) <= 1) void refresh();
}

/** Deletes at once on the screen, with a way back in the toast about it and about those before. */
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
