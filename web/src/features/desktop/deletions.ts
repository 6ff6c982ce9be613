import type { QueryClient } from '@tanstack/react-query';

export const DELETION = ['desktop', 'deletion'] as const;

/**
 * Items that are off the screen already while the server has not answered: a read in between would
 * bring them back.
 */
export const itemsBeingDeleted = (client: QueryClient): ReadonlySet<string> =>
  new Set(
    client
      .getMutationCache()
      .findAll({ mutationKey: DELETION, status: 'pending' })
      .map((mutation) => (mutation.state.variables as { id: string }).id),
  );
