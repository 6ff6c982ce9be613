import { m } from '../../../paraglide/messages.js';
import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { CardSkeletons } from '../../../ui/card-skeletons.tsx';

export function RoomSkeleton() {
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
