import { can } from '@clipline/contract/room-roles.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DoorClosed, Trash2, UserPlus, UserX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { KeptText } from '../../editing/unsaved-notice.tsx';
import { ApiError, isUnreachable } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { useMediaQuery } from '../../lib/browser.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { FailedState } from '../../live/failed-state.tsx';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CardSkeletons, Skeleton, SkeletonGroup } from '../../ui/card.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { useDialogsEnd } from '../../ui/overlays.tsx';
import { toast } from '../../ui/toast.ts';
import { useRoomAdding } from './content/use-adding.ts';
import { open } from './overlays.ts';
import { type OpenRoom, RoomContext, useOpenRoom } from './room-context.ts';
import { RoomActions, RoomFacts } from './room/room-bar.tsx';
import { useLiveRoom } from './room/use-live-room.ts';
import {
  isMissingRoom,
  keepRoom,
  readRoom,
  refreshRoomList,
  type RoomEnd,
  useRoom,
} from './rooms.api.ts';

const PARAMETER = 'join';

interface Joining {
  readonly state: 'idle' | 'joining' | 'failed';
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Joins a member's token to the room. A member already stays as they are, without a toast.
 */
async function join(roomId: string, shareToken: string) {
  const readable = await call('GET /rooms/{id}', { params: { id: roomId } }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    },
  );
  if (readable?.role) return { room: readable, isNew: false };
  return { room: await call('POST /rooms/join', { body: { shareToken } }), isNew: true };
}

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * `/rooms/{id}?join=<token>`: makes a member of the person who opens it, and takes the token out
 * of the address.
 */
function useJoinByLink(roomId: string): Joining {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const token = params.get(PARAMETER);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['rooms', 'join', roomId, token],
    queryFn: () => join(roomId, token!),
    enabled: token !== null,
    staleTime: Infinity,
    gcTime: 0,
  });

  const done = token !== null && !isFetching && (data !== undefined || isRefusal(error));
  const finish = useEffectEvent(() => {
    if (data) {
      keepRoom(client, readRoom(data.room));
      if (data.isNew) {
        toast.success(m.rooms_joined(), data.room.name);
        void refreshRoomList(client);
      }
    } else toastFailure(m.rooms_join_failed(), error);
    if (data && data.room.id !== roomId)
      return void navigate(`/rooms/${data.room.id}`, { replace: true });
    setParams(
      (current) => {
        current.delete(PARAMETER);
        return current;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (done) finish();
  }, [done, data, error]);

  const state = token === null ? 'idle' : error && !isFetching && !done ? 'failed' : 'joining';
  return { state, error, retry: () => void refetch() };
}

interface ClosedRoomProps {
  /**
   * 'missing': the server does not tell whether it never was, is gone, or is closed to this person.
   */
  reason: RoomEnd | 'missing';
  known: boolean;
  text: string;
}

const STATES = {
  removed: {
    icon: UserX,
    title: m.rooms_closed_removed(),
    text: m.rooms_closed_removed_text(),
  },
  deleted: { icon: Trash2, title: m.rooms_closed_deleted(), text: m.rooms_closed_deleted_text() },
  missing: {
    icon: DoorClosed,
    title: m.rooms_closed_missing(),
    text: m.rooms_closed_missing_text(),
  },
  closed: {
    icon: DoorClosed,
    title: m.rooms_closed_known(),
    text: m.rooms_closed_known_text(),
  },
};

function ClosedRoom({ reason, known, text }: ClosedRoomProps) {
  const state = STATES[reason === 'missing' && known ? 'closed' : reason];
  return (
    <>
      <div role="alert">
        <EmptyState
          {...state}
          action={<ButtonLink to="/rooms">{m.rooms_closed_go()}</ButtonLink>}
        />
      </div>
      <KeptText text={text} />
    </>
  );
}

function RoomSkeleton() {
  return (
    <>
      <SkeletonGroup label={m.rooms_loading_one()} className="flex flex-col gap-4 pt-1">
        <Skeleton className="h-9 w-64 touch:h-10" />
        <Card className="h-11 py-2.5! touch:h-13">
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
  const adding = useRoomAdding(roomId);
  // Leaving and deleting make news of their own, which may come before their replies.
  const [leaving, setLeaving] = useState(false);
  // Who is on another page by then is not taken away from it.
  const [left, setLeft] = useState(false);

  const closed = leaving ? null : (live.ended ?? (isMissingRoom(error) ? 'missing' : null));
  const shown = room && closed === null;
  // The text under edit is kept from whoever was put out.
  useDialogsEnd(closed !== null, 'edit');
  const openRoom: OpenRoom | null = room
    ? {
        room,
        role: room.role ?? 'reader',
        present: live.present,
        adding,
        ending: { onLeaving: setLeaving, onLeft: () => setLeft(true) },
      }
    : null;
  if (left) return <Navigate to="/rooms" replace />;
  return (
    <RoomContext value={openRoom}>
      <PageHeader
        title={room ? <bdi translate="no">{room.name}</bdi> : m.rooms_room()}
        headingRef={heading}
        back={{ to: '/rooms', label: m.rooms_back() }}
        meta={shown && wide && <RoomFacts wide />}
        below={shown && !wide && <RoomFacts wide={false} />}
        // Where there is little width, who is here tells that it is live.
        live={
          shown &&
          (wide || state !== 'connected') && <ConnectionDot state={state} pulse={live.news} />
        }
        actions={
          shown && (
            <>
              <RoomActions wide={wide} />
              <AddMember />
            </>
          )
        }
      />
      <PageBody className="flex flex-1 flex-col gap-2 pt-0!">
        {closed ? (
          <ClosedRoom reason={closed} known={room !== undefined} text={adding.composer.text} />
        ) : room ? (
          <RoomView />
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
    </RoomContext>
  );
}

function AddMember() {
  const { room, role } = useOpenRoom();
  if (!can(role, 'addMember')) return null;
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
