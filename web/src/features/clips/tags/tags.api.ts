import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import type { TagColor } from '@clipline/contract/tag-colors.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { clipKeys, keepClip, refreshLists } from '../clips.api.ts';
import { readClip } from '../../../things/clip.ts';

export const tagKeys = { all: ['tags'] as const };

export const useTags = () =>
  useQuery({ queryKey: tagKeys.all, queryFn: ({ signal }) => call('GET /tags', { signal }) });

export function useCreateTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; color: TagColor }) => call('POST /tags', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: tagKeys.all }),
  });
}

function useTagMutation<A, R>(
  mutationFn: (asked: A) => Promise<R>,
  onSuccess: (reply: R) => unknown = () => undefined,
  failed = m.tags_failed(),
) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: tagKeys.all }),
      client.invalidateQueries({ queryKey: clipKeys.ones }),
      refreshLists(client),
    ]);
  return useMutation({ meta: { failed }, mutationFn, onSuccess, onSettled: refresh });
}

export const useUpdateTag = () =>
  useTagMutation(({ id, ...body }: { id: string; name?: string; color?: TagColor }) =>
    call('PATCH /tags/{id}', { params: { id }, body }),
  );

export const useDeleteTag = () =>
  useTagMutation(
    (id: string) => call('DELETE /tags/{id}', { params: { id } }),
    () => void toast.success(m.tags_deleted()),
    m.tags_delete_failed(),
  );

export function useSetTags() {
  const client = useQueryClient();
  return useTagMutation(
    ({ clipId, tagIds }: { clipId: string; tagIds: string[] }) =>
      call('PUT /clipboard/{id}/tags', { params: { id: clipId }, body: { tagIds } }),
    (clip) => void keepClip(client, readClip(clip)),
  );
}
