import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { getUser, subscribeToSession } from './session.ts';

/** Where the browser says that it is offline a second attempt would say nothing else. */
const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || (error.status === 0 && navigator.onLine) || error.status >= 500;

/**
 * TanStack Query reads again what was being read when it is invalidated, but not what is read for
 * the first time: a reply from before a change would stay. Here that is read again after it.
 */
class Client extends QueryClient {
  override async invalidateQueries<K extends QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const reading = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    const first = new Set(reading.filter(({ state }) => state.data === undefined));
    await super.invalidateQueries(filters, options);
    if (first.size > 0)
      await super.invalidateQueries({ predicate: (query) => first.has(query) }, options);
  }
}

export function createQueryClient(): QueryClient {
  return new Client({
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
