import { Eye, Lock, Radio } from 'lucide-react';
import { useConnection } from '../../lib/socket.ts';
import { useUser } from '../../lib/session.ts';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { useLan } from '../lan/lan-state.ts';

const devices = (count: number) => (count === 1 ? '1 device' : `${count} devices`);

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
          {hosted ? (
            <>
              {guests.length > 0 ? `${devices(guests.length)} on your network can see this desktop` : 'Visible on your local network as '}
              {guests.length === 0 && <bdi>{name}</bdi>}.
            </>
          ) : (
            'Only you see this desktop until you share it.'
          )}
          {!signedIn && exists && ' It stays in this browser; log in to have it everywhere.'}
        </span>
      </p>
      {exists && <ConnectionDot state={state} pulse={news} />}
    </div>
  );
}
