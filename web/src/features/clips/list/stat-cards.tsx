import { ClipboardList, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { useClipStats } from '../clips.api.ts';

/** Two figures in the line of a heading; both lead to the list they count. */
export function StatCards() {
  const { data, isPending } = useClipStats();
  const starred = (data?.favoriteClips ?? 0) > 0;
  return (
    <div className="flex flex-wrap gap-2">
      <StatCard
        to="/clips"
        label={m.clips_total()}
        loading={m.clips_total_loading()}
        icon={<ClipboardList size={14} aria-hidden className="text-muted" />}
        value={data?.totalClips}
        pending={isPending}
      />
      <StatCard
        to="/favorites"
        label={m.clips_favorites()}
        loading={m.clips_favorites_loading()}
        icon={
          <Star
            size={14}
            aria-hidden
            className={starred ? 'text-star' : 'text-muted'}
            fill={starred ? 'currentColor' : 'none'}
          />
        }
        value={data?.favoriteClips}
        pending={isPending}
      />
    </div>
  );
}

interface StatCardProps {
  to: string;
  label: string;
  loading: string;
  icon: ReactNode;
  value: number | undefined;
  pending: boolean;
}

function StatCard({ to, label, loading, icon, value, pending }: StatCardProps) {
  return (
    <Link
      to={to}
      className={classNames(
        'relative inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 text-sm text-body transition-colors duration-150 hover:bg-hover hover:text-ink',
        // Easier to hit with a finger than it is high.
        'touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-1.5',
      )}
    >
      {/* Beside the search of a narrow page there is space for the words. */}
      <span className="md:max-xl:hidden">{icon}</span>
      <span>{label}</span>
      {pending ? (
        <SkeletonGroup label={loading}>
          <Skeleton className="h-4 w-5" />
        </SkeletonGroup>
      ) : (
        <span className="font-semibold text-ink">
          {value === undefined ? '–' : formatNumber(value)}
        </span>
      )}
    </Link>
  );
}
