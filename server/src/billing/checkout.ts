import { createHash } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import {
  type BillingInterval,
  type PaidPlan,
  plans,
  TRIAL_DAYS,
} from '@clipline/contract/plans.ts';
import type { Stripe } from 'stripe';
import type { App } from '../core/app.ts';
import { transact } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { HOUR_MS } from '../core/time.ts';
import { changeAccount, findAccount, keepCustomer, listSubscriptions } from './billing.queries.ts';
import { priceOf, requireStripe } from './stripe.ts';
import { meaningOf, refreshAccount } from './subscriptions.ts';

/** As by a double click. */
const SAME_PURCHASE_MS = 10 * 60 * 1000;
/** When Stripe is asked what became of a payment page that nothing was heard of. */
const CHECK_AFTER_MS = HOUR_MS;

/** Without a card the trial ends as it began: for nothing. */
const trial = {
  trial_period_days: TRIAL_DAYS,
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
};

type Buyer = Pick<CurrentUser, 'id' | 'name' | 'email'>;

const hash = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** `gone` is a customer that Stripe no longer knows. */
async function customerOf(app: App, buyer: Buyer, gone?: string): Promise<string> {
  const account = await findAccount(app.db, buyer.id);
  if (account && account.customer_id !== gone) return account.customer_id;
  const customer = { email: buyer.email, name: buyer.name, metadata: { userId: buyer.id } };
  const created = await requireStripe(app).ask((sdk) =>
    sdk.customers.create(customer, { idempotencyKey: `customer-${hash([customer, gone])}` }),
  );
  return transact(app.db, (tx) => keepCustomer(tx, buyer.id, created.id, gone));
}

/** Only a user who was made the offer by us comes this way. */
const webAddress = (url: string | null): string => {
  if (url === null || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ProductError('PAYMENT_SERVICE_FAILED');
  return url;
};

async function withCustomer<T>(
  app: App,
  buyer: Buyer,
  question: (sdk: Stripe, customer: string) => Promise<T>,
): Promise<T> {
  const stripe = requireStripe(app);
  const customer = await customerOf(app, buyer);
  const answer = await stripe.askAbout((sdk) => question(sdk, customer));
  if (answer !== undefined) return answer;
  const isThere = await stripe.askAbout((sdk) => sdk.customers.retrieve(customer));
  const next = isThere && !isThere.deleted ? customer : await customerOf(app, buyer, customer);
  return stripe.ask((sdk) => question(sdk, next));
}

export async function portalAddress(app: App, buyer: Buyer, origin: string): Promise<string> {
  const session = await withCustomer(app, buyer, (sdk, customer) =>
    sdk.billingPortal.sessions.create({ customer, return_url: `${origin}/account` }),
  );
  return webAddress(session.url);
}

async function hasLiveSubscription({ db }: App, userId: string): Promise<boolean> {
  return (await listSubscriptions(db, userId)).some((each) => meaningOf(each).isLive);
}

/** A purchase asked for again keeps its number, and so its payment page. */
const beginPurchase = ({ db }: App, userId: string, purchase: string, now: number) =>
  transact(db, async (tx) => {
    const account = await findAccount(tx, userId);
    const isSame =
      account?.checkout_for === purchase && (account.checkout_at ?? 0) > now - SAME_PURCHASE_MS;
    const number = (account?.checkout_number ?? 0) + (isSame ? 0 : 1);
    if (!isSame)
      await changeAccount(tx, userId, {
        checkout_number: number,
        checkout_for: purchase,
        checkout_at: now,
        checkout_id: null,
      });
    return { number, abandoned: isSame ? undefined : (account?.checkout_id ?? undefined) };
  });

/** Who has a subscription already gets the page to manage it. */
export async function checkoutAddress(
  app: App,
  buyer: Buyer,
  origin: string,
  plan: PaidPlan,
  interval: BillingInterval,
): Promise<string> {
  const { db, config } = app;
  const stripe = requireStripe(app);
  const price = priceOf(config, plan, interval);
  if (price === undefined)
    throw new ProductError('PLAN_NOT_SOLD', { plan: plans[plan].name, interval });
  if (await hasLiveSubscription(app, buyer.id)) return portalAddress(app, buyer, origin);

  const customer = await customerOf(app, buyer);
  const earlier = await listSubscriptions(db, buyer.id);
  const hadTrial = earlier.some(({ status }) => !status.startsWith('incomplete'));
  const now = Date.now();
  const purchase = hash([price, earlier.length, origin]);
  const { number, abandoned } = await beginPurchase(app, buyer.id, purchase, now);
  if (
    abandoned !== undefined &&
    (await stripe.askAbout((sdk) => sdk.checkout.sessions.expire(abandoned))) === undefined
  ) {
    // It cannot be ended, so it may have been paid a moment ago.
    await refreshAccount(app, buyer.id, customer);
    if (await hasLiveSubscription(app, buyer.id)) return portalAddress(app, buyer, origin);
  }

  try {
    const session = await withCustomer(app, buyer, (sdk, customerId) => {
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: buyer.id,
        line_items: [{ price, quantity: 1 }],
        success_url: `${origin}/account?checkout=success`,
        cancel_url: `${origin}/?checkout=canceled#pricing`,
        subscription_data: { metadata: { userId: buyer.id, plan }, ...(!hadTrial && trial) },
        ...(!hadTrial && { payment_method_collection: 'if_required' as const }),
      };
      return sdk.checkout.sessions.create(params, {
        idempotencyKey: `checkout-${hash([number, params])}`,
      });
    });
    await changeAccount(db, buyer.id, { checkout_id: session.id, due_at: now + CHECK_AFTER_MS });
    return webAddress(session.url);
  } catch (error) {
    // Stripe repeats its failures for as long as the key is the same.
    await changeAccount(db, buyer.id, { checkout_for: null });
    throw error;
  }
}
