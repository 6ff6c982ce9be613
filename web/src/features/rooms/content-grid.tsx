import { can } from '@clipline/contract/room-roles.ts';
import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { lazy, useState } from 'react';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { moveInGrid } from '../../lib/grid-keys.ts';
import { useUser } from '../../lib/session.ts';
import { m } from '../../paraglide/messages.js';
import { CARD_GRID } from '../../ui/card-grid.ts';
import { Late } from '../../ui/late.tsx';
import { ContentCard } from './content-card.tsx';
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
  const { list, leaving } = useGridFocus(items.map(({ id }) => id));
  const show = (next: Overlay) => {
    setOverlay(next);
    setOpen(true);
  };

  return (
    <>
      {/* The arrows only move focus between the cards inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} aria-label={m.rooms_content()} className={CARD_GRID} onKeyDown={moveInGrid}>
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <ContentCard
              roomId={room.id}
              item={item}
              mine={item.user.id === userId}
              {...(can(role, 'editOwnContent') &&
                item.type === 'text' &&
                item.user.id === userId && { onEdit })}
              {...(can(role, 'deleteContent') && {
                onDelete: () => show({ kind: 'delete', item }),
              })}
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
              leaving(overlay.item.id);
              setOpen(false);
              remove(overlay.item);
            }}
          />
        </Late>
      )}
    </>
  );
}
