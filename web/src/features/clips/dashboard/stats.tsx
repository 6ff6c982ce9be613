import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Skeleton, SkeletonGroup } from '../../../ui/card.tsx';
import { useClipStats } from '../clips.api.ts';

export const TotalClips = () => (
  <Stat to="/clips" of="totalClips" label={m.clips_total()} loading={m.clips_total_loading()} />
);

export const Favorites = () => (
  <Stat
    to="/favorites"
    of="favoriteClips"
    label={m.clips_favorites()}
    loading={m.clips_favorites_loading()}
  />
);

interface StatProps {
  to: string;
  of: 'totalClips' | 'favoriteClips';
  label: string;
  loading: string;
}

function Stat({ to, of, label, loading }: StatProps) {
  const { data, isPending } = useClipStats();
  const value = data?.[of];
  const isStarred = of === 'favoriteClips';
  return (
    <Link
      to={to}
      className="inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-chip text-sm text-muted transition-colors duration-150 hover:text-ink touch:min-h-11"
    >
      {isStarred && (
        <Star
          size={16}
          aria-hidden
          className={value ? 'text-star' : 'text-muted'}
          fill={value ? 'currentColor' : 'none'}
        />
      )}
      {/* A star stands for the word where that has no space. */}
      <span className={isStarred ? 'max-md:sr-only' : ''}>{label}</span>
      {isPending ? (
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
