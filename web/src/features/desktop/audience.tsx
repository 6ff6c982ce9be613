import { Eye, Link2, Lock, Radio } from 'lucide-react';
import type { Desktop } from '@clipline/contract/schemas/desktop.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUser } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { toast } from '../../ui/toast.ts';
import { lan } from '../lan/lan.ts';
import { useLan } from '../lan/lan-state.ts';
import { setSharing } from './desktop.api.ts';

/** `desktop` is undefined until the server has said whether there is one. */
export function Audience({ desktop }: { desktop: Desktop | null | undefined }) {
  const shared = desktop?.shared === true;
  const { hosting, guests, name } = useLan();
  const signedIn = useUser() !== null;
  const hosted = hosting === 'on';
  return (
    <div className="flex min-h-8 flex-col gap-1 text-sm text-muted">
      {desktop !== undefined && !hosted && !shared && (
        <Line icon={<Lock size={15} aria-hidden className="shrink-0" />}>
          <span>{m.desktop_audience_private()}</span>
          {!signedIn && desktop && <span> {m.desktop_audience_browser()}</span>}
        </Line>
      )}
      {shared && (
        <Line
          icon={<Link2 size={15} aria-hidden className="shrink-0 text-accent" />}
          action={<StopSharing />}
        >
          {m.desktop_audience_link()}
        </Line>
      )}
      {hosted && (
        <Line
          icon={
            guests.length > 0 ? (
              <Eye size={15} aria-hidden className="shrink-0 text-accent" />
            ) : (
              <Radio size={15} aria-hidden className="shrink-0 text-accent" />
            )
          }
          action={
            <Button variant="ghost" size="sm" onClick={lan.stop}>
              {m.desktop_audience_stop_lan()}
            </Button>
          }
        >
          {guests.length > 0
            ? m.desktop_audience_guests({ count: guests.length })
            : withSlots(
                m.desktop_audience_hosted({ name: slot(0) }),
                <bdi translate="no">{name}</bdi>,
              )}
        </Line>
      )}
    </div>
  );
}

function Line({
  icon,
  children,
  action,
}: {
  icon: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <p className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2">
      {/* One with its icon, also where it takes two lines. */}
      <span className="flex min-w-0 items-center gap-2">
        {icon}
        <span className="min-w-0">{children}</span>
      </span>
      {action}
    </p>
  );
}

function StopSharing() {
  const client = useQueryClient();
  const stopping = useMutation({
    meta: { failed: m.desktop_sharing_stop_failed() },
    mutationFn: () => setSharing(client, false),
    onSuccess: () =>
      void toast.success(m.desktop_sharing_stopped(), m.desktop_sharing_stopped_text()),
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={stopping.isPending}
      onClick={() => stopping.mutate()}
    >
      {m.desktop_stop_sharing()}
    </Button>
  );
}
