import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { DeviceRow } from './device-row.tsx';
import { lan } from './lan.ts';
import { useLan } from './lan-state.ts';

/** Who asks to see this desktop; nothing while nobody does. */
export function LanRequests() {
  const heading = useId();
  const { requests } = useLan();
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h2 id={heading} className="text-sm font-semibold">
        Waiting for your approval
      </h2>
      <ul className="divide-y divide-line rounded-card border border-warn/40 bg-surface px-3">
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
  );
}
