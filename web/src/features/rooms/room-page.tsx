import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError, endedSession } from '../../lib/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useConnection } from '../../lib/socket.ts';
import { m } from '../../paraglide/messages.js';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AddMemberButton } from './add-member-button.tsx';
import { RoomFailure } from './room-failure.tsx';
import { RoomSkeleton } from './room-skeleton.tsx';
import { useRoom } from './rooms.api.ts';
import { say } from './rooms.messages.ts';
import { useComposer } from './use-composer.ts';
import { useJoinByLink } from './use-join-by-link.ts';
import { useLiveRoom } from './use-live-room.ts';

// What is in the room comes beside its data, not after it.
const loadView = () => import('./room-view.tsx');
void loadView().catch(() => undefined);
const RoomView = lazy(async () => ({ default: (await loadView()).RoomView }));
const ItemEditorDialog = lazy(async () => ({
  default: (await import('./item-editor-dialog.tsx')).ItemEditorDialog,
}));
const ClosedRoom = lazy(async () => ({ default: (await import('./closed-room.tsx')).ClosedRoom }));

export default function RoomPage() {
  const { roomId = '' } = useParams();
  return <RoomPlace key={roomId} roomId={roomId} />;
}

const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function RoomPlace({ roomId }: { roomId: string }) {
  const joining = useJoinByLink(roomId);
  const open = joining.state === 'idle';
  const { data: room, error, refetch } = useRoom(roomId, open);
  const live = useLiveRoom(roomId, open);
  const { state } = useConnection();
  const heading = usePageTitle(room?.name ?? m.rooms_room());
  // Both outlive the room itself: who loses access keeps what they typed.
  const composer = useComposer(roomId);
  const [edited, setEdited] = useState<RoomContent | null>(null);
  const [editing, setEditing] = useState(false);
  // Each opening starts anew, from what is saved and what was kept.
  const [opening, setOpening] = useState(0);
  const showEditor = (show: boolean) => {
    setEditing(show);
    if (show) setOpening((count) => count + 1);
  };
  // Leaving and deleting make news of their own, which may come before their answers.
  const [leaving, setLeaving] = useState(false);

  const missing = isMissing(error);
  useEffect(() => {
    if (error && !endedSession(error) && !(missing && room)) say.roomFailed(error);
    // Once for each failure.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);

  const closed = leaving ? null : (live.ended ?? (missing ? 'missing' : null));
  const shown = room && closed === null;
  return (
    <>
      <PageHeader
        title={room?.name ?? m.rooms_room()}
        headingRef={heading}
        back={{ to: '/rooms', label: m.rooms_back() }}
        meta={shown && <ConnectionDot state={state} pulse={live.news} />}
        actions={shown && <AddMemberButton room={room} />}
      />
      <PageBody className="flex flex-1 flex-col gap-4">
        {closed ? (
          <Suspense fallback={null}>
            <ClosedRoom reason={closed} known={room !== undefined} text={composer.text} />
          </Suspense>
        ) : room ? (
          <Suspense fallback={<RoomSkeleton />}>
            <RoomView
              room={room}
              present={live.present}
              composer={composer}
              onEdit={(item) => {
                setEdited(item);
                showEditor(true);
              }}
              onLeaving={setLeaving}
            />
          </Suspense>
        ) : joining.state === 'failed' || error ? (
          <RoomFailure
            error={joining.error ?? error}
            onRetry={joining.state === 'failed' ? joining.retry : () => void refetch()}
          />
        ) : (
          <RoomSkeleton />
        )}
      </PageBody>
      {edited && (
        <Suspense fallback={null}>
          <ItemEditorDialog
            key={`${edited.id} ${opening}`}
            roomId={roomId}
            item={edited}
            closed={closed !== null}
            open={editing}
            onOpenChange={showEditor}
          />
        </Suspense>
      )}
    </>
  );
}
