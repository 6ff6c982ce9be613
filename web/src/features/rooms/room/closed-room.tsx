import { DoorClosed, Trash2, UserX } from 'lucide-react';
import { KeptText } from '../../../editing/kept-text.tsx';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { RoomEnd } from '../rooms.api.ts';

export interface ClosedRoomProps {
  /**
   * 'missing': the server does not tell whether it never was, is gone, or is closed to this person.
   */
  reason: RoomEnd | 'missing';
  /** The room was on the screen a moment ago. */
  known: boolean;
  /** What was typed and not added. */
  text: string;
}

const STATES = {
  removed: {
    icon: UserX,
    title: m.rooms_closed_removed(),
    text: m.rooms_closed_removed_text(),
  },
  deleted: { icon: Trash2, title: m.rooms_closed_deleted(), text: m.rooms_closed_deleted_text() },
  missing: {
    icon: DoorClosed,
    title: m.rooms_closed_missing(),
    text: m.rooms_closed_missing_text(),
  },
  closed: {
    icon: DoorClosed,
    title: m.rooms_closed_known(),
    text: m.rooms_closed_known_text(),
  },
};

/** A room that can be looked at no longer: why, a way on, and what was typed in it. */
export function ClosedRoom({ reason, known, text }: ClosedRoomProps) {
  const state = STATES[reason === 'missing' && known ? 'closed' : reason];
  return (
    <>
      <div role="alert">
        <EmptyState
          {...state}
          action={<ButtonLink to="/rooms">{m.rooms_closed_go()}</ButtonLink>}
        />
      </div>
      <KeptText text={text} />
    </>
  );
}
