import { Copy, DoorClosed, Trash2, UserX } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { copyAndTell } from '../../../ui/copy-text.ts';
import type { RoomEnd } from './use-live-room.ts';

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
      {text.trim() !== '' && (
        <section aria-label={m.rooms_closed_text()} className="flex flex-col items-start gap-3">
          <div className="w-full">
            <Field label={m.rooms_closed_text_kept()}>
              {(control) => (
                <Textarea
                  {...control}
                  readOnly
                  value={text}
                  className="field-sizing-content max-h-[50dvh] min-h-24"
                />
              )}
            </Field>
          </div>
          <Button variant="primary" onClick={() => void copyAndTell(text, m.rooms_copied())}>
            <Copy size={16} aria-hidden />
            {m.rooms_text_copy()}
          </Button>
        </section>
      )}
    </>
  );
}
