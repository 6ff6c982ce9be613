import { classNames } from './class-names.ts';

const STATES = {
  connected: { dot: 'bg-accent', text: 'Live' },
  connecting: { dot: 'bg-warn animate-breathe', text: 'Connecting…' },
  disconnected: { dot: 'bg-danger', text: 'Offline. Reconnecting…' },
};

/** How live what is shown is. `pulse`: a key that changes with every update received, for one small pulse. */
export function ConnectionDot({ state, pulse, label }: { state: keyof typeof STATES; pulse?: number; label?: string }) {
  const { dot, text } = STATES[state];
  return (
    <span role="status" className="inline-flex items-center gap-2 text-xs font-medium text-muted">
      <span key={pulse} className={classNames('size-2 rounded-full', dot, pulse ? 'animate-pulse-once' : '')} />
      {label ?? text}
    </span>
  );
}
