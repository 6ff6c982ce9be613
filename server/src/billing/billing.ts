import type { Plan } from '@clipline/contract/schemas/auth.ts';
import type { Db } from '../core/db/database.ts';
import type { Channels } from '../core/live/channels.ts';
import type { Tell } from '../core/live/tell.ts';
import type { PlanOf } from '../auth/plans.ts';
import type { Prices } from './prices.ts';
import type { StripeClient } from './stripe-client.ts';

/** What billing needs of the rest of the program, where plans are sold. */
export interface Billing {
  readonly db: Db;
  readonly stripe: StripeClient;
  readonly prices: Prices;
  readonly channels: Pick<Channels, 'publish'>;
  readonly tell: Tell;
  readonly planOf: PlanOf;
  /** Those with whom a user shared are turned away; the new plan does not include it. */
  readonly whenSharingEnds: (userId: string) => Promise<void>;
  /** Origin of the pages that people come back to. */
  readonly publicUrl: string;
}

/** A user's plan as it was and as it is. */
export interface PlanChange {
  readonly userId: string;
  readonly before: Plan | null;
  readonly after: Plan | null;
}
