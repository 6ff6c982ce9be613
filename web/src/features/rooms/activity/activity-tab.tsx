import { Activity as ActivityIcon } from 'lucide-react';
import { failureText } from '../../../lib/api-error.ts';
import { useFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { activityWording } from './activity-wording.ts';
import { useRoomActivity } from '../content/room-content.api.ts';
import { notify } from '../rooms.messages.ts';

export function ActivityTab({ roomId }: { roomId: string }) {
  return (
    <section aria-labelledby="recent-activity" className="flex flex-col gap-4">
      <h2 id="recent-activity" className="text-base font-semibold">
        {m.rooms_activity_title()}
      </h2>
      <ActivityLog roomId={roomId} />
    </section>
  );
}

function ActivityLog({ roomId }: { roomId: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useRoomActivity(roomId);
  useFailure(error, notify.activityFailed);

  if (!data && error) {
    return (
      <FailedState
        title={m.rooms_activity_failed()}
        text={failureText(error, m.ui_please_try_again())}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <LogSkeleton />;
  const entries = data.pages.flat();
  if (entries.length === 0)
    return (
      <EmptyState
        icon={ActivityIcon}
        title={m.rooms_activity_none()}
        text={m.rooms_activity_none_text()}
      />
    );
  return (
    <>
      <Card className="p-2!">
        <ol aria-label={m.rooms_activity_title()} className="flex flex-col">
          {entries.map((entry) => {
            const name = entry.user?.name || entry.user?.email || m.rooms_activity_someone();
            return (
              <li key={entry.id} className="flex items-start gap-3 rounded-control px-2 py-2">
                <Avatar name={name} size="sm" />
                <p className="min-w-0 flex-1 pt-0.5 text-sm wrap-anywhere text-body">
                  <bdi className="font-medium text-ink" title={entry.user?.email}>
                    {name}
                  </bdi>{' '}
                  <span dir="auto">{activityWording(entry)}</span>
                </p>
                <RelativeTime
                  time={entry.timestamp}
                  className="pt-0.5 text-sm whitespace-nowrap text-muted"
                />
              </li>
            );
          })}
        </ol>
      </Card>
      {hasNextPage && (
        <Button
          className="self-center"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {m.rooms_load_more()}
        </Button>
      )}
    </>
  );
}

function LogSkeleton() {
  return (
    <SkeletonGroup label={m.rooms_activity_loading()}>
      <Card className="flex flex-col gap-4">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="flex items-center gap-3">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="h-4 w-56" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
