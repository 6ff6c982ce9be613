import { toast } from '../../ui/toast.ts';
import { m } from '../../paraglide/messages.js';
import type { TrashItem, TrashKind } from '@clipline/contract/schemas/trash.ts';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';

const KEY = ['trash'] as const;
export const trashKeys = [KEY] as const;

export interface TrashAsked {
  readonly kind?: TrashKind;
  readonly page: number;
  readonly pageSize: number;
}

export const useTrash = (asked: TrashAsked) =>
  useQuery({
    queryKey: [...KEY, asked],
    queryFn: ({ signal }) => call('GET /trash', { query: asked, signal }),
    placeholderData: keepPreviousData,
    // Others delete things in rooms meanwhile.
    staleTime: 0,
  });

const refreshTrash = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY });

const pathOf = ({ kind, id }: TrashItem) => ({ params: { kind, id } });

export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.trash_restore_failed() },
    mutationFn: (item: TrashItem) => call('POST /trash/{kind}/{id}/restore', pathOf(item)),
    // What comes back shows in many a list: all that was read is read again when it is shown.
    onSuccess: () => client.invalidateQueries(),
    onError: () => refreshTrash(client),
  });
}

/** It belongs to another member; the caller only deleted it. */
class NotYours extends Error {}

async function remove(item: TrashItem): Promise<void> {
  try {
    await call('DELETE /trash/{kind}/{id}', pathOf(item));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'NOT_IN_TRASH')) throw error;
    // To those who may not, the server says that there is no such thing.
    const { items } = await call('GET /trash', { query: { kind: item.kind, pageSize: 100 } });
    if (items.some(({ id }) => id === item.id)) throw new NotYours();
  }
}

export const useRemove = () =>
  useMutation({
    meta: {
      failed: (error) =>
        error instanceof NotYours
          ? [m.trash_remove_failed(), m.trash_not_yours()]
          : m.trash_remove_failed(),
      changes: [KEY],
    },
    mutationFn: remove,
  });

const PROGRESS_MS = 1000;

export function useEmptyTrash(onEmptied: () => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.trash_empty_failed(), changes: [KEY] },
    async mutationFn() {
      // Until it is over the page tells how much is left.
      const reading = setInterval(() => void refreshTrash(client), PROGRESS_MS);
      try {
        return await call('DELETE /trash');
      } finally {
        clearInterval(reading);
      }
    },
    onSuccess({ removed }) {
      if (removed > 0) toast.success(m.trash_emptied(), m.trash_emptied_text({ count: removed }));
      else toast.error(m.trash_empty_failed(), m.trash_not_yours());
      onEmptied();
    },
  });
}
