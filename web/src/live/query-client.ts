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

/** What is being read is let finish and read once more: steady news would cancel every read. */
export const AFTER_READING: InvalidateOptions = { cancelRefetch: false };

/** TanStack Query lets a first read under way pass for new: it may be older than the change. */
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
  const client: QueryClient = new Client({
    queryCache: new QueryCache({
      onError(error, { meta, observers, state }) {
        // The last to look is not always the page, which has words for it.
        const told = observers.map(({ options }) => options.meta?.failed);
        const failed = told.find((each) => each !== undefined) ?? meta?.failed;
        // The page tells of it, and what was just done, with its Undo, would give way.
        if (navigator.onLine) tellFailure(failed, error, state.data);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _, __, { meta }) => tellFailure(meta?.failed, error),
      onSettled: (_, __, ___, ____, { meta }) =>
        Promise.all(
          (meta?.changes ?? []).map((queryKey) => client.invalidateQueries({ queryKey })),
        ),
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
  return client;
}

export function forgetOnUserChange(client: QueryClient): () => void {
  let userId = getUser()?.id;
  return subscribeToSession(() => {
    const next = getUser()?.id;
    if (next === userId) return;
    userId = next;
    client.clear();
  });
}
