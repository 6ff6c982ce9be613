import {
  checkout,
  getBillingStatus,
  getSubscription,
  openPortal,
  stripeWebhook,
  type Subscription,
} from '@clipline/contract/schemas/billing.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { transact } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { isoOrNull } from '../core/time.ts';
import type { Billing } from './billing.ts';
import {
  isEventNoted,
  type KnownSubscription,
  listSubscriptions,
  noteEvent,
} from './billing.queries.ts';
import { checkoutAddress, portalAddress } from './checkout.ts';
import { announce, applyReading, readSubscription } from './read-stripe.ts';
import { pointerOf } from './stripe-events.ts';
import { leadingOf, meaningOf } from './subscription-state.ts';

/** `billing` is undefined where no plans are sold. */
export function serveBilling(app: App, billing: Billing | undefined): void {
  const { db } = app;
  const selling = (): Billing => {
    if (!billing) throw new ProductError('BILLING_OFF');
    return billing;
  };

  serve(app, checkout, async ({ user, body, checkRights }) => {
    await checkRights();
    return { url: await checkoutAddress(selling(), user, body.plan, body.interval ?? 'monthly') };
  });

  serve(app, openPortal, async ({ user, checkRights }) => {
    await checkRights();
    return { url: await portalAddress(selling(), user) };
  });

  serve(app, getSubscription, async ({ user }) =>
    billing ? present(leadingOf(await listSubscriptions(db, user.id)), user) : nothingSold,
  );

  serve(app, getBillingStatus, async () => ({ enabled: billing !== undefined }));

  serve(app, stripeWebhook, async ({ request, headers }) => {
    const sold = selling();
    const event = sold.stripe.verified(bytesOf(request.body), headers['stripe-signature'] ?? '');
    const pointer = pointerOf(event);
    if (!pointer || (await isEventNoted(db, event.id))) return received;
    const reading = await readSubscription(sold, pointer.subscriptionId);
    const changes = await transact(db, async (tx) =>
      (await noteEvent(tx, event.id, reading.at))
        ? applyReading(tx, sold, reading, pointer.userId)
        : [],
    );
    await announce(sold, changes);
    return received;
  });
}

const received = { received: true } as const;

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

const nothingSold: Subscription = {
  enabled: false,
  plan: null,
  status: 'none',
  interval: null,
  trialEndsAt: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
};

function present(
  subscription: KnownSubscription | undefined,
  user: Pick<CurrentUser, 'plan' | 'trialEndsAt'>,
): Subscription {
  const { shown, isLive } = subscription
    ? meaningOf(subscription)
    : { shown: 'none' as const, isLive: false };
  return {
    enabled: true,
    plan: user.plan === 'trial' ? null : user.plan,
    status: shown,
    interval: (isLive && subscription?.billing_interval) || null,
    trialEndsAt: isoOrNull(shown === 'trialing' ? subscription?.trial_ends_at : user.trialEndsAt),
    currentPeriodEnd: isLive ? isoOrNull(subscription?.period_ends_at) : null,
    cancelAtPeriodEnd: isLive && typeof subscription?.ends_at === 'number',
  };
}
