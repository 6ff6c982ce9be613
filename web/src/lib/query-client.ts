import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { getUser, subscribeToSession } from './session.ts';

/** Where the browser says that it is offline a second attempt would say nothing else. */
const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || (error.status === 0 && navigator.onLine) || error.status >= 500;

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
