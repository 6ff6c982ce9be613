import { Eye, Radio } from 'lucide-react';
import { useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { Switch } from '../../ui/switch.tsx';
import { LanGuests } from './lan-guests.tsx';
import { LanHelp } from './lan-help.tsx';
import { LanPeers } from './lan-peers.tsx';
import { lan } from './lan.ts';
import { isActive, useLan } from './lan-state.ts';
import { ThisDevice } from './this-device.tsx';

export interface LanDialogProps {
  /** There is something to show to others. */
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
        {state.problem && <LanHelp state={state} />}
        <ThisDevice state={state} active={active} hasContent={hasContent} />
        <LanGuests state={state} />
        {active && (
          <LanPeers
            state={state}
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
        {!state.problem && <LanHelp state={state} />}
      </div>
    </Dialog>
  );
}
