import { Unplug } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { momentAhead } from '../../lib/format.ts';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TravellingDot } from '../../ui/spinner.tsx';
import type { LiveDesktop } from './desktop-state.ts';

/** Its end moves with each change, which the news of them do not tell. */
const READ_AGAIN_MS = 60_000;

interface Pairing {
  readonly wasPaired: boolean;
  readonly until?: ReactNode;
  readonly end?: ReactNode;
}

/** Of a desktop that two devices share by a code; nothing of any other. */
export function usePairing(
  known: LiveDesktop | undefined,
  refetch: () => unknown,
  forBoth: () => Promise<void>,
): Pairing {
  const { state } = useLocation();
  const until = known?.desktop?.pairedUntil;
  const isPaired = until !== undefined;
  const changes = known?.items.map(({ id, version }) => `${id} ${version}`).join();
  const readAgain = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (!isPaired) return undefined;
    const timer = setTimeout(() => readAgain(), READ_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isPaired, changes]);
  const cameByCode = (state as { paired?: boolean } | null)?.paired === true;
  if (!isPaired) return { wasPaired: cameByCode };

  const end = () =>
    void confirm({
      title: m.pairing_end(),
      description: m.pairing_end_text(),
      confirm: m.pairing_end(),
      async act() {
        try {
          await forBoth();
        } catch (error) {
          toastFailure(m.pairing_end_failed(), error);
          throw error;
        }
      },
    });
  return {
    wasPaired: true,
    until: (
      <span className="relative">
        <Badge tone="accent">{m.pairing_until({ time: momentAhead(until) })}</Badge>
        {cameByCode && <TravellingDot className="-start-3 top-1/2 [--travel-x:9rem]" />}
      </span>
    ),
    end: (
      <Button variant="ghost" onClick={end}>
        {m.pairing_end()}
      </Button>
    ),
  };
}

export function PairingEnded() {
  return (
    <div role="alert">
      <EmptyState
        icon={Unplug}
        title={m.pairing_ended()}
        text={m.pairing_ended_text()}
        action={<ButtonLink to="/pair">{m.pairing_again()}</ButtonLink>}
      />
    </div>
  );
}
