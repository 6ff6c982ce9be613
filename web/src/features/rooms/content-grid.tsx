import { can } from '@clipline/contract/room-roles.ts';
import type { Room, RoomContent } from '@clipline/contract/rooms.ts';
import { lazy, useEffect, useRef, useState } from 'react';
import { moveInGrid } from '../../lib/grid-keys.ts';
import { useUser } from '../../lib/session.ts';
import { Late } from '../../ui/late.tsx';
import { ContentCard } from './content-card.tsx';
import { CONTENT_GRID } from './content-skeletons.tsx';
import { useDeleteContent } from './content-mutations.api.ts';
import { useItemDownload } from './use-item-download.ts';

const ContentOverlays = lazy(() => import('./content-overlays.tsx'));

export interface ContentGridProps {
  room: Room;
  items: readonly RoomContent[];
  onEdit: (item: RoomContent) => void;
}

type Overlay = { readonly kind: 'delete' | 'preview'; readonly item: RoomContent };

/** Cards that arrows move between. A card that goes hands focus to the one that takes its place. */
export function ContentGrid({ room, items, onEdit }: ContentGridProps) {
  const userId = useUser()?.id;
  const role = room.role ?? 'reader';
  const remove = useDeleteContent(room.id);
  const download = useItemDownload(room.id);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const left = useRef<number | null>(null);
  const show = (next: Overlay) => {
    setOverlay(next);
    setOpen(true);
  };

  const ids = items.map(({ id }) => id).join();
  useEffect(() => {
    if (left.current === null) return;
    const cards = list.current?.querySelectorAll<HTMLElement>('[data-grid-item]') ?? [];
    // Only when focus went with the card; it may be elsewhere by now.
    if (document.activeElement === document.body) cards[Math.min(left.current, cards.length - 1)]?.focus({ preventScroll: true });
    left.current = null;
  }, [ids]);

  return (
    <>
      {/* The arrows only move focus between the cards inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} aria-label="Content" className={CONTENT_GRID} onKeyDown={moveInGrid}>
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <ContentCard
              roomId={room.id}
              item={item}
              mine={item.user.id === userId}
              {...(can(role, 'editOwnContent') && item.type === 'text' && item.user.id === userId && { onEdit })}
              {...(can(role, 'deleteContent') && { onDelete: () => show({ kind: 'delete', item }) })}
              onPreview={() => show({ kind: 'preview', item })}
              onDownload={() => void download(item)}
            />
          </li>
        ))}
      </ul>
      {overlay && (
        <Late when={open}>
          <ContentOverlays
            kind={overlay.kind}
            // A newer read has a fresher link.
            item={items.find(({ id }) => id === overlay.item.id) ?? overlay.item}
            open={open}
            onOpenChange={setOpen}
            onDownload={() => void download(overlay.item)}
            onDelete={() => {
              left.current = items.findIndex(({ id }) => id === overlay.item.id);
              setOpen(false);
              remove(overlay.item);
            }}
          />
        </Late>
      )}
    </>
  );
}
