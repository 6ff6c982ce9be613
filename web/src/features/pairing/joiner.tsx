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
  const { error } = useAnswer(
    (signal) => call('POST /pair/session', { withoutSession: true, body: { claim }, signal }),
    ({ data: paired, error: failure }) => {
      if (paired) enter(paired);
      else if (isRefused(failure)) onEnd(m.pairing_denied());
      else if (isOver(failure)) onEnd(m.pairing_over());
    },
  );
  return (
    <Screen title={m.pairing_shows_too({ device, digits })} digits={digits}>
      <Waiting error={error} onCancel={() => onEnd()}>
        {m.pairing_waiting_there()}
      </Waiting>
    </Screen>
  );
}
