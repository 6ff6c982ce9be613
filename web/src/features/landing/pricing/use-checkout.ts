import type { BillingInterval, PaidPlan } from '@clipline/contract/plans.ts';
import { useEffect, useState } from 'react';
import { getSession } from '../../../lib/session.ts';
import { startCheckout } from './landing.api.ts';
import { billingAlerts } from '../landing.messages.ts';

/** `redirecting`: the plan whose payment page is on its way. */
export function useCheckout(interval: BillingInterval) {
  const [redirecting, setRedirecting] = useState<PaidPlan | null>(null);

  useEffect(() => {
    // The browser's Back from the payment page may show this page as it was left.
    const onShow = (event: PageTransitionEvent) => event.persisted && setRedirecting(null);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  async function buy(plan: PaidPlan) {
    if (redirecting) return;
    if (!getSession()) return window.alert(billingAlerts.noSession);
    setRedirecting(plan);
    try {
      location.assign(await startCheckout(plan, interval));
    } catch {
      setRedirecting(null);
      window.alert(billingAlerts.failed);
    }
  }
  return { redirecting, buy };
}
