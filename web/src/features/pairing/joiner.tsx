import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/api.ts';
import { m } from '../../paraglide/messages.js';
import { isOver, isRefused, type Joined, useAnswer, useEnter } from './pairing.ts';
import { Screen, Waiting } from './screen.tsx';

export interface Ending {
  onEnd: (said?: string) => void;
}

/** The device that typed or scanned the code. */
export function Joiner({ claim, digits, device, onEnd }: Joined & Ending) {
  const enter = useEnter();
  const { data, error } = useAnswer((signal) =>
    call('POST /pair/session', { withoutSession: true, body: { claim }, signal }),
  );
  const follow = useEffectEvent(() => {
    if (data) enter(data);
    else if (isRefused(error)) onEnd(m.pairing_denied());
    else if (isOver(error)) onEnd(m.pairing_over());
  });
  useEffect(() => follow(), [data, error]);
  return (
    <Screen title={m.pairing_shows_too({ device, digits })} digits={digits}>
      <Waiting error={error} onCancel={() => onEnd()}>
        {m.pairing_waiting_there()}
      </Waiting>
    </Screen>
  );
}
