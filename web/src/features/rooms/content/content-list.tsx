import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { Inbox, SearchX } from 'lucide-react';
import { failureText } from '../../../lib/api-error.ts';
import { useFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { contentFilters, type ContentFilters } from './content-filters.ts';
import { ContentGrid } from './content-grid.tsx';
import { CardSkeletons } from '../../../ui/card-skeletons.tsx';
import type { useRoomContent } from './room-content.api.ts';
import { notify } from '../rooms.messages.ts';

export interface ContentListProps {
  room: Room;
  content: ReturnType<typeof useRoomContent>;
  filters: ContentFilters;
  onClear: () => void;
  onEdit: (item: RoomContent) => void;
}

/** A page that moved between two reads may bring an item twice. */
const once = (items: readonly RoomContent[]): RoomContent[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

export function ContentList({ room, content, filters, onClear, onEdit }: ContentListProps) {
  const {
    data,
    error,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = content;
  useFailure(error, notify.roomFailed);

  if (!data && error) {
    return (
      <FailedState
        title={m.rooms_content_failed()}
        text={failureText(error, m.ui_please_try_again())}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <CardSkeletons label={m.rooms_content_loading()} count={6} />;
  const items = once(data.pages.flatMap((page) => page.content));
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
      <ContentGrid room={room} items={items} search={filters.search} onEdit={onEdit} />
      {hasNextPage && (
        <Button
          className="self-center"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {m.rooms_load_more()}
        </Button>
      )}
    </div>
  );
}
