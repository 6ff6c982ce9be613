import type { App } from '../core/app.ts';
import { beginMissingTrials } from '../auth/auth.queries.ts';
import { TRIAL_MS } from '../auth/plans.ts';
import { billingJobs } from './billing.jobs.ts';
import { serveBilling } from './billing.routes.ts';
import type { Billing } from './billing.ts';
import { endBilling } from './end-billing.ts';
import { pricesOf } from './prices.ts';
import { connectStripe } from './stripe-client.ts';

/** Returns what ends all that a user pays for, where plans are sold. May be repeated. */
export async function plugInBilling(
  app: App,
  neighbours: Pick<Billing, 'planOf' | 'whenSharingEnds'>,
): Promise<(userId: string) => Promise<void>> {
  const { config, db, server, channels, tell, jobs } = app;
  const stripe = await connectStripe(config, server.log);
  const billing: Billing | undefined = stripe && {
    ...neighbours,
    db,
    stripe,
    prices: pricesOf(config),
    channels,
    tell,
    publicUrl: config.PUBLIC_URL,
  };
  serveBilling(app, billing);
  if (billing) {
    jobs.push(...billingJobs(billing));
    await beginMissingTrials(db, Date.now() + TRIAL_MS);
    const { missing } = billing.prices;
    if (missing.length > 0)
      server.log.warn({ missing }, 'Some plans cannot be bought: their prices are not set');
  }
  return (userId) => endBilling(db, stripe, userId);
}
