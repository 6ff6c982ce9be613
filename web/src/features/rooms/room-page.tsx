import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { useState } from 'react';
import { UserPlus } from 'lucide-react';
import { Navigate, useParams } from 'react-router';
import { can } from '@clipline/contract/room-roles.ts';
import { isUnreachable } from '../../lib/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useMediaQuery } from '../../lib/media-query.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FailedState } from '../../live/failed-state.tsx';
import { RoomActions, RoomFacts } from './room/room-bar.tsx';
import { open } from './overlays.ts';
import { ClosedRoom } from './room/closed-room.tsx';
import { isMissingRoom, useRoom } from './rooms.api.ts';
import { useRoomComposer } from './content/use-adding.ts';
import { useJoinByLink } from './room/use-join-by-link.ts';
import { useLiveRoom } from './room/use-live-room.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { CardSkeletons } from '../../ui/card-skeletons.tsx';

function RoomSkeleton() {
  return (
    <>
      <SkeletonGroup label={m.rooms_loading_one()} className="flex flex-col gap-5">
        <div className="flex h-9 items-center gap-3 xl:hidden">
          <Skeleton className="h-6 w-28" />
          <Skeleton className="h-5 w-20" />
        </div>
        <Skeleton className="h-9 w-64" />
        <Card className="h-11 py-2.5!">
          <Skeleton className="h-5 w-56" />
        </Card>
      </SkeletonGroup>
      <CardSkeletons label={m.rooms_content_loading()} count={6} />
    </>
  );
}

const RoomView = lazyPart(() => import('./room/room-view.tsx'), 'RoomView', <RoomSkeleton />);
// What is in the room comes beside its data, not after it.
RoomView.preload();

export default function RoomPage() {
  const { roomId = '' } = useParams();
  return <RoomPlace key={roomId} roomId={roomId} />;
}

function RoomPlace({ roomId }: { roomId: string }) {
  const joining = useJoinByLink(roomId);
  const isOpen = joining.state === 'idle';
  const { data: room, error, refetch } = useRoom(roomId, isOpen);
  const live = useLiveRoom(roomId, isOpen);
  const state = useConnectionSign();
  const heading = usePageTitle(room?.name ?? m.rooms_room());
  const wide = useMediaQuery('(width >= 80rem)');
  // It outlives the room itself: who loses access keeps what they typed.
  const composer = useRoomComposer(roomId);
  // Leaving and deleting make news of their own, which may come before their replies.
  const [leaving, setLeaving] = useState(false);
  // Who is on another page by then is not taken away from it.
  const [left, setLeft] = useState(false);

  const missing = isMissingRoom(error);

  const closed = leaving ? null : (live.ended ?? (missing ? 'missing' : null));
  const shown = room && closed === null;
  const way = { onLeaving: setLeaving, onLeft: () => setLeft(true) };
  if (left) return <Navigate to="/rooms" replace />;
  return (
    <>
      <PageHeader
        title={room ? <bdi translate="no">{room.name}</bdi> : m.rooms_room()}
        headingRef={heading}
        back={{ to: '/rooms', label: m.rooms_back() }}
        meta={shown && wide && <RoomFacts room={room} present={live.present} />}
        live={shown && <ConnectionDot state={state} pulse={live.news} />}
        actions={
          shown && (
            <>
              {wide && <RoomActions room={room} {...way} />}
              <AddMember room={room} />
            </>
          )
        }
      />
      <PageBody className="flex flex-1 flex-col gap-2 pt-2">
        {closed ? (
          <ClosedRoom reason={closed} known={room !== undefined} text={composer.text} />
        ) : room ? (
          <RoomView room={room} present={live.present} wide={wide} composer={composer} {...way} />
        ) : joining.state === 'failed' || error ? (
          <FailedState
            title={isUnreachable(error) ? m.ui_needs_connection() : m.rooms_load_failed()}
            error={joining.error ?? error}
            onRetry={joining.state === 'failed' ? joining.retry : () => void refetch()}
          />
        ) : (
          <RoomSkeleton />
        )}
      </PageBody>
    </>
  );
}

function AddMember({ room }: { room: Room }) {
  if (!can(room.role ?? 'reader', 'addMember')) return null;
  return (
    <Button
      variant="primary"
      className="max-sm:px-3"
      onClick={() => open('addMember', { roomId: room.id })}
    >
      <UserPlus size={16} aria-hidden />
      <span className="max-sm:sr-only">{m.rooms_member_add()}</span>
    </Button>
  );
}
