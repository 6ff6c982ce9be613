import type { BillingInterval, PaidPlan } from '@clipline/contract/plans.ts';
import { useEffect, useState } from 'react';
import { getSession } from '../../../lib/session.ts';
import { call } from '../../../lib/api.ts';
import { m } from '../../../paraglide/messages.js';

/** Returns the address of the payment page. */
async function startCheckout(plan: PaidPlan, interval: BillingInterval): Promise<string> {
  const { url } = await call('POST /stripe/checkout', {
    body: { plan, ...(interval === 'yearly' && { interval }) },
  });
  const { protocol, href } = new URL(url);
  // A payment page is a web page: no other kind of address is followed.
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Not a web address');
  return href;
}

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
    if (!getSession()) return window.alert(m.landing_login_first_alert());
    setRedirecting(plan);
    try {
      location.assign(await startCheckout(plan, interval));
    } catch {
      setRedirecting(null);
      window.alert(m.landing_checkout_failed());
    }
  }
  return { redirecting, buy };
}
