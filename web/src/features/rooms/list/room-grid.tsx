import type { RoomSummary } from '@clipline/contract/schemas/rooms.ts';
import { useState } from 'react';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { m } from '../../../paraglide/messages.js';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { lazyDialog } from '../../../ui/lazy.tsx';
import { RoomCard } from './room-card.tsx';

const DeleteRoomDialog = lazyDialog(() => import('../delete-room-dialog.tsx'), 'DeleteRoomDialog');

/** Cards that arrows move between and Enter opens. One that goes hands focus to the next. */
export function RoomGrid({ rooms }: { rooms: readonly RoomSummary[] }) {
  const [chosen, setChosen] = useState<RoomSummary | null>(null);
  const [asking, setAsking] = useState(false);
  const { list, leaving, heir } = useGridFocus(rooms.map(({ id }) => id));
  return (
    <>
      <CardGrid ref={list} label={m.rooms_title()} items={rooms}>
        {(room) => (
          <RoomCard
            room={room}
            onDelete={() => {
              setChosen(room);
              setAsking(true);
            }}
          />
        )}
      </CardGrid>
      {chosen && (
        <DeleteRoomDialog
          room={chosen}
          open={asking}
          onOpenChange={setAsking}
          onDeleting={(deleting) => deleting && leaving(chosen.id)}
          finalFocus={heir}
        />
      )}
    </>
  );
}
