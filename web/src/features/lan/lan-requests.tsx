import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { useLan } from './lan-state.ts';
import { lan } from './lan.ts';

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

export interface DeviceRowProps {
  name: string;
  detail: string;
  children: ReactNode;
}

export function DeviceRow({ name, detail, children }: DeviceRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <IconTile icon={MonitorSmartphone} tone="neutral" />
      <div className="min-w-32 flex-1">
        <p className="text-sm font-medium wrap-anywhere text-ink">
          <bdi translate="no">{name}</bdi>
        </p>
        <p className="tabular text-xs text-muted">{detail}</p>
      </div>
      <div className="flex items-center gap-2">{children}</div>
    </li>
  );
}
