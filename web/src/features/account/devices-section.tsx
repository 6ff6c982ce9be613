import { toast } from '../../ui/toast.ts';
import type { OpenSession } from '@clipline/contract/schemas/account.ts';
import { Pencil } from 'lucide-react';
import { failureText } from '../../lib/api-error.ts';
import { shortDate } from '../../lib/format.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { DeviceIcon } from '../devices/device-icon.tsx';
import { usePush } from '../devices/push.ts';
import { Switch } from '../../ui/switch.tsx';
import { useEndSession, useSessions } from './account.api.ts';
import { open } from './overlays.ts';
import { Section, SectionUnread } from '../../ui/section.tsx';

const nameOf = ({ name, device }: OpenSession) => name ?? device;

function Device({
  session,
  ending,
  onSignOut,
}: {
  session: OpenSession;
  ending: boolean;
  onSignOut: () => void;
}) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-line py-2 first:border-t-0">
      <DeviceIcon of={session.device} size={18} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium text-ink">
          {session.name === null ? session.device : <bdi translate="no">{session.name}</bdi>}
        </p>
        <p className="text-xs text-muted">
          {session.name !== null && `${session.device} · `}
          {session.current
            ? m.account_signed_in_since({ date: shortDate(session.createdAt) })
            : withSlots(
                m.account_used_signed_in({ used: slot(0), date: shortDate(session.createdAt) }),
                <RelativeTime time={session.lastUsedAt} />,
              )}
        </p>
      </div>
      <IconButton
        icon={Pencil}
        label={m.devices_rename_this({ device: nameOf(session) })}
        aria-haspopup="dialog"
        onClick={() => open('renameDevice', { session })}
      />
      {session.current ? (
        <Badge tone="accent">{m.account_this_device()}</Badge>
      ) : (
        <Button
          size="sm"
          pending={ending}
          data-grid-item
          aria-label={m.account_sign_out_device({ device: nameOf(session) })}
          onClick={onSignOut}
        >
          {m.account_sign_out()}
        </Button>
      )}
    </li>
  );
}

/** In its place, where it cannot be on, why that is. */
function PushSwitch() {
  const { on, refusal, change } = usePush();
  if (refusal === null)
    return (
      <Switch
        label={m.devices_push()}
        hint={m.devices_push_hint()}
        checked={on}
        onCheckedChange={change}
      />
    );
  return (
    <div className="text-sm">
      <p className="font-medium text-ink">{m.devices_push()}</p>
      <p className="text-muted">{refusal}</p>
    </div>
  );
}

export function DevicesSection() {
  const { data: sessions, error, refetch } = useSessions();
  const end = useEndSession();
  const others = sessions?.filter(({ current }) => !current) ?? [];
  const { list, leaving } = useGridFocus(others.map(({ id }) => id));
  // Here and not in the row, which is gone when the answer has come.
  const signOut = (session: OpenSession) => {
    leaving(session.id);
    end.mutate(session.id, {
      onSuccess: () => void toast.success(m.account_device_signed_out(), nameOf(session)),
    });
  };
  return (
    <Section
      title={m.account_devices()}
      text={m.account_devices_text()}
      action={
        others.length > 0 && (
          <Button onClick={() => open('signOutOthers')}>{m.account_sign_out_others()}</Button>
        )
      }
    >
      {sessions ? (
        <ul ref={list} aria-label={m.account_devices_list()} className="flex flex-col">
          {sessions.map((session) => (
            <Device
              key={session.id}
              session={session}
              ending={end.isPending && end.variables === session.id}
              onSignOut={() => signOut(session)}
            />
          ))}
        </ul>
      ) : (
        <SectionUnread
          failure={error && failureText(error, m.account_devices_failed())}
          onRetry={refetch}
        />
      )}
      <div className="border-t border-line pt-4">
        <PushSwitch />
      </div>
    </Section>
  );
}
