import { ACTIVITY_PAGE_SIZE, ROOM_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import {
  type InfiniteData,
  type InvalidateOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { useUndoableDelete } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { toast, undoable } from '../../../ui/toast.ts';
import { shortTitle } from '../../../things/secret.tsx';
import { sendFile, type UploadOptions } from '../../../things/uploads.ts';
import {
  ALWAYS_READ,
  readRoomItem,
  refreshRoom,
  type Room,
  type RoomItem,
  roomKeys,
} from '../rooms.api.ts';
import { type ContentFilters, isPlain, queryOf } from './content-filters.ts';

export const useRoomContent = ({ id, content, contentTotal }: Room, filters: ContentFilters) =>
  useInfiniteQuery({
    meta: { failed: m.rooms_load_failed() },
    queryKey: [...roomKeys.content(id), filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = queryOf(filters, pageParam, ROOM_PAGE_SIZE);
      const reply = await call('GET /rooms/{id}/content', { params: { id }, query, signal });
      return { ...reply, content: reply.content.map(readRoomItem) };
    },
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

export const rereadItem = (
  id: string,
  contentId: string,
  signal?: AbortSignal,
): Promise<RoomItem> =>
  call('GET /rooms/{id}/content/{contentId}', {
    params: { id, contentId },
    ...(signal && { signal }),
  }).then(readRoomItem);

const FILES_PAGE_SIZE = 100;

export async function readFiles(id: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: FILES_PAGE_SIZE, type: 'file' } as const;
    const reply = await call('GET /rooms/{id}/content', { params: { id }, query });
    files.push(...reply.content.flatMap((item) => readRoomItem(item).files));
    if (reply.content.length < FILES_PAGE_SIZE) return files;
  }
}

/** One item while a dialog shows it: a filter or a page may hide it from the list. */
export const useItem = (id: string, item: RoomItem) =>
  useQuery({
    queryKey: roomKeys.item(id, item.id),
    queryFn: ({ signal }) => rereadItem(id, item.id, signal),
    initialData: item,
    ...ALWAYS_READ,
  });

/** One item that an address names, where the list does not reach so far back. */
export const useLinkedItem = (id: string, contentId: string, enabled: boolean) =>
  useQuery({
    meta: { failed: m.rooms_load_failed() },
    queryKey: roomKeys.item(id, contentId),
    queryFn: ({ signal }) => rereadItem(id, contentId, signal),
    enabled,
    ...ALWAYS_READ,
  });

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
): Promise<RoomItem> =>
  call('PATCH /rooms/{id}/content/{contentId}', {
    params: { id, contentId },
    body: { content },
    headers: { 'if-match': String(version) },
    needs: ['id', 'version'],
  }).then(readRoomItem);

export const addText = (id: string, content: string, idempotencyKey: string): Promise<RoomItem> =>
  call('POST /rooms/{id}/content', {
    params: { id },
    body: { content, type: 'text' },
    idempotencyKey,
    needs: ['id'],
  }).then(readRoomItem);

export const addFile = (id: string, file: File, options: UploadOptions): Promise<RoomItem> =>
  sendFile(file, { kind: 'room', id }, options, (sent, way) =>
    call('POST /rooms/{id}/upload', { params: { id }, needs: ['id'], ...sent, ...way }),
  ).then(readRoomItem);

interface ContentPage {
  readonly content: readonly RoomItem[];
  readonly total: number;
}
type Pages = InfiniteData<ContentPage, number>;

const change = (
  client: QueryClient,
  roomId: string,
  next: (pages: Pages, filters: ContentFilters) => Pages,
): (() => void) => {
  const before = client.getQueriesData<Pages>({ queryKey: roomKeys.content(roomId) });
  for (const [key, pages] of before)
    if (pages) client.setQueryData(key, next(pages, key[3] as ContentFilters));
  return () => {
    for (const [key, pages] of before) client.setQueryData(key, pages);
  };
};

const mapPages = (
  pages: Pages,
  of: (items: readonly RoomItem[], index: number) => readonly RoomItem[],
  more: number,
): Pages => ({
  ...pages,
  pages: pages.pages.map(({ content, total }, index) => ({
    content: of(content, index),
    total: total + more,
  })),
});

const holds = (pages: Pages, id: string) =>
  pages.pages.some(({ content }) => content.some((item) => item.id === id));

/** Shows an item that the server has just taken; where filters apply, the next read decides. */
export function showItem(client: QueryClient, roomId: string, item: RoomItem): void {
  change(client, roomId, (pages, filters) =>
    isPlain(filters) && !holds(pages, item.id)
      ? mapPages(pages, (items, index) => (index === 0 ? [item, ...items] : items), 1)
      : pages,
  );
}

export function replaceItem(client: QueryClient, roomId: string, item: RoomItem): void {
  client.setQueryData(roomKeys.item(roomId, item.id), item);
  change(client, roomId, (pages) =>
    mapPages(pages, (items) => items.map((known) => (known.id === item.id ? item : known)), 0),
  );
}

/** Lists that are filtered or sorted: where a change belongs in them, a read decides. */
export const readFiltered = (
  client: QueryClient,
  roomId: string,
  options?: InvalidateOptions,
): Promise<void> =>
  client.invalidateQueries(
    {
      queryKey: roomKeys.content(roomId),
      predicate: ({ queryKey }) => !isPlain(queryKey[3] as ContentFilters),
    },
    options,
  );

export const hideItem = (client: QueryClient, roomId: string, id: string): (() => void) =>
  change(client, roomId, (pages) =>
    holds(pages, id)
      ? mapPages(pages, (items) => items.filter((item) => item.id !== id), -1)
      : pages,
  );

export const contentChangeKey = (roomId: string) => ['rooms', 'content-change', roomId] as const;

export function useDeleteContent(roomId: string) {
  const client = useQueryClient();
  const paramsOf = (item: RoomItem) => ({ params: { id: roomId, contentId: item.id } });
  return useUndoableDelete<RoomItem>({
    mutationKey: contentChangeKey(roomId),
    reads: roomKeys.content(roomId),
    hide: (item) => hideItem(client, roomId, item.id),
    remove: (item) => call('DELETE /rooms/{id}/content/{contentId}', paramsOf(item)),
    isGone: (error) => error instanceof ApiError && error.code === 'CONTENT_NOT_FOUND',
    restore: (item) => call('POST /rooms/{id}/content/{contentId}/restore', paramsOf(item)),
    refresh: () => refreshRoom(client, roomId),
    texts: {
      deleted: (item, undo) =>
        toast.success(m.rooms_content_deleted(), shortTitle(item), undoable(undo)),
      deletedMany: (count) => m.rooms_content_deleted_many({ count }),
      deleteFailed: m.rooms_content_delete_failed(),
      restored: m.rooms_content_restored(),
      restoreFailed: m.rooms_content_restore_failed(),
    },
  });
}

export function takeItem(client: QueryClient, roomId: string, item: RoomItem): void {
  showItem(client, roomId, item);
  void refreshRoom(client, roomId);
}
