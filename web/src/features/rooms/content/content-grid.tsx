import { can } from '@clipline/contract/room-roles.ts';
import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useEffect, useRef } from 'react';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { useUser } from '../../../lib/session.ts';
import { m } from '../../../paraglide/messages.js';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { open } from '../overlays.ts';
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

export interface ContentGridProps {
  room: Room;
  items: readonly RoomContent[];
  search: string;
  /** The item that the address names: its card has focus as it comes. */
  linkedId: string | null;
}

const EXCERPT = 120;

function beginningOf({ content }: RoomContent): string {
  const text = content.trim().slice(0, EXCERPT);
  return text.length === EXCERPT ? `${text}…` : text;
}

/** Cards that arrows move between. A card that goes hands focus to the one that takes its place. */
export function ContentGrid({ room, items, search, linkedId }: ContentGridProps) {
  const userId = useUser()?.id;
  const role = room.role ?? 'reader';
  const remove = useDeleteContent(room.id);
  const save = (item: RoomContent) => void downloadItem(room.id, item);
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
  const edit = (item: RoomContent) =>
    open('edit', { roomId: room.id, item, onContinue: () => edit(item) });
  const askToDelete = async (item: RoomContent) => {
    const sure = await confirm({
      title: m.rooms_content_delete_title(),
      description: (
        <>
          <span dir="auto" translate="no" className="block font-medium wrap-anywhere text-ink">
            {item.type === 'file' ? (item.file_name ?? m.rooms_this_file()) : beginningOf(item)}
          </span>
          <span className="mt-2 block">{m.rooms_content_delete_text()}</span>
        </>
      ),
      confirm: m.rooms_delete(),
      finalFocus: heir,
    });
    if (!sure) return;
    leaving(item.id);
    remove(item);
  };

  return (
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
            item.user.id === userId && { onEdit: () => edit(item) })}
          {...(can(role, 'deleteContent') && {
            onDelete: () => void askToDelete(item),
          })}
          {...(can(role, 'seeVersions') &&
            item.type === 'text' &&
            item.version > 1 && { onHistory: () => open('history', { room, item }) })}
          onPreview={() => open('preview', { roomId: room.id, item, onDownload: () => save(item) })}
          onDownload={() => save(item)}
        />
      )}
    </CardGrid>
  );
}
