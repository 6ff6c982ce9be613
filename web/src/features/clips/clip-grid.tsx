import { useState } from 'react';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { moveInGrid } from '../../lib/grid-keys.ts';
import { CARD_GRID } from '../../ui/card-grid.ts';
import { ClipCard } from './clip-card.tsx';
import { useDeleteClip, useToggleFavorite } from './clip-mutations.api.ts';
import type { LiveClip } from './clip-shape.ts';
import { ShareDialog } from './share-dialog.tsx';

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
      {/* The arrows only move focus between the links inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} aria-label={label} className={CARD_GRID} onKeyDown={moveInGrid}>
        {clips.map((clip) => (
          <li key={clip.id} className="min-w-0">
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
          </li>
        ))}
      </ul>
      {shared && <ShareDialog clipId={shared} open={sharing} onOpenChange={setSharing} />}
    </>
  );
}
