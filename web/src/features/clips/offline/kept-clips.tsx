import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { matchingKept } from '../../../offline/matching.ts';
import { useKept } from '../../../offline/use-kept.ts';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { ClipSource } from '../clips.api.ts';
import { KeptCard } from './kept-card.tsx';
import { OfflineNote } from './offline-note.tsx';

/** A list as this device keeps it, to be read while the server cannot be reached. */
export function KeptClips({
  label,
  source,
  query,
  limit = Infinity,
  noMatch,
  otherwise,
}: {
  label: string;
  source: ClipSource;
  query: ClipListQuery;
  limit?: number | undefined;
  noMatch: string;
  /** Where nothing is kept. */
  otherwise: ReactNode;
}) {
  const kept = useKept();
  if (kept === undefined) return null;
  if (kept === null) return otherwise;
  const clips = matchingKept(kept.clips, source, query).slice(0, limit);
  return (
    <div className="flex flex-col gap-4">
      <OfflineNote at={kept.at} />
      {clips.length > 0 ? (
        <CardGrid label={label} items={clips}>
          {(clip) => <KeptCard clip={clip} search={query.search ?? ''} />}
        </CardGrid>
      ) : (
        <EmptyState icon={SearchX} text={noMatch} />
      )}
    </div>
  );
}
