import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import type { InfiniteData, InvalidateOptions, QueryClient } from '@tanstack/react-query';
import { isPlain, type ContentFilters } from './content-filters.ts';
import { roomKeys } from '../rooms.api.ts';

interface ContentPage {
  readonly content: RoomContent[];
  readonly total: number;
}
type Pages = InfiniteData<ContentPage, number>;

/** Changes every page that is known; the result puts them back. */
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
  of: (items: RoomContent[], index: number) => RoomContent[],
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
export function showItem(client: QueryClient, roomId: string, item: RoomContent): void {
  change(client, roomId, (pages, filters) =>
    isPlain(filters) && !holds(pages, item.id)
      ? mapPages(pages, (items, index) => (index === 0 ? [item, ...items] : items), 1)
      : pages,
  );
}

export function replaceItem(client: QueryClient, roomId: string, item: RoomContent): void {
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

/** Takes an item off the screen; the result puts it back. */
export const hideItem = (client: QueryClient, roomId: string, id: string): (() => void) =>
  change(client, roomId, (pages) =>
    holds(pages, id)
      ? mapPages(pages, (items) => items.filter((item) => item.id !== id), -1)
      : pages,
  );
