import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { billingSettings, deliver, type Mood, StripeServer } from '../../testing/stripe-server.ts';
import { reconcile } from './billing.routes.ts';
import { connectStripe } from './stripe.ts';
import { endBilling } from './subscriptions.ts';

const DAY_MS = 24 * 3600 * 1000;
const off = {
  enabled: false,
  plan: null,
  status: 'none',
  interval: null,
  trialEndsAt: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
};

test('without a key nothing is sold and nothing is limited', async () => {
  const app = await buildTestApp();
  const { headers } = await signUp(app);
  const text = 'This server sells no plans: everything is open to everyone.';
  expect(await call(app, 'GET /billing/subscription', { headers })).toMatchObject({
    status: 200,
    body: off,
  });
  expect((await call(app, 'GET /billing/subscription', { headers })).body).toEqual(off);
  expect((await call(app, 'GET /billing/status')).body).toEqual({ enabled: false });
  expect(
    await call(app, 'POST /stripe/checkout', { headers, body: { plan: 'pro' } }),
  ).toMatchObject({
    status: 503,
    body: { error: text },
  });
  expect(
    await call(app, 'POST /stripe/checkout', { headers, body: { plan: 'gold' } }),
  ).toMatchObject({
    status: 400,
    body: { error: 'Invalid plan' },
  });
  expect((await call(app, 'POST /stripe/checkout', { body: { plan: 'gold' } })).status).toBe(401);
  expect(await call(app, 'POST /stripe/portal', { headers })).toMatchObject({
    status: 503,
    body: { error: text },
  });
  expect(await deliver(app, { id: 'evt' })).toMatchObject({ status: 503, body: { error: text } });
  expect((await call(app, 'POST /rooms', { headers, body: { name: 'Mine' } })).status).toBe(201);
  await app.stop();
});

