import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';

const STATES = {
  connected: { dot: 'bg-accent', text: m.ui_connected() },
  connecting: { dot: 'bg-warn animate-breathe', text: m.ui_connecting() },
  paused: { dot: 'bg-warn', text: m.ui_updates_paused() },
  disconnected: { dot: 'bg-danger', text: m.ui_disconnected() },
};

/** `pulse` changes with every update, for one small pulse. */
export function ConnectionDot({
  state,
  pulse,
  label,
}: {
  state: keyof typeof STATES;
  pulse?: number;
  label?: string;
}) {
  const { dot, text } = STATES[state];
  return (
    <output
      className={classNames(
        'inline-flex items-center gap-2 text-xs font-medium whitespace-nowrap text-muted',
        // Longer words are cut before the title is.
        state !== 'connected' && 'min-w-2 shrink-99',
      )}
    >
      <span
        key={pulse}
        className={classNames(
          'size-2 shrink-0 rounded-full',
          dot,
          pulse ? 'animate-pulse-once' : '',
        )}
      />
      {/* On a phone a title has no space beside it for what passes in a moment. */}
      <span
        className={classNames('truncate', state === 'connecting' && !label && 'max-sm:sr-only')}
      >
        {label ?? text}
      </span>
    </output>
  );
}
