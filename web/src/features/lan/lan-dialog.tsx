import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { Eye, Radio, WifiOff } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { pressed } from '../../lib/shortcuts.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { Status } from '../../ui/status.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DeviceRow, LanPeers, LanRequests } from './lan-peers.tsx';
import { isActive, useLan } from './lan-state.ts';
import { lan } from './lan.ts';

function ThisDevice({ hasContent }: LanDialogProps) {
  const state = useLan();
  const { hosting, name, security } = state;
  const active = isActive(state);
  const [typed, setTyped] = useState<string | null>(null);
  const keep = () => {
    if (typed !== null) lan.rename(typed);
    setTyped(null);
  };
  const hint =
    hosting === 'on'
      ? security?.approvalRequired
        ? m.lan_hosting_asked()
        : m.lan_hosting_open()
      : active
        ? m.lan_hosting_off()
        : m.lan_not_started();
  return (
    <section aria-label={m.lan_this_device()} className="flex flex-col gap-3">
      <InputField
        label={m.lan_name()}
        hint={hint}
        aside={
          hosting !== 'off' && (
            <ConnectionDot
              state={hosting === 'on' ? 'connected' : 'connecting'}
              {...(hosting === 'on' && { label: m.lan_hosting() })}
            />
          )
        }
        dir="auto"
        autoComplete="off"
        maxLength={MAX_DEVICE_NAME_LENGTH}
        value={typed ?? name}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => pressed(event) === 'Enter' && keep()}
      />
      {active && hosting === 'off' && hasContent && (
        <Button className="self-start" onClick={() => void lan.host()}>
          {m.lan_host()}
        </Button>
      )}
    </section>
  );
}

function LanGuests() {
  const { guests, hosting } = useLan();
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

const REASONS = [m.lan_help_both(), m.lan_help_network(), m.lan_help_vpn(), m.lan_help_server()];

function LanHelp() {
  const { problem } = useLan();
  return (
    <details className="group text-sm text-body" open={problem !== null}>
      <summary className="flex min-h-9 cursor-pointer items-center rounded-control font-medium text-accent touch:min-h-11">
        {m.lan_help()}
      </summary>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5">
        {REASONS.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

export interface LanDialogProps {
  hasContent: boolean;
}

export function LanDialog({ hasContent }: LanDialogProps) {
  const { close } = useOverlay();
  const state = useLan();
  const active = isActive(state);
  // Not the field for the name, which would open the keyboard of a phone.
  const main = useRef<HTMLButtonElement>(null);
  const viewed = useRef<string | null>(null);
  return (
    <Dialog
      title={m.lan_title()}
      description={m.lan_text()}
      initialFocus={main}
      finalFocus={() => {
        const section = document.getElementById(`peer-${viewed.current}`);
        section?.scrollIntoView({ block: 'start' });
        return section?.querySelector('h2') ?? true;
      }}
      footer={
        // Once it hosts, Stop stands beside what there is to stop.
        state.hosting === 'on' ? undefined : active ? (
          <Button ref={main} onClick={lan.stop}>
            {m.lan_stop()}
          </Button>
        ) : (
          <Button ref={main} variant="primary" onClick={() => void lan.start()}>
            <Radio size={16} aria-hidden />
            {state.problem ? m.lan_try_again() : m.lan_start()}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-6">
        <Status>
          {state.hosting === 'on' && (
            <Notice
              icon={Eye}
              tone="accent"
              action={
                <Button ref={main} size="sm" onClick={lan.stop}>
                  {m.lan_stop()}
                </Button>
              }
            >
              {state.guests.length > 0
                ? m.lan_visible_to({ names: state.guests.map(({ name }) => name).join(', ') })
                : m.lan_visible({ name: state.name })}
            </Notice>
          )}
          {state.problem && (
            <Notice icon={WifiOff} tone="warn">
              {m.lan_problem({ reason: state.problem.error })}
            </Notice>
          )}
        </Status>
        {state.problem && <LanHelp />}
        <ThisDevice hasContent={hasContent} />
        <LanGuests />
        {active && (
          <LanPeers
            onView={(peerId) => {
              viewed.current = peerId;
              close();
            }}
          />
        )}
        <Switch
          label={m.lan_auto_connect()}
          hint={m.lan_auto_connect_hint()}
          checked={state.autoConnect}
          onCheckedChange={lan.setAutoConnect}
        />
        {!state.problem && <LanHelp />}
      </div>
    </Dialog>
  );
}
