import { Card } from '../../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';

export const CONTENT_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3';

const COUNT = 6;

export function ContentSkeletons() {
  return (
    <SkeletonGroup label="Loading content..." className={CONTENT_GRID}>
      {Array.from({ length: COUNT }, (_, index) => (
        <Card key={index} data-skeleton className="flex flex-col gap-3">
          <div className="flex h-6 items-center justify-between">
            <Skeleton className="h-6 w-16" />
            <Skeleton className="h-4 w-12" />
          </div>
          <div className="flex h-18 flex-col gap-2">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-11/12" />
            <Skeleton className="h-4 w-2/3" />
          </div>
          <div className="flex h-9 items-center justify-between">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-5 w-20" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}
