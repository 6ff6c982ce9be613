import { excerpt } from '../../../lib/text.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';

interface SelectBoxProps {
  title: string;
  selected: boolean;
  selecting: boolean;
  onSelect: (range: boolean) => void;
  /** Where it stands, in the box of the card or row. */
  className?: string;
}

const CORNER =
  '-start-2.5 -top-2.5 size-6 rounded-control border border-line bg-raised shadow-card touch:size-7';

/** Seen under the pointer, with focus, and while anything is selected. */
export function SelectBox({
  title,
  selected,
  selecting,
  onSelect,
  className = CORNER,
}: SelectBoxProps) {
  return (
    <span
      className={classNames(
        'absolute z-10 flex items-center justify-center transition-opacity duration-150',
        className,
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
        className="size-4 cursor-pointer accent-accent touch:size-5"
      />
    </span>
  );
}
