import type { Job } from '../core/jobs.ts';
import { HOUR_MS } from '../core/time.ts';
import type { Billing } from './billing.ts';
import { listDueAccounts, forgetEvents } from './billing.queries.ts';
import { refreshAccount } from './read-stripe.ts';

/** Stripe sends an event for three days, and by hand for thirty. */
const KEEP_EVENTS_MS = 60 * 24 * HOUR_MS;
const MAX_AT_ONCE = 500;

/**
 * Asks Stripe about all accounts of which news may have been lost. When Stripe fails, the rest
 * waits for the next time.
 */
export async function reconcile(billing: Billing, now = Date.now()): Promise<void> {
  for (const account of await listDueAccounts(billing.db, now, MAX_AT_ONCE))
    await refreshAccount(billing, account.user_id, account.customer_id);
}

export const billingJobs = (billing: Billing): Job[] => [
  { name: 'reconcile subscriptions', everyMs: HOUR_MS, run: () => reconcile(billing) },
  {
    name: 'forget old events of Stripe',
    everyMs: 24 * HOUR_MS,
    run: () => forgetEvents(billing.db, Date.now() - KEEP_EVENTS_MS),
  },
];
