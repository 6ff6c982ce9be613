import { useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { DeviceRow } from './device-row.tsx';
import { lan } from './lan.ts';
import { useLan } from './lan-state.ts';

/** Who asks to see this desktop; nothing while no one does. */
export function LanRequests() {
  const heading = useId();
  const { requests } = useLan();
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h2 id={heading} className="text-sm font-semibold">
        {m.lan_requests()}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-warn/40 bg-surface px-3">
        {requests.map(({ peerId, name }) => (
          <DeviceRow key={peerId} name={name} detail={m.lan_request_text()}>
            <Button
              size="sm"
              aria-label={m.lan_refuse_name({ name })}
              onClick={() => lan.refuse(peerId)}
            >
              {m.lan_refuse()}
            </Button>
            <Button
              size="sm"
              variant="primary"
              aria-label={m.lan_allow_name({ name })}
              onClick={() => lan.approve(peerId)}
            >
              {m.lan_allow()}
            </Button>
          </DeviceRow>
        ))}
      </ul>
    </section>
  );
}
