import { Plus, SearchX, Users } from 'lucide-react';
import { CaptureArea } from '../../capture/capture-area.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { isUnreachable } from '../../lib/api-error.ts';
import { useLiveRefresh } from '../../live/live-refresh.ts';
import { RecentlyDeleted } from '../../ui/recently-deleted.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../live/failed-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { matchingRooms, roomFilters } from './list/room-filters.ts';
import { RoomFilterBar } from './list/room-filter-bar.tsx';
import { RoomGrid } from './list/room-grid.tsx';
import { open } from './overlays.ts';
import { roomKeys, useRooms } from './rooms.api.ts';
import { CARD_GRID } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';

const COUNT = 6;

function RoomSkeletons() {
  return (
    <SkeletonGroup label={m.rooms_loading()} className={CARD_GRID}>
      {Array.from({ length: COUNT }, (_, index) => (
        <Card key={index} data-skeleton className="flex flex-col gap-4">
          <Skeleton className="h-6 w-2/3" />
          <div className="flex h-9 items-center gap-3">
            <Skeleton className="size-7 rounded-full" />
            <Skeleton className="h-4 w-28" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}

const LIVE = [roomKeys.list];

export default function RoomsPage() {
  const heading = usePageTitle(m.rooms_title());
  const controls = useFilters(roomFilters);
  const list = useRooms(m.rooms_list_failed());
  useLiveRefresh('room:updated', LIVE);

  const matches = list.data && matchingRooms(list.data, controls.filters);
  const create = (
    <Button variant="primary" onClick={() => open('create')}>
      <Plus size={16} aria-hidden />
      {m.rooms_create()}
    </Button>
  );

  return (
    <>
      <PageHeader title={m.rooms_title()} headingRef={heading} actions={create} />
      <CaptureArea />
      <PageBody className="flex flex-col gap-4">
        <RoomFilterBar controls={controls} total={matches?.length} />
        <Loaded
          of={list}
          items={matches}
          loading={<RoomSkeletons />}
          failed={isUnreachable(list.error) ? m.ui_needs_connection() : m.rooms_list_failed()}
          empty={
            roomFilters.narrows(controls.filters) ? (
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
                action={<Button onClick={() => open('create')}>{m.rooms_create_one()}</Button>}
              />
            )
          }
        >
          {(shown) => <RoomGrid rooms={shown} />}
        </Loaded>
        <RecentlyDeleted kind="room" />
      </PageBody>
    </>
  );
}
