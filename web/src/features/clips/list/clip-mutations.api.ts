import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { refreshAfter, useUndoableDelete } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { toast, undoable } from '../../../ui/toast.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { shortTitle } from '../../../things/secret.tsx';
import { clipKeys, type ClipPage, patchClip, refreshLists } from '../clips.api.ts';

/** Changes that show at once: reads wait for them, or they would flicker back. */
export const OPTIMISTIC = ['clips', 'optimistic'] as const;

function changeLists(
  client: QueryClient,
  change: (page: ClipPage, key: QueryKey) => ClipPage,
): () => void {
  const before = client.getQueriesData<ClipPage>({ queryKey: clipKeys.lists });
  for (const [key, page] of before) if (page) client.setQueryData(key, change(page, key));
  return () => {
    for (const [key, page] of before) client.setQueryData(key, page);
  };
}

const without = (page: ClipPage, id: string): ClipPage => {
  const clips = page.clips.filter((clip) => clip.id !== id);
  return { clips, total: page.total - (page.clips.length - clips.length) };
};

const marked = (page: ClipPage, id: string, isFavorite: boolean): ClipPage => ({
  ...page,
  clips: page.clips.map((clip) => (clip.id === id ? { ...clip, isFavorite } : clip)),
});

/**
 * Favourites and other lists that are filtered by the mark lose the clip; in the others only its
 * star changes.
 */
const withMark = (page: ClipPage, key: QueryKey, id: string, isFavorite: boolean): ClipPage => {
  const wanted =
    key[2] === 'favorites' ? 'true' : (key[3] as { favorite?: string } | undefined)?.favorite;
  return wanted !== undefined && wanted !== String(isFavorite)
    ? without(page, id)
    : marked(page, id, isFavorite);
};

export function useToggleFavorite() {
  const client = useQueryClient();
  const mark = async (id: string, on: boolean) => {
    await client.cancelQueries({ queryKey: clipKeys.lists });
    patchClip(client, id, (known) => ({ ...known, isFavorite: on }));
    return changeLists(client, (page, key) => withMark(page, key, id, on));
  };
  const mutation = useMutation({
    mutationKey: OPTIMISTIC,
    meta: { failed: m.clips_favorite_failed() },
    mutationFn: (clip: LiveClip) =>
      call('POST /clipboard/{id}/favorite', { params: { id: clip.id } }),
    onMutate: (clip) => mark(clip.id, !clip.isFavorite),
    onSuccess: ({ isFavorite }, clip) => {
      if (isFavorite === clip.isFavorite) void mark(clip.id, isFavorite);
      toast.success(
        isFavorite ? m.clips_favorite_added() : m.clips_favorite_removed(),
        shortTitle(clip) || undefined,
        undoable(() => mutation.mutate({ ...clip, isFavorite })),
      );
    },
    onError: (_, clip, putBack) => {
      putBack?.();
      patchClip(client, clip.id, (known) => ({ ...known, isFavorite: clip.isFavorite }));
    },
    onSettled: () => refreshAfter(client, OPTIMISTIC, () => refreshLists(client)),
  });
  return mutation.mutate;
}

export function useDeleteClip() {
  const client = useQueryClient();
  return useUndoableDelete<LiveClip>({
    mutationKey: OPTIMISTIC,
    reads: clipKeys.lists,
    hide: ({ id }) => changeLists(client, (page) => without(page, id)),
    async remove({ id }) {
      await call('DELETE /clipboard/{id}', { params: { id } });
      client.removeQueries({ queryKey: clipKeys.one(id) });
    },
    restore: ({ id }) => call('POST /clipboard/{id}/restore', { params: { id } }),
    refresh: () => refreshLists(client),
    texts: {
      deleted: (clip, undo) => toast.success(m.clips_deleted(), shortTitle(clip), undoable(undo)),
      deletedMany: (count) => m.clips_deleted_many({ count }),
      deleteFailed: () => [m.clips_delete_failed(), m.clips_delete_failed_text()],
      restored: m.clips_restored(),
      restoreFailed: m.clips_restore_failed(),
    },
  });
}
