import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import type { TagColor } from '@clipline/contract/tag-colors.ts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { clipKeys, keepClip, refreshLists } from '../clips.api.ts';
import { readClip } from '../../../things/clip.ts';

export const tagKeys = { all: ['tags'] as const };

export const useTags = () =>
  useQuery({ queryKey: tagKeys.all, queryFn: ({ signal }) => call('GET /tags', { signal }) });

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: tagKeys.all }),
    client.invalidateQueries({ queryKey: clipKeys.ones }),
    refreshLists(client),
  ]);

export function useCreateTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; color: TagColor }) => call('POST /tags', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: tagKeys.all }),
  });
}

export function useUpdateTag() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.tags_failed() },
    mutationFn: ({ id, ...body }: { id: string; name?: string; color?: TagColor }) =>
      call('PATCH /tags/{id}', { params: { id }, body }),
    onSettled: () => refresh(client),
  });
}

export function useDeleteTag() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.tags_delete_failed() },
    mutationFn: (id: string) => call('DELETE /tags/{id}', { params: { id } }),
    onSuccess: () => void toast.success(m.tags_deleted()),
    onSettled: () => refresh(client),
  });
}

export function useSetTags() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.tags_failed() },
    mutationFn: async ({ clipId, tagIds }: { clipId: string; tagIds: string[] }) =>
      call('PUT /clipboard/{id}/tags', { params: { id: clipId }, body: { tagIds } }).then(readClip),
    onSuccess: (clip) => void keepClip(client, clip),
    onSettled: () => refresh(client),
  });
}
