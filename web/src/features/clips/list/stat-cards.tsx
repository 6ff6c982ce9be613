import { ArrowUpRight, ClipboardList, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFailure } from '../../../live/failures.ts';
import { formatNumber } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { useClipStats } from '../clips.api.ts';
import { notify } from '../clips.messages.ts';

export function StatCards() {
  const { data, error, isPending } = useClipStats();
  useFailure(error, notify.statsFailed);
  return (
    <div className="grid max-w-112 grid-cols-2 gap-3">
      <StatCard
        label={m.clips_total()}
        loading={m.clips_total_loading()}
        icon={<ClipboardList size={16} aria-hidden />}
        value={data?.totalClips}
        pending={isPending}
      />
      <Link to="/favorites" className="group rounded-card">
        <StatCard
          interactive
          label={m.clips_favorites()}
          loading={m.clips_favorites_loading()}
          icon={<Star size={16} aria-hidden className="text-star" fill="currentColor" />}
          value={data?.favoriteClips}
          pending={isPending}
        />
      </Link>
    </div>
  );
}

interface StatCardProps {
  label: string;
  loading: string;
  icon: ReactNode;
  value: number | undefined;
  pending: boolean;
  interactive?: boolean;
}

function StatCard({ label, loading, icon, value, pending, interactive = false }: StatCardProps) {
  return (
    <Card interactive={interactive} className="flex h-full flex-col gap-1">
      <p className="flex items-center gap-2 text-sm text-muted">
        {icon}
        {label}
        {interactive && (
          <ArrowUpRight
            size={14}
            aria-hidden
            className="ms-auto transition-colors group-hover:text-ink"
          />
        )}
      </p>
      {pending ? (
        <SkeletonGroup label={loading}>
          <Skeleton className="my-0.5 h-7 w-14" />
        </SkeletonGroup>
      ) : (
        <p className="tabular text-xl font-semibold text-ink">
          {value === undefined ? '–' : formatNumber(value)}
        </p>
      )}
    </Card>
  );
}
