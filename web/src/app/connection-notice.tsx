import { useEffect, useState } from 'react';
import { useConnection } from '../live/socket.ts';
import { m } from '../paraglide/messages.js';
import { ConnectionDot } from '../ui/connection-dot.tsx';

/** A reconnect that takes a moment is nobody's business. */
const SHOW_AFTER_MS = 2500;

/** Says that live updates are cut, while they are, and keeps nobody from a button under it. */
export function ConnectionNotice() {
  const { state, wanted } = useConnection();
  const cut = wanted && state !== 'connected';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!cut) return;
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [cut]);
  if (!shown) return null;
  return (
    <aside
      aria-label={m.app_connection()}
      className="pointer-events-none fixed start-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-30 animate-appear rounded-full border border-line bg-raised px-3 py-1.5 shadow-float md:inset-x-0 md:mx-auto md:w-fit"
    >
      <ConnectionDot state="disconnected" />
    </aside>
  );
}
