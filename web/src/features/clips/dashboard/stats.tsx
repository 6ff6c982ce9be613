import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Skeleton, SkeletonGroup } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useClipStats } from '../clips.api.ts';

export function TotalClips() {
  const { data, isPending } = useClipStats();
  return (
    <Stat
      to="/clips"
      label={m.clips_total()}
      loading={m.clips_total_loading()}
      value={data?.totalClips}
      pending={isPending}
    />
  );
}

export function Favorites() {
  const { data, isPending } = useClipStats();
  const isAny = (data?.favoriteClips ?? 0) > 0;
  return (
    <Stat
      to="/favorites"
      label={m.clips_favorites()}
      loading={m.clips_favorites_loading()}
      icon={
        <Star
          size={16}
          aria-hidden
          className={isAny ? 'text-star' : 'text-muted'}
          fill={isAny ? 'currentColor' : 'none'}
        />
      }
      value={data?.favoriteClips}
      pending={isPending}
    />
  );
}

interface StatProps {
  to: string;
  label: string;
  loading: string;
  /** Stands for the word where that has no space. */
  icon?: ReactNode;
  value: number | undefined;
  pending: boolean;
}

function Stat({ to, label, loading, icon, value, pending }: StatProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-chip text-sm text-muted transition-colors duration-150 hover:text-ink touch:min-h-11"
    >
      {icon}
      <span className={classNames(icon !== undefined && 'max-md:sr-only')}>{label}</span>
      {pending ? (
        <SkeletonGroup label={loading}>
          <Skeleton className="h-4 w-5" />
        </SkeletonGroup>
      ) : (
        <span className="tabular font-semibold text-ink">
          {value === undefined ? '–' : formatNumber(value)}
        </span>
      )}
    </Link>
  );
}
