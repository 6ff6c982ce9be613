import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { endedSession } from '../../lib/api-error.ts';
import type { LiveClip } from './clip-shape.ts';
import { clipKeys, patchClip, refreshLists, type ClipPage } from './clips.api.ts';
import { say } from './clips.messages.ts';

/**
 * Marks the changes that show before the server answers: reads wait for them, or they would flicker
 * back.
 */
const OPTIMISTIC = ['clips', 'optimistic'] as const;

export const optimisticRunning = (client: QueryClient): number =>
  client.isMutating({ mutationKey: OPTIMISTIC });

type Snapshot = [QueryKey, ClipPage | undefined][];

async function changeLists(
  client: QueryClient,
  change: (page: ClipPage, key: QueryKey) => ClipPage,
): Promise<Snapshot> {
  await client.cancelQueries({ queryKey: clipKeys.lists });
  const before = client.getQueriesData<ClipPage>({ queryKey: clipKeys.lists });
  for (const [key, page] of before) if (page) client.setQueryData(key, change(page, key));
  return before;
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

const settle = (client: QueryClient) => {
  // The last one to finish reads; earlier ones would bring back what is still under way.
  if (optimisticRunning(client) <= 1) void refreshLists(client);
};

export function useToggleFavorite() {
  const client = useQueryClient();
  const mark = async (id: string, on: boolean) => {
    patchClip(client, id, (known) => ({ ...known, isFavorite: on }));
    return changeLists(client, (page, key) => withMark(page, key, id, on));
  };
  const mutation = useMutation({
    mutationKey: OPTIMISTIC,
    mutationFn: (clip: LiveClip) =>
      call('POST /clipboard/{id}/favorite', { params: { id: clip.id } }),
    onMutate: (clip) => mark(clip.id, !clip.isFavorite),
    onSuccess: ({ isFavorite }, clip) => {
      if (isFavorite === clip.isFavorite) void mark(clip.id, isFavorite);
      say.favorite(isFavorite, clip.content, () => mutation.mutate({ ...clip, isFavorite }));
    },
    onError: (error, clip, before) => {
      for (const [key, page] of before ?? []) client.setQueryData(key, page);
      patchClip(client, clip.id, (known) => ({ ...known, isFavorite: clip.isFavorite }));
      if (!endedSession(error)) say.favoriteFailed(error);
    },
    onSettled: () => settle(client),
  });
  return mutation.mutate;
}

export function useDeleteClip() {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (clip: LiveClip) =>
      call('POST /clipboard/{id}/restore', { params: { id: clip.id } }),
    onSuccess: () => say.restored(),
    onError: (error) => void (endedSession(error) || say.restoreFailed(error)),
    onSettled: () => refreshLists(client),
  });
  const remove = useMutation({
    mutationKey: OPTIMISTIC,
    mutationFn: (clip: LiveClip) => call('DELETE /clipboard/{id}', { params: { id: clip.id } }),
    onMutate: (clip) => changeLists(client, (page) => without(page, clip.id)),
    onSuccess: (_, clip) => {
      client.removeQueries({ queryKey: clipKeys.one(clip.id) });
      say.deleted(clip.content || (clip.fileName ?? ''), () => restore.mutate(clip));
    },
    onError: (error, _, before) => {
      for (const [key, page] of before ?? []) client.setQueryData(key, page);
      if (!endedSession(error)) say.deleteFailed();
    },
    onSettled: () => settle(client),
  });
  return remove.mutate;
}
