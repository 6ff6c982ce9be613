import { type ComponentProps, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import type { LiveClip } from '../../../things/clip.ts';
import { shortTitle } from '../../../things/secret.tsx';
import { classNames } from '../../../ui/class-names.ts';

export interface Selectable {
  clip: LiveClip;
  search: string;
  selected: boolean;
  /** Something is selected: a press selects too, and opens nothing. */
  selecting: boolean;
  onSelect: (clip: LiveClip, range: boolean) => void;
}

/** For the link to a clip on a list. */
export function useClipLink({
  clip,
  search,
  selecting,
  onSelect,
}: Selectable): Partial<ComponentProps<typeof Link>> {
  const press = useLongPress(() => onSelect(clip, false));
  return {
    // Where the clip is opened, the first of what was looked for is selected.
    ...(clip.match?.where === 'text' && { state: { search } }),
    'aria-keyshortcuts': 'x s d f c Delete',
    ...press,
    onClick(event) {
      if (!selecting || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onSelect(clip, event.shiftKey);
    },
  };
}

/** Of a card: where a text ends, not where it begins. */
const CORNER = 'end-2 top-2 size-7 rounded-control border border-line bg-raised shadow-card';

export interface SelectBoxProps extends Omit<Selectable, 'search'> {
  /** Where it stands, in the box of the card or row. */
  className?: string;
}

/** Seen under the pointer, with focus, and while anything is selected. */
export function SelectBox(props: SelectBoxProps) {
  const { clip, selected, selecting, onSelect, className = CORNER } = props;
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
        aria-label={m.clips_select({ title: shortTitle(clip, 40) })}
        checked={selected}
        onChange={({ nativeEvent }) =>
          onSelect(clip, (nativeEvent as globalThis.MouseEvent).shiftKey)
        }
        className="size-4 cursor-pointer accent-accent touch:size-5"
      />
    </span>
  );
}

const LONG_MS = 450;
/** A finger that moves so far scrolls. */
const MOVED_PX = 10;

/**
 * For what a finger holds for a while: handlers to spread. The press does nothing else, neither
 * what a tap does nor the browser's menu.
 */
function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const began = useRef({ x: 0, y: 0 });
  const wasLong = useRef(false);
  const end = () => clearTimeout(timer.current);
  useEffect(() => end, []);
  return {
    onPointerDown(event: PointerEvent) {
      wasLong.current = false;
      if (event.pointerType !== 'touch') return;
      began.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        wasLong.current = true;
        onLongPress();
      }, LONG_MS);
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = began.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > MOVED_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch')
        event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
