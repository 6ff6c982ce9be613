import type { Room, RoomContent } from '@clipline/contract/rooms.ts';
import { Inbox, RotateCw, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { isNarrowed, type ContentFilters } from './content-filters.ts';
import { ContentGrid } from './content-grid.tsx';
import { ContentSkeletons } from './content-skeletons.tsx';
import type { useRoomContent } from './room-content.api.ts';
import { say } from './rooms.messages.ts';

export interface ContentListProps {
  room: Room;
  content: ReturnType<typeof useRoomContent>;
  filters: ContentFilters;
  onClear: () => void;
  onEdit: (item: RoomContent) => void;
}

/** A page that moved between two reads may bring an item twice. */
const once = (items: readonly RoomContent[]): RoomContent[] => [...new Map(items.map((item) => [item.id, item])).values()];

export function ContentList({ room, content, filters, onClear, onEdit }: ContentListProps) {
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = content;
  useEffect(() => {
    if (error && !endedSession(error)) say.roomFailed(error);
  }, [error]);

  if (!data && error) {
    return (
      <EmptyState
        icon={RotateCw}
        title="Failed to load content"
        text={failureText(error, 'Please try again.')}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  }
  if (!data) return <ContentSkeletons />;
  const items = once(data.pages.flatMap((page) => page.content));
  if (items.length === 0 && isNarrowed(filters)) {
    return <EmptyState icon={SearchX} text="No content matches your filters." action={<Button onClick={onClear}>Clear filters</Button>} />;
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="No content yet."
        text={room.role ? 'Add a text or a file: everybody in the room sees it at once.' : 'What members add shows up here.'}
      />
    );
  }
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
      <ContentGrid room={room} items={items} onEdit={onEdit} />
      {hasNextPage && (
        <Button className="self-center" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  );
}
