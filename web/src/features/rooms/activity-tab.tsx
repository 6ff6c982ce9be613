import { Activity as ActivityIcon, RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { fullDate, relativeTime } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { activityWording } from './activity-wording.ts';
import { useRoomActivity } from './room-content.api.ts';
import { say } from './rooms.messages.ts';

export function ActivityTab({ roomId }: { roomId: string }) {
  return (
    <section aria-labelledby="recent-activity" className="flex flex-col gap-4">
      <h2 id="recent-activity" className="text-base font-semibold">
        Recent Activity
      </h2>
      <ActivityLog roomId={roomId} />
    </section>
  );
}

function ActivityLog({ roomId }: { roomId: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRoomActivity(roomId);
  useEffect(() => {
    if (error && !endedSession(error)) say.activityFailed(error);
  }, [error]);

  if (!data && error) {
    return (
      <EmptyState
        icon={RotateCw}
        title="Failed to load activity"
        text={failureText(error, 'Please try again.')}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  }
  if (!data) return <LogSkeleton />;
  const entries = data.pages.flat();
  if (entries.length === 0)
    return <EmptyState icon={ActivityIcon} title="No activity yet" text="What members add, change and remove is told here." />;
  return (
    <>
      <Card className="p-2!">
        <ol aria-label="Recent Activity" className="flex flex-col">
          {entries.map((entry) => {
            const name = entry.user?.name || entry.user?.email || 'Someone';
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
                  format={relativeTime}
                  full={fullDate}
                  className="pt-0.5 text-sm whitespace-nowrap text-muted"
                />
              </li>
            );
          })}
        </ol>
      </Card>
      {hasNextPage && (
        <Button className="self-center" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  );
}

function LogSkeleton() {
  return (
    <SkeletonGroup label="Loading activity...">
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
