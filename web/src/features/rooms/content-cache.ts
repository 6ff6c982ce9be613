import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { isPlain, type ContentFilters } from './content-filters.ts';
import { roomKeys } from './rooms.api.ts';

interface ContentPage {
  readonly content: RoomContent[];
  readonly total: number;
}
type Pages = InfiniteData<ContentPage, number>;
export type ContentSnapshot = [QueryKey, Pages | undefined][];

const change = (
  client: QueryClient,
  roomId: string,
  next: (pages: Pages, filters: ContentFilters) => Pages,
): ContentSnapshot => {
  const before = client.getQueriesData<Pages>({ queryKey: roomKeys.content(roomId) });
  for (const [key, pages] of before)
    if (pages) client.setQueryData(key, next(pages, key[3] as ContentFilters));
  return before;
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
  change(client, roomId, (pages) =>
    mapPages(pages, (items) => items.map((known) => (known.id === item.id ? item : known)), 0),
  );
}

/** Takes an item off the screen; answers what was there, to put back. */
export const hideItem = (client: QueryClient, roomId: string, id: string): ContentSnapshot =>
  change(client, roomId, (pages) =>
    holds(pages, id)
      ? mapPages(pages, (items) => items.filter((item) => item.id !== id), -1)
      : pages,
  );

export function putBack(client: QueryClient, snapshot: ContentSnapshot): void {
  for (const [key, pages] of snapshot) client.setQueryData(key, pages);
}

/** The item as it was read last, wherever it is shown. */
export function findItem(client: QueryClient, roomId: string, id: string): RoomContent | undefined {
  for (const [, pages] of client.getQueriesData<Pages>({ queryKey: roomKeys.content(roomId) })) {
    for (const { content } of pages?.pages ?? []) {
      const found = content.find((item) => item.id === id);
      if (found) return found;
    }
  }
  return undefined;
}
