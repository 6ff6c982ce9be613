import { m } from '../../../paraglide/messages.js';
import { CARD_GRID } from '../../../ui/card-grid.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';

const COUNT = 6;

export function RoomSkeletons() {
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
