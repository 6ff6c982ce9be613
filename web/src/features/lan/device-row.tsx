import { MonitorSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconTile } from '../../ui/icon-tile.tsx';

export interface DeviceRowProps {
  name: string;
  /** What is known about it, such as its address. */
  detail: string;
  children: ReactNode;
}

/** A device and what can be done about it; a list item. */
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
