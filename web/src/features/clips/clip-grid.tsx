import { useEffect, useRef, useState } from 'react';
import { moveInGrid } from '../../lib/grid-keys.ts';
import { ClipCard } from './clip-card.tsx';
import { useDeleteClip, useToggleFavorite } from './clip-mutations.api.ts';
import type { LiveClip } from './clip-shape.ts';
import { ShareDialog } from './share-dialog.tsx';

export const CLIP_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3';

/** Cards that arrows move between and Enter opens. A card that goes hands focus to the one that takes its place. */
export function ClipGrid({ clips, label }: { clips: readonly LiveClip[]; label: string }) {
  const toggleFavorite = useToggleFavorite();
  const deleteClip = useDeleteClip();
  const [shared, setShared] = useState<string | null>(null);
  const [sharing, setSharing] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const left = useRef<number | null>(null);

  const ids = clips.map(({ id }) => id).join();
  useEffect(() => {
    if (left.current === null) return;
    const items = list.current?.querySelectorAll<HTMLElement>('[data-grid-item]') ?? [];
    // Only when focus went with the card; it may be elsewhere by now.
    if (document.activeElement === document.body) items[Math.min(left.current, items.length - 1)]?.focus({ preventScroll: true });
    left.current = null;
  }, [ids]);

  const rememberPlace = (clip: LiveClip) => {
    left.current = clips.findIndex(({ id }) => id === clip.id);
  };

  return (
    <>
      {/* The arrows only move focus between the links inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} aria-label={label} className={CLIP_GRID} onKeyDown={moveInGrid}>
        {clips.map((clip) => (
          <li key={clip.id} className="min-w-0">
            <ClipCard
              clip={clip}
              onFavorite={(chosen) => {
                rememberPlace(chosen);
                toggleFavorite(chosen);
              }}
              onShare={({ id }) => {
                setShared(id);
                setSharing(true);
              }}
              onDelete={(chosen) => {
                rememberPlace(chosen);
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
