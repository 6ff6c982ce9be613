import { Card } from './card.tsx';
import { CARD_GRID } from './card-grid.tsx';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';

/** Cards of text and files that are not there yet. */
export function CardSkeletons({ label, count }: { label: string; count: number }) {
  return (
    <SkeletonGroup label={label} className={CARD_GRID}>
      {Array.from({ length: count }, (_, index) => (
        <Card key={index} data-skeleton className="flex flex-col gap-3 pb-2!">
          <div className="flex h-6 items-center justify-between">
            <Skeleton className="h-6 w-16" />
            <Skeleton className="h-4 w-12" />
          </div>
          <div className="flex h-12 flex-col gap-2 pt-1">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </div>
          <div className="-mt-1 flex h-9 items-center justify-between touch:h-11">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-5 w-14" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}
