import { tellFailure } from './failures.ts';
import {
  MutationCache,
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { getUser, subscribeToSession } from '../session/session.ts';

/** Where the browser says that it is offline a second attempt would say nothing else. */
const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || (error.status === 0 && navigator.onLine) || error.status >= 500;

/**
 * For what others change: what is being read just then is let finish and read once more. Each piece
 * of news would cancel the read before it otherwise, and steady news every one of them.
 */
export const AFTER_READING: InvalidateOptions = { cancelRefetch: false };

/**
 * TanStack Query lets what is read for the first time, or `AFTER_READING`, pass for new: a reply
 * from before the change would stay. Here that is read again after it.
 */
class Client extends QueryClient {
  override async invalidateQueries<K extends QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const reading = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    const old = new Set(
      options?.cancelRefetch === false
        ? reading
        : reading.filter(({ state }) => state.data === undefined),
    );
    await super.invalidateQueries(filters, options);
    // Of all who waited for the same reply the first begins to read, and the others take that.
    if (old.size > 0)
      await super.invalidateQueries(
        { predicate: (query) => old.has(query) },
        { ...options, ...AFTER_READING },
      );
  }
}

export function createQueryClient(): QueryClient {
  return new Client({
    queryCache: new QueryCache({
      onError(error, { meta, state }) {
        // That the browser is offline the page and the sign of the connection tell: what was just
        // done, and its Undo, would give way to it.
        if (navigator.onLine) tellFailure(meta?.failed, error, state.data);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _, __, { meta }) => tellFailure(meta?.failed, error),
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        // "Offline" only means no way to the internet; the server may be on this very machine.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Forgets everything read as one person as soon as another person, or none, is signed in. */
export function forgetOnUserChange(client: QueryClient): () => void {
  let userId = getUser()?.id;
  return subscribeToSession(() => {
    const next = getUser()?.id;
    if (next === userId) return;
    userId = next;
    client.clear();
  });
}
