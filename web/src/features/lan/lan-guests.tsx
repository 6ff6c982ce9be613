import { useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { DeviceRow } from './device-row.tsx';
import { LanRequests } from './lan-requests.tsx';
import { lan } from './lan.ts';
import type { LanState } from './lan-state.ts';

/** Who asks to see this desktop, and who sees it. */
export function LanGuests({ state: { guests, hosting } }: { state: LanState }) {
  const seeing = useId();
  return (
    <>
      <LanRequests />
      {hosting === 'on' && (
        <section aria-labelledby={seeing} className="flex flex-col gap-2">
          <h3 id={seeing} className="text-sm font-semibold">
            {m.lan_guests()}
          </h3>
          {guests.length === 0 ? (
            <p className="text-sm text-muted">{m.lan_guests_none()}</p>
          ) : (
            <ul className="divide-y divide-line rounded-card border border-line px-3">
              {guests.map(({ id, name, ip }) => (
                <DeviceRow key={id} name={name} detail={ip}>
                  <Button
                    size="sm"
                    aria-label={m.lan_guest_disconnect({ name })}
                    onClick={() => lan.drop(id)}
                  >
                    {m.lan_disconnect()}
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
