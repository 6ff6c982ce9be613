import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { DeviceRow } from './device-row.tsx';
import { lan } from './lan-session.ts';
import type { LanState } from './lan-state.ts';

const LIST = 'divide-y divide-line rounded-card border border-line px-3';

/** Who asks to see this desktop, and who sees it. */
export function LanGuests({ state: { requests, guests, hosting } }: { state: LanState }) {
  const asking = useId();
  const seeing = useId();
  return (
    <>
      {requests.length > 0 && (
        <section aria-labelledby={asking} className="flex flex-col gap-2">
          <h3 id={asking} className="text-sm font-semibold">
            Waiting for your approval
          </h3>
          <ul className={`${LIST} border-warn/40 bg-warn-soft`}>
            {requests.map(({ peerId, name }) => (
              <DeviceRow key={peerId} name={name} detail="Wants to see your desktop">
                <Button size="sm" aria-label={`Refuse ${name}`} onClick={() => lan.refuse(peerId)}>
                  Refuse
                </Button>
                <Button size="sm" variant="primary" aria-label={`Allow ${name}`} onClick={() => lan.approve(peerId)}>
                  Allow
                </Button>
              </DeviceRow>
            ))}
          </ul>
        </section>
      )}
      {hosting === 'on' && (
        <section aria-labelledby={seeing} className="flex flex-col gap-2">
          <h3 id={seeing} className="text-sm font-semibold">
            Who sees your desktop
          </h3>
          {guests.length === 0 ? (
            <p className="text-sm text-muted">Nobody yet.</p>
          ) : (
            <ul className={LIST}>
              {guests.map(({ id, name, ip }) => (
                <DeviceRow key={id} name={name} detail={ip}>
                  <Button size="sm" aria-label={`Disconnect ${name}`} onClick={() => lan.drop(id)}>
                    Disconnect
                  </Button>
                </DeviceRow>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}
