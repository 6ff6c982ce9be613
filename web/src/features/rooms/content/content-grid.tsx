import { can } from '@clipline/contract/room-roles.ts';
import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useEffect, useRef, useState } from 'react';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { useUser } from '../../../lib/session.ts';
import { m } from '../../../paraglide/messages.js';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { lazyDialog } from '../../../ui/lazy.tsx';
import { ContentCard } from './content-card.tsx';
import { useDeleteContent } from './content-mutations.api.ts';
import { download, downloadStarted } from '../../../live/downloads.ts';
import { readItem } from './room-content.api.ts';

/** Saves a file of a room. A link that has outlived itself is renewed by reading the item again. */
function downloadItem(roomId: string, item: RoomContent): Promise<void> {
  const name = item.file_name ?? m.rooms_file_download_name();
  return download({
    name,
    url: item.file_url,
    started: downloadStarted(name),
    renew: async () => (await readItem(roomId, item.id)).file_url ?? undefined,
  });
}

const DeleteContentDialog = lazyDialog(
  () => import('./delete-content-dialog.tsx'),
  'DeleteContentDialog',
);
const FilePreviewDialog = lazyDialog(
  () => import('./file-preview-dialog.tsx'),
  'FilePreviewDialog',
);
const ItemHistoryDialog = lazyDialog(
  () => import('./item-history-dialog.tsx'),
  'ItemHistoryDialog',
);

export interface ContentGridProps {
  room: Room;
  items: readonly RoomContent[];
  search: string;
  /** The item that the address names: its card has focus as it comes. */
  linkedId: string | null;
  onEdit: (item: RoomContent) => void;
}

type Overlay = 'delete' | 'preview' | 'history';

/** Cards that arrows move between. A card that goes hands focus to the one that takes its place. */
export function ContentGrid({ room, items, search, linkedId, onEdit }: ContentGridProps) {
  const userId = useUser()?.id;
  const role = room.role ?? 'reader';
  const remove = useDeleteContent(room.id);
  const save = (item: RoomContent) => void downloadItem(room.id, item);
  const [chosen, setChosen] = useState<RoomContent | null>(null);
  const [open, setOpen] = useState<Overlay | null>(null);
  const { list, leaving, heir } = useGridFocus(items.map(({ id }) => id));
  const linkedAt = items.findIndex(({ id }) => id === linkedId);
  const isThere = linkedAt >= 0;
  const latestAt = useRef(linkedAt);
  useEffect(() => {
    latestAt.current = linkedAt;
  });
  useEffect(() => {
    if (!isThere) return;
    const cards = list.current?.querySelectorAll<HTMLElement>('[data-grid-item]') ?? [];
    const card = cards[latestAt.current];
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'center' });
  }, [isThere, linkedId, list]);
  const show = (next: Overlay, item: RoomContent) => {
    setChosen(item);
    setOpen(next);
  };
  const dialog = (name: Overlay) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  // A newer read has a fresher link.
  const shown = items.find(({ id }) => id === chosen?.id) ?? chosen;

  return (
    <>
      <CardGrid ref={list} label={m.rooms_content()} items={items}>
        {(item) => (
          <ContentCard
            roomId={room.id}
            item={item}
            search={search}
            mine={item.user.id === userId}
            linked={item.id === linkedId}
            {...(can(role, 'editOwnContent') &&
              item.type === 'text' &&
              item.user.id === userId && { onEdit })}
            {...(can(role, 'deleteContent') && {
              onDelete: () => show('delete', item),
            })}
            {...(can(role, 'seeVersions') &&
              item.type === 'text' &&
              item.version > 1 && { onHistory: () => show('history', item) })}
            onPreview={() => show('preview', item)}
            onDownload={() => save(item)}
          />
        )}
      </CardGrid>
      {shown && (
        <>
          <DeleteContentDialog
            item={shown}
            {...dialog('delete')}
            finalFocus={heir}
            onConfirm={() => {
              leaving(shown.id);
              setOpen(null);
              remove(shown);
            }}
          />
          <ItemHistoryDialog room={room} item={shown} {...dialog('history')} />
          <FilePreviewDialog item={shown} {...dialog('preview')} onDownload={() => save(shown)} />
        </>
      )}
    </>
  );
}
