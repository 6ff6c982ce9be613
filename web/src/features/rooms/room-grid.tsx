import type { RoomSummary } from '@clipline/contract/schemas/rooms.ts';
import { lazy, useState } from 'react';
import { moveInGrid } from '../../lib/grid-keys.ts';
import { m } from '../../paraglide/messages.js';
import { CARD_GRID } from '../../ui/card-grid.ts';
import { Late } from '../../ui/late.tsx';
import { RoomCard } from './room-card.tsx';

const DeleteRoomDialog = lazy(async () => ({
  default: (await import('./delete-room-dialog.tsx')).DeleteRoomDialog,
}));

/** Cards that arrows move between and Enter opens. */
export function RoomGrid({ rooms }: { rooms: readonly RoomSummary[] }) {
  const [chosen, setChosen] = useState<RoomSummary | null>(null);
  const [asking, setAsking] = useState(false);
  return (
    <>
      {/* The arrows only move focus between the links inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul aria-label={m.rooms_title()} className={CARD_GRID} onKeyDown={moveInGrid}>
        {rooms.map((room) => (
          <li key={room.id} className="min-w-0">
            <RoomCard
              room={room}
              onDelete={() => {
                setChosen(room);
                setAsking(true);
              }}
            />
          </li>
        ))}
      </ul>
      {chosen && (
        <Late when={asking}>
          <DeleteRoomDialog room={chosen} open={asking} onOpenChange={setAsking} />
        </Late>
      )}
    </>
  );
}
