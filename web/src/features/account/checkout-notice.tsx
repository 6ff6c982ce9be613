import { plans } from '@clipline/contract/plans.ts';
import { CircleCheck, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSubscription } from '../billing/subscription.api.ts';

const ASK_EVERY_MS = 2000;
/** Stripe's news commonly take some seconds. */
const WAIT_MS = 60_000;

/**
 * Shown to a buyer who comes back from the payment page. That they came back proves nothing: what
 * counts is the subscription.
 */
export function CheckoutNotice({ onClose }: { onClose: () => void }) {
  const [round, setRound] = useState(0);
  const [over, setOver] = useState(false);
  const { data, refetch } = useSubscription(over ? undefined : ASK_EVERY_MS);
  useSocketEvent('billing:updated', () => void refetch());
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [round]);

  if (data?.enabled === false) return null;
  const close = <Button onClick={onClose}>{m.billing_checkout_close()}</Button>;
  if (data?.plan)
    return (
      <Notice icon={CircleCheck} tone="accent" action={close}>
        {m.billing_checkout_done({ plan: plans[data.plan].name })}
      </Notice>
    );
  if (!over) return <Notice icon={Clock}>{m.billing_checkout_waiting()}</Notice>;
  const again = () => {
    setOver(false);
    setRound(round + 1);
  };
  return (
    <Notice
      icon={Clock}
      action={
        <>
          <Button onClick={again}>{m.billing_checkout_again()}</Button>
          {close}
        </>
      }
    >
      {m.billing_checkout_open()}
    </Notice>
  );
}
