import { useState } from 'react';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { lazyDialog } from '../../../ui/lazy.tsx';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { ClipCard } from './clip-card.tsx';
import { useDeleteClip, useToggleFavorite } from './clip-mutations.api.ts';
import type { LiveClip } from '../clip-shape.ts';

const ShareClipDialog = lazyDialog(
  () => import('../clip/share-clip-dialog.tsx'),
  'ShareClipDialog',
);

/**
 * Cards that arrows move between and Enter opens. A card that goes hands focus to the one that
 * takes its place.
 */
export function ClipGrid({ clips, label }: { clips: readonly LiveClip[]; label: string }) {
  const toggleFavorite = useToggleFavorite();
  const deleteClip = useDeleteClip();
  const [shared, setShared] = useState<string | null>(null);
  const [sharing, setSharing] = useState(false);
  const { list, leaving } = useGridFocus(clips.map(({ id }) => id));

  return (
    <>
      <CardGrid ref={list} label={label} items={clips}>
        {(clip) => (
          <ClipCard
            clip={clip}
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
        )}
      </CardGrid>
      {shared && <ShareClipDialog clipId={shared} open={sharing} onOpenChange={setSharing} />}
    </>
  );
}
