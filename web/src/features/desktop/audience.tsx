import { Eye, Lock, Radio } from 'lucide-react';
import { useConnection } from '../../live/socket.ts';
import { useUser } from '../../lib/session.ts';
import { m } from '../../paraglide/messages.js';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { useLan } from '../lan/lan-state.ts';

export interface AudienceProps {
  /** There is a desktop, so that there is something to keep in step. */
  exists: boolean;
  /** Grows with every piece of news. */
  news: number;
}

/** Who sees the board, and whether it is live. */
export function Audience({ exists, news }: AudienceProps) {
  const { hosting, guests, name } = useLan();
  const { state } = useConnection();
  const signedIn = useUser() !== null;
  const hosted = hosting === 'on';
  const Icon = hosted ? (guests.length > 0 ? Eye : Radio) : Lock;
  return (
    <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <p className="flex min-w-0 items-center gap-2 text-sm text-muted">
        <Icon size={15} aria-hidden className={hosted ? 'shrink-0 text-accent' : 'shrink-0'} />
        <span className="min-w-0">
          {!hosted
            ? m.desktop_audience_private()
            : guests.length > 0
              ? m.desktop_audience_guests({ count: guests.length })
              : withSlots(m.desktop_audience_hosted({ name: slot(0) }), <bdi>{name}</bdi>)}
          {!signedIn && exists && ` ${m.desktop_audience_browser()}`}
        </span>
      </p>
      {exists && <ConnectionDot state={state} pulse={news} />}
    </div>
  );
}
