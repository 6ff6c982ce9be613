import { ROOM_PAGE_SIZE, ACTIVITY_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { m } from '../../../paraglide/messages.js';
import { isPlain, queryOf, type ContentFilters } from './content-filters.ts';
import { ALWAYS_READ, roomKeys } from '../rooms.api.ts';

/**
 * What is in a room, 50 at a time. While another filter is applied the last reply stays, so that
 * nothing flickers.
 */
export const useRoomContent = ({ id, content, contentTotal }: Room, filters: ContentFilters) =>
  useInfiniteQuery({
    meta: { failed: m.rooms_load_failed() },
    queryKey: [...roomKeys.content(id), filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /rooms/{id}/content', {
        params: { id },
        query: queryOf(filters, pageParam, ROOM_PAGE_SIZE),
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * ROOM_PAGE_SIZE < last.total && last.content.length > 0
        ? pages.length + 1
        : undefined,
    placeholderData: keepPreviousData,
    // The room came with its newest content: it shows at once.
    ...(isPlain(filters) && {
      initialData: { pages: [{ content, total: contentTotal }], pageParams: [1] },
    }),
    ...ALWAYS_READ,
  });

export const readItem = (id: string, contentId: string, signal?: AbortSignal) =>
  call('GET /rooms/{id}/content/{contentId}', {
    params: { id, contentId },
    ...(signal && { signal }),
  });

/** One item while a dialog shows it: a filter or a page may hide it from the list. */
export const useItem = (id: string, item: RoomContent) =>
  useQuery({
    queryKey: roomKeys.item(id, item.id),
    queryFn: ({ signal }) => readItem(id, item.id, signal),
    initialData: item,
    ...ALWAYS_READ,
  });

/** One item that an address names, where the list does not reach so far back. */
export const useLinkedItem = (id: string, contentId: string, enabled: boolean) =>
  useQuery({
    meta: { failed: m.rooms_load_failed() },
    queryKey: roomKeys.item(id, contentId),
    queryFn: ({ signal }) => readItem(id, contentId, signal),
    enabled,
    ...ALWAYS_READ,
  });

/** What happened in a room, newest first, 100 at a time. */
export const useRoomActivity = (id: string) =>
  useInfiniteQuery({
    meta: { failed: m.rooms_activity_failed() },
    queryKey: roomKeys.activity(id),
    queryFn: ({ pageParam, signal }) =>
      call('GET /rooms/{id}/activity', {
        params: { id },
        query: pageParam ? { before: pageParam } : {},
        signal,
        fallback: m.rooms_activity_failed(),
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length >= ACTIVITY_PAGE_SIZE ? last.at(-1)?.id : undefined),
    ...ALWAYS_READ,
  });

/**
 * Saves a text over the version it was made from; 412 with the other text when a newer one was
 * saved since.
 */
export const saveText = (
  id: string,
  contentId: string,
  content: string,
  version: number,
): Promise<RoomContent> =>
  call('PATCH /rooms/{id}/content/{contentId}', {
    params: { id, contentId },
    body: { content },
    headers: { 'if-match': String(version) },
    needs: ['id', 'version'],
  });
