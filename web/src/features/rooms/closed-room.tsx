import { Copy, DoorClosed, Trash2, UserX } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { copyItemText } from './copy-item-text.ts';
import type { RoomEnd } from './use-live-room.ts';

export interface ClosedRoomProps {
  /** 'missing': the server does not tell whether it never was, is gone, or is closed to this person. */
  reason: RoomEnd | 'missing';
  /** The room was on the screen a moment ago. */
  known: boolean;
  /** What was typed and not added. */
  text: string;
}

const STATES = {
  removed: {
    icon: UserX,
    title: 'You are no longer a member of this room',
    text: 'Ask its owner or another member to add you again if you still need it.',
  },
  deleted: { icon: Trash2, title: 'This room was deleted', text: 'Its owner deleted it with everything in it.' },
  missing: {
    icon: DoorClosed,
    title: 'This room is not here',
    text: 'It may be private or deleted, or the link is not complete. Ask a member to add you.',
  },
  closed: {
    icon: DoorClosed,
    title: 'This room is closed to you',
    text: 'It was deleted or made private, or you are no longer a member.',
  },
};

/** A room that can be looked at no longer: why, a way on, and what was typed in it. */
export function ClosedRoom({ reason, known, text }: ClosedRoomProps) {
  const state = STATES[reason === 'missing' && known ? 'closed' : reason];
  return (
    <>
      <div role="alert">
        <EmptyState {...state} action={<ButtonLink to="/rooms">Go to your rooms</ButtonLink>} />
      </div>
      {text.trim() !== '' && (
        <section aria-label="Your text" className="flex flex-col items-start gap-3">
          <div className="w-full">
            <Field label="Your text is still here. It was not added.">
              {(control) => <Textarea {...control} readOnly value={text} className="field-sizing-content max-h-[50dvh] min-h-24" />}
            </Field>
          </div>
          <Button variant="primary" onClick={() => void copyItemText(text)}>
            <Copy size={16} aria-hidden />
            Copy text
          </Button>
        </section>
      )}
    </>
  );
}
