import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { useState } from 'react';
import { pressed } from '../../lib/keys.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { lan } from './lan.ts';
import type { LanState } from './lan-state.ts';

export interface ThisDeviceProps {
  state: LanState;
  active: boolean;
  hasContent: boolean;
}

/** Under which name others see this desktop, and whether they do. */
export function ThisDevice({ state, active, hasContent }: ThisDeviceProps) {
  const { hosting, name, security } = state;
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
      <Field
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
      >
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoComplete="off"
            maxLength={MAX_DEVICE_NAME_LENGTH}
            value={typed ?? name}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={keep}
            onKeyDown={(event) => pressed(event) === 'Enter' && keep()}
          />
        )}
      </Field>
      {active && hosting === 'off' && hasContent && (
        <Button className="self-start" onClick={() => void lan.host()}>
          {m.lan_host()}
        </Button>
      )}
    </section>
  );
}
