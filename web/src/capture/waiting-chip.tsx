import { m } from '../paraglide/messages.js';
import { useWaiting } from './outbox.ts';
import { showWaiting } from './waiting-sheet.tsx';

/**
 * Tells in the header of a page how many captures are not saved yet. It takes a moment to appear:
 * most are saved before that. A phone has space for the number alone.
 */
export function WaitingChip() {
  const count = useWaiting().length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={showWaiting}
      className="tabular inline-flex h-8 animate-appear items-center gap-2 rounded-control border border-line bg-surface px-3 text-xs font-medium whitespace-nowrap text-ink shadow-card [animation-delay:800ms] hover:bg-hover touch:h-11"
    >
      <span aria-hidden className="size-2 rounded-full bg-accent" />
      <span className="max-sm:sr-only">{m.capture_waiting_count({ count })}</span>
      <span aria-hidden className="sm:hidden">
        {count}
      </span>
    </button>
  );
}