describe('billing', () => {
  const stripe = new StripeServer();
  let app: TestApp;
  let person: Person;
  beforeAll(async () => {
    app = await buildTestApp({
      LOG_LEVEL: 'silent',
      ...billingSettings(await stripe.listen()),
    });
  });
  afterAll(async () => {
    await app.stop();
    await stripe.close();
  });
  beforeEach(async () => {
    person = await signUp(app);
    stripe.asked.length = 0;
  });
  afterEach(() => {
    stripe.mood = 'well';
    vi.useRealTimers();
  });

  const checkout = (body: unknown) =>
    call(app, 'POST /stripe/checkout', { headers: person.headers, body });
  const portal = () => call(app, 'POST /stripe/portal', { headers: person.headers });
  const subscription = async () =>
    (await call(app, 'GET /billing/subscription', { headers: person.headers })).body;
  const sessionIn = (url: string) => url.split('/').at(-1) as string;
  const buy = async (plan: string, interval?: string) => {
    const { body } = await checkout({ plan, interval });
    const bought = stripe.pay(sessionIn(body.url));
    await deliver(app, stripe.subscriptionEvent(bought, 'customer.subscription.created'));
    return bought;
  };

  describe('checkout', () => {
    test('returns the payment page of what is bought, with a trial that asks for no card', async () => {
      const { status, body } = await checkout({ plan: 'pro', interval: 'yearly' });
      expect([status, body]).toEqual([
        200,
        { url: expect.stringMatching(/^https:\/\/checkout\.stripe\.test\//) },
      ]);
      const [customer] = stripe.askedOf('/customers');
      expect(customer?.params).toEqual({
        email: person.user.email,
        name: 'Test Person',
        metadata: { userId: person.user.id },
      });
      const [session] = stripe.askedOf('/checkout/sessions');
      expect(session?.key).toMatch(/^checkout-/);
      expect(session?.params).toEqual({
        mode: 'subscription',
        customer: expect.stringMatching(/^cus_/),
        client_reference_id: person.user.id,
        line_items: { 0: { price: 'price_pro_y', quantity: '1' } },
        success_url: 'http://clipline.test/account?checkout=success',
        cancel_url: 'http://clipline.test/?checkout=canceled#pricing',
        subscription_data: {
          metadata: { userId: person.user.id, plan: 'pro' },
          trial_period_days: '7',
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        },
        payment_method_collection: 'if_required',
      });
    });

    test.each([
      [{ plan: 'gold' }, 'Invalid plan'],
      [{ plan: ['pro'] }, 'Invalid plan'],
      [{}, 'Invalid plan'],
      [{ plan: 'pro', interval: 'weekly' }, 'Invalid request'],
      [{ plan: 'pro', price: 'price_free' }, 'Invalid request'],
    ])('%j is refused: %s', async (body, error) => {
      expect(await checkout(body)).toMatchObject({ status: 400, body: { error } });
      expect(stripe.asked).toEqual([]);
    });

    test('twice at once is one customer and one payment page', async () => {
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => checkout({ plan: 'basic' })),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(responses.map(({ body }) => body.url)).size).toBe(1);
      const mine = [...stripe.customers.values()].filter(
        ({ email }) => email === person.user.email,
      );
      expect(mine.length).toBe(1);
    });

    test('of something else closes the page before, and coming back opens a new one', async () => {
      const urls = [];
      for (const plan of ['basic', 'pro', 'basic']) urls.push((await checkout({ plan })).body.url);
      expect(new Set(urls).size).toBe(3);
      expect(urls.map((url) => stripe.sessions.get(sessionIn(url))?.status)).toEqual([
        'expired',
        'expired',
        'open',
      ]);
    });

    test('by a user who has a subscription leads to the page where it is managed', async () => {
      await buy('basic');
      const { body } = await checkout({ plan: 'advanced' });
      expect(body.url).toMatch(/^https:\/\/billing\.stripe\.test\//);
    });

    test('by a user whose payment we have not heard of yet leads there too', async () => {
      const { body } = await checkout({ plan: 'basic' });
      stripe.pay(sessionIn(body.url));
      expect((await checkout({ plan: 'pro' })).body.url).toMatch(
        /^https:\/\/billing\.stripe\.test\//,
      );
      expect(await subscription()).toMatchObject({ plan: 'basic', status: 'trialing' });
    });

    test('gives the trial once', async () => {
      const bought = await buy('pro');
      bought.status = 'canceled';
      await deliver(app, stripe.subscriptionEvent(bought, 'customer.subscription.deleted'));
      expect((await checkout({ plan: 'pro' })).body.url).toMatch(/checkout/);
      const params = stripe.askedOf('/checkout/sessions').at(-1)?.params;
      expect(params).not.toHaveProperty('payment_method_collection');
      expect(params?.['subscription_data']).toEqual({
        metadata: { userId: person.user.id, plan: 'pro' },
      });
    });

    test('goes on with a new customer when Stripe has lost the old one', async () => {
      await checkout({ plan: 'pro' });
      for (const customer of stripe.customers.values()) customer.deleted = true;
      expect((await checkout({ plan: 'basic' })).status).toBe(200);
      expect((await portal()).status).toBe(200);
    });
  });

  test('the portal returns its page, for any user', async () => {
    expect(await portal()).toMatchObject({
      status: 200,
      body: { url: expect.stringMatching(/^https:\/\/billing\.stripe\.test\//) },
    });
    expect(stripe.askedOf('/billing_portal/sessions')[0]?.params['return_url']).toBe(
      'http://clipline.test/account',
    );
    expect((await call(app, 'POST /stripe/portal')).status).toBe(401);
  });

  test.each<Mood>(['down', 'failing', 'nonsense', 'no url', 'bad key'])(
    'while Stripe is %s, buying fails with 502 and the rest works',
    async (mood) => {
      stripe.mood = mood;
      const failed = {
        status: 502,
        body: { error: 'The payment service cannot be reached. Please try again in a moment.' },
      };
      expect(await checkout({ plan: 'pro' })).toMatchObject(failed);
      expect(await portal()).toMatchObject(failed);
      expect(stripe.asked.length).toBeLessThanOrEqual(8);
      expect(await subscription()).toMatchObject({ enabled: true, status: 'none' });
      stripe.mood = 'well';
      expect((await checkout({ plan: 'pro' })).status).toBe(200);
    },
  );

  describe('subscription', () => {
    test('there is none at first', async () => {
      expect((await call(app, 'GET /billing/status')).body).toEqual({ enabled: true });
      const trialEndsAt = Date.now() + 3 * DAY_MS;
      await app.store.db
        .updateTable('users')
        .set({ trial_ends_at: trialEndsAt })
        .where('id', '=', person.user.id)
        .execute();
      expect(await subscription()).toEqual({
        ...off,
        enabled: true,
        trialEndsAt: new Date(trialEndsAt).toISOString(),
      });
    });

    test('begins when it is paid, not when the page comes back', async () => {
      const { body } = await checkout({ plan: 'advanced', interval: 'yearly' });
      const session = {
        object: 'checkout.session',
        id: sessionIn(body.url),
        client_reference_id: person.user.id,
        payment_status: 'unpaid',
      };
      await deliver(
        app,
        stripe.event('checkout.session.completed', { ...session, subscription: 'sub_nobody' }),
      );
      expect(await subscription()).toMatchObject({ plan: null, status: 'none' });
      const bought = stripe.pay(sessionIn(body.url));
      await deliver(
        app,
        stripe.event('checkout.session.completed', {
          ...session,
          customer: bought.customer,
          subscription: bought.id,
        }),
      );
      const trialEnd = new Date((bought.trial_end as number) * 1000).toISOString();
      expect(await subscription()).toEqual({
        enabled: true,
        plan: 'advanced',
        status: 'trialing',
        interval: 'yearly',
        trialEndsAt: trialEnd,
        currentPeriodEnd: trialEnd,
        cancelAtPeriodEnd: false,
      });
    });

    test('is read again by the hourly job when its news were lost', async () => {
      const { body } = await checkout({ plan: 'pro' });
      const bought = stripe.pay(sessionIn(body.url));
      await reconcile(app);
      expect(await subscription()).toMatchObject({ plan: null });
      const hour = 3600 * 1000;
      await reconcile(app, Date.now() + hour + 1000);
      expect(await subscription()).toMatchObject({ plan: 'pro', status: 'trialing' });
      bought.status = 'canceled';
      await reconcile(app, Date.now() + 25 * hour);
      expect(await subscription()).toMatchObject({ plan: null, status: 'canceled' });
      const readings = () =>
        stripe
          .askedOf('/subscriptions')
          .filter(({ params }) => params['customer'] === bought.customer).length;
      const asked = readings();
      await reconcile(app, Date.now() + 100 * hour);
      expect([asked > 0, readings()]).toEqual([true, asked]);
    });

    test('a paid plan whose news stay away ends some days after its period', async () => {
      await buy('pro');
      const { body: session } = await call(app, 'POST /auth/login', {
        body: { email: person.user.email, password: 'correct horse battery' },
      });
      expect(session.user.plan).toBe('pro');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * DAY_MS });
      const later = await signInAgain();
      expect(later).toBe('pro');
      vi.setSystemTime(Date.now() + 2 * DAY_MS);
      expect(await signInAgain()).toBe(null);
    });
  });

  const signInAgain = async () =>
    (
      await call(app, 'POST /auth/login', {
        body: { email: person.user.email, password: 'correct horse battery' },
      })
    ).body.user.plan;

  test('ends with the account, at Stripe too', async () => {
    const bought = await buy('pro');
    stripe.mood = 'failing';
    await expect(endBilling(app, person.user.id)).rejects.toMatchObject({
      code: 'PAYMENT_SERVICE_FAILED',
    });
    expect(await subscription()).toMatchObject({ plan: 'pro' });
    stripe.mood = 'well';
    await endBilling(app, person.user.id);
    await endBilling(app, person.user.id);
    expect([bought.status, stripe.customers.get(bought.customer)?.deleted]).toEqual([
      'canceled',
      true,
    ]);
    expect(await subscription()).toMatchObject({ plan: null, status: 'none' });
    await app.store.db
      .updateTable('users')
      .set({ disabled_at: 1 })
      .where('id', '=', person.user.id)
      .execute();
    await deliver(app, stripe.subscriptionEvent(bought, 'customer.subscription.deleted'));
    expect(
      await app.store.db
        .selectFrom('subscriptions')
        .selectAll()
        .where('user_id', '=', person.user.id)
        .execute(),
    ).toEqual([]);
  });
});

test('a plan without a price cannot be bought', async () => {
  const stripe = new StripeServer();
  const { STRIPE_PRICE_PRO_YEARLY: _, ...settings } = billingSettings(await stripe.listen());
  const app = await buildTestApp({ ...settings, LOG_LEVEL: 'silent' });
  const { headers } = await signUp(app);
  expect(
    await call(app, 'POST /stripe/checkout', {
      headers,
      body: { plan: 'pro', interval: 'yearly' },
    }),
  ).toMatchObject({
    status: 503,
    body: { error: 'The Pro plan, paid yearly, cannot be bought on this server at the moment.' },
  });
  expect(
    (await call(app, 'POST /stripe/checkout', { headers, body: { plan: 'pro' } })).status,
  ).toBe(200);
  await app.stop();
  await stripe.close();
});

test('a Stripe that takes too long is given up, after one more try', async () => {
  const stripe = new StripeServer();
  const base = await stripe.listen();
  Object.assign(stripe, { mood: 'slow', slowMs: 60_000 });
  const settings = {
    STRIPE_SECRET_KEY: 'sk',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    STRIPE_API_BASE: base,
  };
  const client = await connectStripe(settings, { warn: () => {} }, 50);
  await expect(client?.ask((sdk) => sdk.customers.create({}))).rejects.toMatchObject({
    code: 'PAYMENT_SERVICE_FAILED',
  });
  expect(stripe.asked.length).toBe(2);
  expect(new Set(stripe.asked.map(({ key }) => key)).size).toBe(1);
  await stripe.close();
});

test('those who came while nothing was sold begin their trial when plans are', async () => {
  const stripe = new StripeServer();
  const open = await buildTestApp();
  const { user } = await signUp(open);
  await open.close();
  const app = await buildTestApp({
    DATA_DIR: open.dataDir,
    LOG_LEVEL: 'silent',
    ...billingSettings(await stripe.listen()),
  });
  const { body } = await call(app, 'POST /auth/login', {
    body: { email: user.email, password: 'correct horse battery' },
  });
  expect(body.user.plan).toBe('trial');
  expect(Date.parse(body.user.trialEndsAt) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
  await app.stop();
  await stripe.close();
});
