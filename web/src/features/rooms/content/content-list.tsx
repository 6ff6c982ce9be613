import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { Inbox, SearchX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../live/failed-state.tsx';
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
  const { data, error, isPlaceholderData, refetch } = content;
  const linkedId = useSearchParams()[0].get('item');
  const listed = once(data?.pages.flatMap((page) => page.content) ?? []);
  const isFar =
    linkedId !== null && data !== undefined && !listed.some(({ id }) => id === linkedId);
  const linked = useLinkedItem(room.id, linkedId ?? '', isFar && isPlain(filters));

  if (!data && error) {
    return <FailedState title={m.rooms_content_failed()} error={error} onRetry={refetch} />;
  }
  if (!data) return <CardSkeletons label={m.rooms_content_loading()} count={6} />;
  const items = isFar && linked.data ? [linked.data, ...listed] : listed;
  if (items.length === 0 && contentFilters.narrows(filters)) {
    return (
      <EmptyState
        icon={SearchX}
        text={m.rooms_content_none_match()}
        action={<Button onClick={onClear}>{m.rooms_filters_clear()}</Button>}
      />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title={m.rooms_content_none()}
        text={room.role ? m.rooms_content_none_member() : m.rooms_content_none_reader()}
      />
    );
  }
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
      <ContentGrid room={room} items={items} search={filters.search} linkedId={linkedId} />
      <LoadMore list={content} className="self-center">
        {m.rooms_load_more()}
      </LoadMore>
    </div>
  );
}
