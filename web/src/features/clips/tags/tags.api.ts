import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import type { TagColor } from '@clipline/contract/tag-colors.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { clipKeys, keepClip, listKeys } from '../clips.api.ts';
import { readClip } from '../../../things/clip.ts';

export const tagKeys = { all: ['tags'] as const };

export const useTags = () =>
  useQuery({ queryKey: tagKeys.all, queryFn: ({ signal }) => call('GET /tags', { signal }) });

export const useCreateTag = () =>
  useMutation({
    meta: { changes: [tagKeys.all] },
    mutationFn: (body: { name: string; color: TagColor }) => call('POST /tags', { body }),
  });

const useTagMutation = <A, R>(
  mutationFn: (asked: A) => Promise<R>,
  onSuccess: (reply: R) => unknown = () => undefined,
  failed = m.tags_failed(),
) =>
  useMutation({
    meta: { failed, changes: [tagKeys.all, clipKeys.ones, ...listKeys] },
    mutationFn,
    onSuccess,
  });

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
