import type { Platform } from '../../platform/platform.ts';
import { beginMissingTrials } from '../auth/auth.queries.ts';
import { TRIAL_MS } from '../auth/plan.ts';
import { noteSpentTrial } from '../auth/spent-trials.ts';
import type { Tx } from '../../platform/database/database.ts';
import { billingJobs } from './billing.jobs.ts';
import { serveBilling } from './billing.routes.ts';
import type { Billing } from './billing.ts';
import { endBilling } from './end-billing.ts';
import { pricesOf } from './prices.ts';
import { connectStripe } from './stripe-client.ts';

/** What an account that is deleted leaves behind or ends. */
interface Leaving {
  /** Notes what a user had of trials, where plans are sold. */
  readonly noteTrials: (tx: Tx, userId: string) => Promise<void>;
  /** Ends what a user pays for, where plans are sold. May be repeated. */
  readonly endBilling: (userId: string) => Promise<void>;
}

export async function plugInBilling(
  { config, db, server, serving, channels, tell, jobs }: Platform,
  neighbours: Pick<Billing, 'planOf' | 'whenSharingEnds'>,
): Promise<Leaving> {
  const stripe = await connectStripe(config, server.log);
  const billing: Billing | undefined = stripe && {
    ...neighbours,
    db,
    stripe,
    prices: pricesOf(config),
    channels,
    tell,
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
  };
  serveBilling(serving, billing);
  if (billing) {
    jobs.push(...billingJobs(billing));
    await beginMissingTrials(db, Date.now() + TRIAL_MS);
    const { missing } = billing.prices;
    if (missing.length > 0)
      server.log.warn({ missing }, 'Some plans cannot be bought: their prices are not set');
  }
  return {
    noteTrials: async (tx, userId) => {
      if (stripe) await noteSpentTrial(tx, config.APP_SECRET, userId, Date.now());
    },
    endBilling: (userId) => endBilling(db, stripe, userId),
  };
}
