import { m } from '../../paraglide/messages.js';
import { Switch } from '../../ui/switch.tsx';
import { usePush } from './push.ts';

/** In its place, where it cannot be on, why that is. */
export function PushSwitch() {
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
