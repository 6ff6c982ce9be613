import { can } from '@clipline/contract/room-roles.ts';
import type { RoomSummary } from '@clipline/contract/schemas/rooms.ts';
import { Lock, Plus, SearchX, Trash2, Users } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { CaptureArea } from '../../capture/capture-area.tsx';
import { isUnreachable } from '../../lib/api-error.ts';
import { type FilterControls, useFilters } from '../../lib/filters.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { Loaded } from '../../live/failed-state.tsx';
import { useLiveRefresh } from '../../live/live-refresh.ts';
import { m } from '../../paraglide/messages.js';
import { MoreTools } from '../../things/tools.tsx';
import { AvatarStack } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card, CARD_GRID, CardGrid, Skeleton, SkeletonGroup } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { RecentlyDeleted } from '../../ui/recently-deleted.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SegmentedControl, SelectField, SortField } from '../../ui/select.tsx';
import {
  matchingRooms,
  MEMBER_COUNTS,
  PRIVACIES,
  roomFilters,
  type RoomFilters,
  SORTS,
} from './list/room-filters.ts';
import { open } from './overlays.ts';
import { News } from './room-fields.tsx';
import { useRoomDeletion } from './room/room-bar.tsx';
import { roomKeys, useRooms } from './rooms.api.ts';

function RoomCard({ room, onDelete }: { room: RoomSummary; onDelete: () => void }) {
  const name = useId();
  const members = room.memberCount ?? 1;
  const unread = room.unread ?? 0;
  const canDelete = can(room.role ?? 'reader', 'deleteRoom');
  const time = (
    <>
      <span className="sr-only">{m.rooms_sort_active()}</span>
      <RelativeTime time={room.updated_at} within={unread > 0} />
    </>
  );
  return (
    <Card
      interactive
      role="article"
      aria-labelledby={name}
      className="group/room relative flex min-w-0 flex-col p-0! has-[[data-grid-item]:focus-visible]:outline-2 has-[[data-grid-item]:focus-visible]:outline-offset-2 has-[[data-grid-item]:focus-visible]:outline-accent"
    >
      <Link
        to={`/rooms/${room.id}`}
        data-grid-item
        className="flex h-27.5 min-w-0 flex-col rounded-card p-4 outline-none"
      >
        <span
          className={classNames(
            'flex items-center justify-between gap-3',
            // Its menu stands there.
            canDelete && 'touch:pe-8',
          )}
        >
          <span
            id={name}
            dir="auto"
            translate="no"
            className={classNames(
              'min-w-0 truncate text-base text-ink',
              unread > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            {room.name}
          </span>
          {room.is_private && (
            <span className="inline-flex shrink-0 items-center gap-1.5 text-xs text-muted">
              <Lock size={13} aria-hidden />
              {m.rooms_private()}
            </span>
          )}
        </span>
        <span className="tabular text-xs text-muted">
          {m.rooms_members_count({ count: members })}
        </span>
        <span className="mt-auto flex items-center justify-between gap-3">
          <AvatarStack label={m.rooms_members()} people={room.members ?? []} total={members} />
          {unread > 0 ? (
            <News count={unread}> · {time}</News>
          ) : (
            <span className="text-xs text-muted">{time}</span>
          )}
        </span>
      </Link>
      {canDelete && (
        <span className="absolute end-2 top-8 touch:end-1 touch:top-1.5">
          <IconButton
            icon={Trash2}
            label={m.rooms_delete_this()}
            title={m.rooms_delete_this()}
            aria-describedby={name}
            tone="danger"
            className="opacity-0 transition-opacity duration-150 group-hover/room:opacity-100 group-has-focus-visible/room:opacity-100 touch:hidden!"
            onClick={onDelete}
          />
          <MoreTools
            tools={[{ icon: Trash2, label: m.rooms_delete_this(), danger: true, run: onDelete }]}
            label={m.rooms_actions()}
          />
        </span>
      )}
    </Card>
  );
}

function RoomFilterBar({
  controls,
  total,
}: {
  controls: FilterControls<RoomFilters>;
  total: number | undefined;
}) {
  const { shown, change } = controls;
  return (
    <FilterBar
      label={m.rooms_search()}
      placeholder={m.rooms_search_placeholder()}
      controls={controls}
      total={total === undefined ? undefined : m.rooms_count({ count: total })}
    >
      <SegmentedControl
        label={m.rooms_privacy()}
        showLabel
        value={shown.privacy}
        options={PRIVACIES}
        onValueChange={(privacy) => change({ privacy })}
      />
      <SelectField
        className="w-44 max-sm:w-full"
        label={m.rooms_member_count()}
        value={shown.members}
        options={MEMBER_COUNTS}
        onValueChange={(members) => change({ members })}
      />
      <SortField options={SORTS} controls={controls} />
    </FilterBar>
  );
}

function RoomGrid({ rooms }: { rooms: readonly RoomSummary[] }) {
  const remove = useRoomDeletion();
  const { list, leaving, nextFocus } = useGridFocus(rooms.map(({ id }) => id));
  return (
    <CardGrid ref={list} label={m.rooms_title()} items={rooms}>
      {(room) => (
        <RoomCard
          room={room}
          onDelete={() =>
            void remove(room, {
              onLeaving: (isLeaving) => isLeaving && leaving(room.id),
              finalFocus: nextFocus,
            })
          }
        />
      )}
    </CardGrid>
  );
}

const COUNT = 6;

function RoomSkeletons() {
  return (
    <SkeletonGroup label={m.rooms_loading()} className={CARD_GRID}>
      {Array.from({ length: COUNT }, (_, index) => (
        <Card key={index} data-skeleton className="flex h-28 flex-col justify-between">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-6 w-28" />
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
      <PageBody className="flex flex-col gap-3 py-4!">
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
        {/* Below what loads it would be seen to jump. */}
        {!list.isPending && <RecentlyDeleted kind="room" />}
      </PageBody>
    </>
  );
}
