import { Plus, RotateCw, SearchX, Users } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Late } from '../../ui/late.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { isRoomFiltered, matchingRooms, roomSpelling } from './room-filters.ts';
import { RoomFilterBar } from './room-filter-bar.tsx';
import { RoomGrid } from './room-grid.tsx';
import { RoomSkeletons } from './room-skeletons.tsx';
import { useRooms } from './rooms.api.ts';
import { say } from './rooms.messages.ts';
import { useLiveRooms } from './use-live-rooms.ts';

const CreateRoomDialog = lazy(async () => ({ default: (await import('./create-room-dialog.tsx')).CreateRoomDialog }));

export default function RoomsPage() {
  const heading = usePageTitle('Rooms');
  const controls = useAddressFilters(roomSpelling);
  const { data: rooms, error, refetch } = useRooms();
  const [creating, setCreating] = useState(false);
  useLiveRooms();
  useEffect(() => {
    if (error && !endedSession(error)) say.listFailed(error);
  }, [error]);

  const matches = rooms && matchingRooms(rooms, controls.filters);
  const create = (
    <Button variant="primary" onPointerEnter={preloadDialog} onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      Create Room
    </Button>
  );

  return (
    <>
      <PageHeader title="Rooms" headingRef={heading} actions={create} />
      <PageBody className="flex flex-col gap-4">
        <RoomFilterBar controls={controls} total={matches?.length} />
        {!matches && error ? (
          <EmptyState
            icon={RotateCw}
            title="Failed to load rooms"
            text={failureText(error, 'Please try again.')}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        ) : !matches ? (
          <RoomSkeletons />
        ) : matches.length > 0 ? (
          <RoomGrid rooms={matches} />
        ) : isRoomFiltered(controls.filters) ? (
          <EmptyState icon={SearchX} text="No rooms match your filters." action={<Button onClick={controls.clear}>Clear filters</Button>} />
        ) : (
          <EmptyState
            icon={Users}
            title="No rooms found."
            text="A room is a place where several people put text and files together, live."
            action={<Button onClick={() => setCreating(true)}>Create a room</Button>}
          />
        )}
      </PageBody>
      <Late when={creating}>
        <CreateRoomDialog open={creating} onOpenChange={setCreating} />
      </Late>
    </>
  );
}
