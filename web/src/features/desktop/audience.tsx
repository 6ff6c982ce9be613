import { Eye, Lock, Radio } from 'lucide-react';
import { useUser } from '../../lib/session.ts';
import { m } from '../../paraglide/messages.js';
import { slot, withSlots } from '../../ui/slots.tsx';
import { useLan } from '../lan/lan-state.ts';

export interface AudienceProps {
  /** There is a desktop, so that there is something to keep in step. */
  exists: boolean;
}

/** Who sees the board. */
export function Audience({ exists }: AudienceProps) {
  const { hosting, guests, name } = useLan();
  const signedIn = useUser() !== null;
  const hosted = hosting === 'on';
  const Icon = hosted ? (guests.length > 0 ? Eye : Radio) : Lock;
  return (
    <p className="flex min-h-5 min-w-0 items-center gap-2 text-sm text-muted">
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
  );
}
