import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { Inbox, SearchX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../live/failed-state.tsx';
import { LoadMore } from '../../../ui/pager.tsx';
import { contentFilters, isPlain, type ContentFilters } from './content-filters.ts';
import { ContentGrid } from './content-grid.tsx';
import { CardSkeletons } from '../../../ui/card-skeletons.tsx';
import { useLinkedItem, type useRoomContent } from './room-content.api.ts';

export interface ContentListProps {
  room: Room;
  content: ReturnType<typeof useRoomContent>;
  filters: ContentFilters;
  onClear: () => void;
}

/** A page that moved between two reads may bring an item twice. */
const once = (items: readonly RoomContent[]): RoomContent[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

export function ContentList({ room, content, filters, onClear }: ContentListProps) {
  const { data, isPlaceholderData } = content;
  const linkedId = useSearchParams()[0].get('item');
  const listed = once(data?.pages.flatMap((page) => page.content) ?? []);
  const isFar =
    linkedId !== null && data !== undefined && !listed.some(({ id }) => id === linkedId);
  const linked = useLinkedItem(room.id, linkedId ?? '', isFar && isPlain(filters));

  return (
    <Loaded
      of={content}
      items={data && (isFar && linked.data ? [linked.data, ...listed] : listed)}
      loading={<CardSkeletons label={m.rooms_content_loading()} count={6} />}
      failed={m.rooms_content_failed()}
      empty={
        contentFilters.narrows(filters) ? (
          <EmptyState
            icon={SearchX}
            text={m.rooms_content_none_match()}
            action={<Button onClick={onClear}>{m.rooms_filters_clear()}</Button>}
          />
        ) : (
          <EmptyState
            icon={Inbox}
            title={m.rooms_content_none()}
            text={room.role ? m.rooms_content_none_member() : m.rooms_content_none_reader()}
          />
        )
      }
    >
      {(items) => (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
          <ContentGrid room={room} items={items} search={filters.search} linkedId={linkedId} />
          <LoadMore list={content} className="self-center">
            {m.rooms_load_more()}
          </LoadMore>
        </div>
      )}
    </Loaded>
  );
}
