import { m } from '../../paraglide/messages.js';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';

/** The board while its blocks are read. */
export function DesktopSkeleton() {
  return (
    <SkeletonGroup
      label={m.desktop_loading()}
      className="grid flex-1 grid-cols-[repeat(auto-fill,minmax(min(100%,12.5rem),1fr))] content-start gap-5 rounded-dialog border border-line bg-sunken p-4 max-md:border-0 max-md:bg-transparent max-md:p-0"
    >
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-38 rounded-card!" />
      ))}
    </SkeletonGroup>
  );
}
