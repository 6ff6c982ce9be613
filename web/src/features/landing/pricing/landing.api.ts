import type { BillingInterval, PaidPlan } from '@clipline/contract/plans.ts';
import { call } from '../../../lib/api.ts';

/** Returns the address of the payment page. */
export async function startCheckout(plan: PaidPlan, interval: BillingInterval): Promise<string> {
  const { url } = await call('POST /stripe/checkout', {
    body: { plan, ...(interval === 'yearly' && { interval }) },
  });
  const { protocol, href } = new URL(url);
  // A payment page is a web page: no other kind of address is followed.
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Not a web address');
  return href;
}
