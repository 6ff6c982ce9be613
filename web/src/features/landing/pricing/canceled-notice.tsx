import { Info } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../../../lib/hydrated.ts';
import { m } from '../../../paraglide/messages.js';
import { Notice } from '../../../ui/notice.tsx';

/** After turning back on the payment page. */
export function CanceledNotice() {
  const { search } = useLocation();
  const notice = useRef<HTMLDivElement>(null);
  const canceled = useHydrated() && new URLSearchParams(search).get('checkout') === 'canceled';
  useEffect(() => {
    // The browser went to the prices before this stood above them.
    if (canceled) notice.current?.scrollIntoView({ block: 'center' });
  }, [canceled]);
  if (!canceled) return null;
  return (
    <div ref={notice} className="mb-6">
      <Notice icon={Info}>{m.landing_canceled()}</Notice>
    </div>
  );
}
