import { m } from '../paraglide/messages.js';
import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { Link, LinkState, listLinks } from '@clipline/contract/schemas/links.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../lib/api.ts';
import { randomId } from '../lib/random-id.ts';
import { useLiveRefresh } from '../live/live-refresh.ts';
import { toast } from '../ui/toast.ts';

export const LINKS = ['links'] as const;
const ALL = [LINKS];
const OPENINGS_PAGE = 20;

export interface LinksAsked {
  readonly clipId?: string[];
  readonly state?: LinkState;
  readonly page?: number;
  readonly pageSize: number;
}

type LinkPage = ReplyOf<typeof listLinks>;

const endOf = ({ state, expiresAt }: Link): number =>
  state === 'active' && expiresAt !== null ? Date.parse(expiresAt) : Infinity;

/** What is over by the clock is so before a server says it. */
function asOf(now: number, { links, total }: LinkPage, asked: LinkState | undefined): LinkPage {
  const known = links.map((link) =>
    endOf(link) <= now ? { ...link, state: 'expired' as const } : link,
  );
  const found = known.filter(({ state }) => asked === undefined || state === asked);
  return { links: found, total: total - known.length + found.length };
}

/** A timer can wait no longer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export function useLinks(asked: LinksAsked, enabled = true) {
  const [now, setNow] = useState(Date.now);
  const { state } = asked;
  const list = useQuery({
    queryKey: [...LINKS, asked],
    enabled,
    queryFn: ({ signal }) => call('GET /links', { query: asked, signal }),
    select: useCallback((read: LinkPage) => asOf(now, read, state), [now, state]),
    placeholderData: keepPreviousData,
    // Others open them meanwhile.
    staleTime: 0,
  });
  const next = Math.min(...(list.data?.links ?? []).map(endOf));
  useEffect(() => {
    if (next === Infinity) return undefined;
    const wait = Math.min(next - Date.now(), LONGEST_WAIT_MS);
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [next, now]);
  return list;
}

/** A link as the list has it that a dialog was opened from; undefined once it is something else. */
export function useListed(link: Link, asked: LinksAsked): Link | undefined {
  const found = useLinks(asked).data?.links.find(({ id }) => id === link.id);
  // Newer ones push it out of a list of all.
  const listed = found ?? (asked.state === undefined ? link : undefined);
  return listed?.state === link.state ? listed : undefined;
}

export const useLinkNews = (): void => useLiveRefresh('links:changed', ALL);

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
  useMutation({ meta: { failed, changes: ALL }, mutationFn });

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
    queryKey: [...LINKS, link.id, 'openings'],
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
