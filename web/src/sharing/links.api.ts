import { m } from '../paraglide/messages.js';
import type { Link, LinkState } from '@clipline/contract/schemas/links.ts';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type QueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../lib/api.ts';
import { randomId } from '../lib/random-id.ts';
import { toast } from '../ui/toast.ts';

const KEY = ['links'] as const;
const OPENINGS_PAGE = 20;

export interface LinksAsked {
  readonly clipId?: string;
  readonly state?: LinkState;
  readonly page?: number;
  readonly pageSize: number;
}

export const useLinks = (asked: LinksAsked, enabled = true) =>
  useQuery({
    queryKey: [...KEY, asked],
    enabled,
    queryFn: ({ signal }) => call('GET /links', { query: asked, signal }),
    placeholderData: keepPreviousData,
    // Others open them meanwhile.
    staleTime: 0,
  });

export const refreshLinks = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY });

export interface LinkLimits {
  readonly access?: 'read' | 'edit';
  readonly expiresIn?: number | null;
  readonly maxViews?: number | null;
  readonly burn?: boolean;
  readonly password?: string | null;
  readonly label?: string | null;
  readonly notify?: boolean;
  readonly closeAddress?: boolean;
  /** Of a link that there is: those who have it open leave. */
  readonly closeOpened?: boolean;
}

const useLinkMutation = <A, R>(failed: string, mutationFn: (asked: A) => Promise<R>) =>
  useMutation({ meta: { failed, changes: [KEY] }, mutationFn });

type NewLink = LinkLimits & ({ clipId: string } | { inbox: true });

export function useCreateLink() {
  const last = useRef({ asked: '', key: '' });
  return useLinkMutation(m.links_create_failed(), async (body: NewLink) => {
    const asked = JSON.stringify(body);
    // Pressed again after a reply that got lost, it is one link.
    if (asked !== last.current.asked) last.current = { asked, key: randomId() };
    const link = await call('POST /links', { body, idempotencyKey: last.current.key });
    last.current = { asked: '', key: '' };
    return link;
  });
}

export const useUpdateLink = () =>
  useLinkMutation(
    m.links_save_failed(),
    ({ id, ...body }: { id: string } & Omit<LinkLimits, 'access' | 'burn'>) =>
      call('PATCH /links/{id}', { params: { id }, body }),
  );

export const useRevokeLink = () =>
  useLinkMutation(m.links_revoke_failed(), async (id: string) => {
    await call('DELETE /links/{id}', { params: { id } });
    toast.success(m.links_revoked());
  });

export const useRevokeAll = () =>
  useLinkMutation(m.links_revoke_failed(), () => call('POST /links/revoke-all'));

export const useOpenings = (link: Link) =>
  useInfiniteQuery({
    queryKey: [...KEY, link.id, 'openings'],
    queryFn: ({ pageParam: before, signal }) =>
      call('GET /links/{id}/openings', {
        params: { id: link.id },
        query: { limit: OPENINGS_PAGE, ...(before === '' ? {} : { before }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < OPENINGS_PAGE ? undefined : last.at(-1)?.id),
    staleTime: 0,
  });

export const setAddress = (clipId: string, open: boolean) =>
  call('PATCH /clipboard/{id}/address', { params: { id: clipId }, body: { open } });
