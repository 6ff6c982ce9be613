import { CloudOff } from 'lucide-react';
import { expectedAddress, useConnectionSign } from '../live/connection-sign.ts';
import { useConnection } from '../live/socket.ts';
import { m } from '../paraglide/messages.js';

function pausedText(): string {
  const address = expectedAddress(document.body.dataset['publicUrl'], window.location.hostname);
  return address ? m.app_updates_paused_here({ address }) : m.ui_updates_paused();
}

/**
 * Says in a page's header that live updates are cut, while they are: in the flow, so that it covers
 * no button. A phone has space for the icon alone.
 */
export function ConnectionNotice() {
  const { wanted } = useConnection();
  const sign = useConnectionSign();
  if (!wanted || sign === 'connected' || sign === 'connecting') return null;
  const text = sign === 'paused' ? pausedText() : m.ui_disconnected();
  return (
    <span
      role="status"
      data-tooltip={text}
      // Before the title is cut, this is.
      className="ms-auto inline-flex h-7 min-w-3.5 shrink-99 animate-appear items-center gap-2 rounded-full border border-line px-2.5 text-xs font-medium text-muted max-sm:border-0 max-sm:px-0 sm:min-w-7"
    >
      <CloudOff
        size={14}
        aria-hidden
        className={sign === 'paused' ? 'shrink-0 text-warn' : 'shrink-0 text-danger'}
      />
      <span className="truncate max-sm:sr-only">{text}</span>
    </span>
  );
}
