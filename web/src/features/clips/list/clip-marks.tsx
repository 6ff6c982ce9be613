import { excerpt, leadingTo, marksIn } from '../../../lib/text.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { Marked } from '../../../ui/text.tsx';

export function FoundText({
  text,
  search,
  leads = false,
}: {
  text: string;
  search: string;
  leads?: boolean;
}) {
  const shown = (leads && leadingTo(text, search)) || text;
  return <Marked text={shown} marks={marksIn(shown, search)} />;
}

/** A text that is a colour and nothing else. */
export const COLOR = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

export function Swatch({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      className="me-2 inline-block size-4 rounded-chip border border-line align-[-2px]"
      style={{ background: color }}
    />
  );
}

interface SelectBoxProps {
  title: string;
  selected: boolean;
  selecting: boolean;
  onSelect: (range: boolean) => void;
}

/** At the card's corner: seen under the pointer, with focus, and while anything is selected. */
export function SelectBox({ title, selected, selecting, onSelect }: SelectBoxProps) {
  return (
    <span
      className={classNames(
        'absolute -start-2.5 -top-2.5 z-10 flex size-6 items-center justify-center rounded-control border border-line bg-raised shadow-card transition-opacity duration-150 touch:size-7',
        selecting
          ? ''
          : 'opacity-0 group-hover/card:opacity-100 has-focus-visible:opacity-100 group-has-[[data-grid-item]:focus-visible]/card:opacity-100 touch:pointer-events-none',
      )}
    >
      <input
        type="checkbox"
        aria-label={m.clips_select({ title: excerpt(title, 40) })}
        checked={selected}
        onChange={(event) => onSelect((event.nativeEvent as globalThis.MouseEvent).shiftKey)}
        className="size-4 cursor-pointer accent-accent"
      />
    </span>
  );
}
