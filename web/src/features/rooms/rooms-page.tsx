import { Plus, RotateCw, SearchX, Users } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { useLiveRefresh } from '../../lib/live-refresh.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
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
import { roomKeys, useRooms } from './rooms.api.ts';
import { say } from './rooms.messages.ts';

const CreateRoomDialog = lazy(async () => ({
  default: (await import('./create-room-dialog.tsx')).CreateRoomDialog,
}));
const LIVE = [roomKeys.list];

export default function RoomsPage() {
  const heading = usePageTitle(m.rooms_title());
  const controls = useAddressFilters(roomSpelling);
  const { data: rooms, error, refetch } = useRooms();
  const [creating, setCreating] = useState(false);
  useLiveRefresh('room:updated', LIVE);
  useEffect(() => {
    if (error && !endedSession(error)) say.listFailed(error);
  }, [error]);

  const matches = rooms && matchingRooms(rooms, controls.filters);
  const create = (
    <Button variant="primary" onPointerEnter={preloadDialog} onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {m.rooms_create()}
    </Button>
  );

  return (
    <>
      <PageHeader title={m.rooms_title()} headingRef={heading} actions={create} />
      <PageBody className="flex flex-col gap-4">
        <RoomFilterBar controls={controls} total={matches?.length} />
        {!matches && error ? (
          <EmptyState
            icon={RotateCw}
            title={m.rooms_list_failed()}
            text={failureText(error, m.rooms_please_try_again())}
            action={<Button onClick={() => void refetch()}>{m.rooms_try_again()}</Button>}
          />
        ) : !matches ? (
          <RoomSkeletons />
        ) : matches.length > 0 ? (
          <RoomGrid rooms={matches} />
        ) : isRoomFiltered(controls.filters) ? (
          <EmptyState
            icon={SearchX}
            text={m.rooms_none_match()}
            action={<Button onClick={controls.clear}>{m.rooms_filters_clear()}</Button>}
          />
        ) : (
          <EmptyState
            icon={Users}
            title={m.rooms_none()}
            text={m.rooms_none_text()}
            action={<Button onClick={() => setCreating(true)}>{m.rooms_create_one()}</Button>}
          />
        )}
      </PageBody>
      <Late when={creating}>
        <CreateRoomDialog open={creating} onOpenChange={setCreating} />
      </Late>
    </>
  );
}
