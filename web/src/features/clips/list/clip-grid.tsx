import { useState } from 'react';
import type { Entry } from '../../../capture/entry.ts';
import { WaitingEntry } from '../../../capture/waiting-entry.tsx';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { lazyDialog } from '../../../ui/lazy.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { ClipCard } from './clip-card.tsx';
import { useDeleteClip, useToggleFavorite } from './clip-mutations.api.ts';
import type { LiveClip } from '../clip-shape.ts';

const ShareClipDialog = lazyDialog(
  () => import('../clip/share-clip-dialog.tsx'),
  'ShareClipDialog',
);

const NONE: readonly Entry[] = [];

/**
 * Cards that arrows move between and Enter opens. A card that goes hands focus to the one that
 * takes its place.
 */
export function ClipGrid({
  clips,
  waiting = NONE,
  label,
}: {
  clips: readonly LiveClip[];
  /** What is not saved yet, and stands above. */
  waiting?: readonly Entry[];
  label: string;
}) {
  const toggleFavorite = useToggleFavorite();
  const deleteClip = useDeleteClip();
  const [shared, setShared] = useState<string | null>(null);
  const [sharing, setSharing] = useState(false);
  const { list, leaving } = useGridFocus(clips.map(({ id }) => id));

  return (
    <>
      <CardGrid ref={list} label={label} items={[...waiting, ...clips]}>
        {(thing) =>
          'state' in thing ? (
            <WaitingCard entry={thing} />
          ) : (
            <ClipCard
              clip={thing}
              onFavorite={(chosen) => {
                leaving(chosen.id);
                toggleFavorite(chosen);
              }}
              onShare={({ id }) => {
                setShared(id);
                setSharing(true);
              }}
              onDelete={(chosen) => {
                leaving(chosen.id);
                deleteClip(chosen);
              }}
            />
          )
        }
      </CardGrid>
      {shared && <ShareClipDialog clipId={shared} open={sharing} onOpenChange={setSharing} />}
    </>
  );
}

function WaitingCard({ entry }: { entry: Entry }) {
  return (
    <Card role="article" className="h-full border-dashed">
      <WaitingEntry entry={entry} />
    </Card>
  );
}
