import * as endpoints from '@clipline/contract/schemas/billing.ts';
import type { App } from '../core/app.ts';
import { transact } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { HOUR_MS, isoOrNull } from '../core/time.ts';
import { beginMissingTrials } from '../auth/auth.queries.ts';
import { TRIAL_MS } from '../auth/plans.ts';
import * as queries from './billing.queries.ts';
import type { KnownSubscription } from './billing.queries.ts';
import { checkoutAddress, portalAddress } from './checkout.ts';
import { pointerOf, requireStripe, settingsWithoutPrice } from './stripe.ts';
import * as subscriptions from './subscriptions.ts';

/** Stripe sends an event for three days, and by hand for thirty. */
const KEEP_EVENTS_MS = 60 * 24 * HOUR_MS;
const MAX_AT_ONCE = 500;

export async function plugInBilling(app: App): Promise<void> {
  serve(app, endpoints.checkout, checkout);
  serve(app, endpoints.openPortal, openPortal);
  serve(app, endpoints.getSubscription, getSubscription);
  serve(app, endpoints.getBillingStatus, getBillingStatus);
  serve(app, endpoints.stripeWebhook, stripeWebhook);
  if (!app.stripe) return;
  app.jobs.push(
    { name: 'reconcile subscriptions', everyMs: HOUR_MS, run: () => reconcile(app) },
    {
      name: 'forget old events of Stripe',
      everyMs: 24 * HOUR_MS,
      run: () => queries.forgetEvents(app.db, Date.now() - KEEP_EVENTS_MS),
    },
  );
  await beginMissingTrials(app.db, Date.now() + TRIAL_MS);
  const missing = settingsWithoutPrice(app.config);
  if (missing.length > 0)
    app.server.log.warn({ missing }, 'Some plans cannot be bought: their prices are not set');
}

export async function reconcile(app: App, now = Date.now()): Promise<void> {
  for (const account of await queries.listDueAccounts(app.db, now, MAX_AT_ONCE))
    await subscriptions.refreshAccount(app, account.user_id, account.customer_id);
}

async function checkout(call: Call<typeof endpoints.checkout>, app: App) {
  const { user, body, checkRights, request } = call;
  await checkRights();
  const origin = app.origins.asked(request.headers.host);
  return { url: await checkoutAddress(app, user, origin, body.plan, body.interval ?? 'monthly') };
}

async function openPortal(call: Call<typeof endpoints.openPortal>, app: App) {
  await call.checkRights();
  const origin = app.origins.asked(call.request.headers.host);
  return { url: await portalAddress(app, call.user, origin) };
}

async function getSubscription(
  { user }: Call<typeof endpoints.getSubscription>,
  { db, stripe }: App,
) {
  return stripe
    ? present(subscriptions.leadingOf(await queries.listSubscriptions(db, user.id)), user)
    : nothingSold;
}

async function getBillingStatus(_call: Call<typeof endpoints.getBillingStatus>, { stripe }: App) {
  return { enabled: stripe !== undefined };
}

async function stripeWebhook({ request, headers }: Call<typeof endpoints.stripeWebhook>, app: App) {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const event = requireStripe(app).verified(bytes, headers['stripe-signature'] ?? '');
  const pointer = pointerOf(event);
  if (!pointer || (await queries.isEventNoted(app.db, event.id))) return received;
  const reading = await subscriptions.readSubscription(app, pointer.subscriptionId);
  await transact(app.db, async (tx) => {
    if (await queries.noteEvent(tx, event.id, reading.at))
      await subscriptions.applyReading(tx, app, reading, pointer.userId);
  });
  return received;
}

const received = { received: true } as const;

const nothingSold: endpoints.Subscription = {
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
): endpoints.Subscription {
  const { shown, isLive } = subscription
    ? subscriptions.meaningOf(subscription)
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
