import type { RoomSummary } from '@clipline/contract/schemas/rooms.ts';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { m } from '../../../paraglide/messages.js';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { useRoomDeletion } from '../room-endings.tsx';
import { RoomCard } from './room-card.tsx';

/** Cards that arrows move between and Enter opens. One that goes hands focus to the next. */
export function RoomGrid({ rooms }: { rooms: readonly RoomSummary[] }) {
  const remove = useRoomDeletion();
  const { list, leaving, heir } = useGridFocus(rooms.map(({ id }) => id));
  return (
    <CardGrid ref={list} label={m.rooms_title()} items={rooms}>
      {(room) => (
        <RoomCard
          room={room}
          onDelete={() =>
            void remove(room, {
              onLeaving: (isLeaving) => isLeaving && leaving(room.id),
              finalFocus: heir,
            })
          }
        />
      )}
    </CardGrid>
  );
}
