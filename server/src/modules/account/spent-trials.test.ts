import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../../testing/mailbox.ts';
import { billingSettings, StripeServer } from '../../../testing/stripe-server.ts';
import { deliver } from '../../../testing/webhooks.ts';
import { removeExpired } from '../auth/auth.jobs.ts';

const DAY_MS = 24 * 3600 * 1000;
let people = 0;

describe('a trial that was begun', () => {
  const stripe = new StripeServer();
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({
      LOG_LEVEL: 'silent',
      ...billingSettings(await stripe.listen()),
    });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    await app.stop();
    await stripe.close();
  });

  /** Through the mail, as anybody does. */
  async function register(email: string) {
    await call(app, 'POST /auth/register', {
      body: { name: 'Ada', email, password: TEST_PASSWORD },
    });
    const mail = (await mailsTo(app, email)).findLast(
      ({ subject }) => subject === 'Confirm your email address',
    );
    const token = fragmentOf(mail?.link ?? '').get('token') ?? '';
    await call(app, 'GET /auth/check-email-confirmation', {
      headers: { 'x-confirmation-token': token },
    });
    const { user, session } = (
      await call(app, 'POST /auth/login', { body: { email, password: TEST_PASSWORD } })
    ).body;
    return { user, headers: { authorization: `Bearer ${session.access_token}` } };
  }
  const leave = async ({ headers }: { headers: Record<string, string> }) =>
    expect(
      (await call(app, 'DELETE /account', { headers, body: { password: TEST_PASSWORD } })).status,
    ).toBe(200);
  const newAddress = () => `trial-${++people}@example.com`;

  test('who deletes the account and signs up again goes on with the same trial', async () => {
    const email = newAddress();
    const first = await register(email);
    expect(first.user.plan).toBe('trial');
    await leave(first);
    const second = await register(email);
    expect(second.user).toMatchObject({ plan: 'trial', trialEndsAt: first.user.trialEndsAt });
    expect(second.user.id).not.toBe(first.user.id);
    await leave(second);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * DAY_MS });
    expect((await register(email)).user).toMatchObject({
      plan: null,
      trialEndsAt: first.user.trialEndsAt,
    });
    expect((await register(newAddress())).user.plan).toBe('trial');
  });

  test('the trial of a first subscription is given once too', async () => {
    const email = newAddress();
    const first = await register(email);
    await call(app, 'POST /stripe/checkout', { headers: first.headers, body: { plan: 'pro' } });
    const customer = [...stripe.customers.values()].find((each) => each.email === email)?.id ?? '';
    const bought = stripe.subscribe(customer, { metadata: { userId: first.user.id } });
    await deliver(app, stripe.subscriptionEvent(bought));
    await leave(first);
    const second = await register(email);
    const { status } = await call(app, 'POST /stripe/checkout', {
      headers: second.headers,
      body: { plan: 'pro' },
    });
    const params: Record<string, unknown> =
      stripe.askedOf('/checkout/sessions').at(-1)?.params ?? {};
    expect([status, params['client_reference_id']]).toEqual([200, second.user.id]);
    expect(params['subscription_data']).not.toHaveProperty('trial_period_days');
  });

  test('no address is kept, and after a year nothing is', async () => {
    const email = newAddress();
    await leave(await register(email));
    const kept = () => app.store.db.selectFrom('spent_trials').selectAll().execute();
    expect(JSON.stringify(await kept())).not.toContain(email);
    expect(await kept()).not.toEqual([]);
    await removeExpired(app.store.db, Date.now() + 366 * DAY_MS);
    expect(await kept()).toEqual([]);
  });
});

test('where nothing is sold nothing is kept', async () => {
  const app = await buildTestApp();
  try {
    await call(app, 'POST /auth/register', {
      body: { name: 'Ada', email: 'free@example.com', password: TEST_PASSWORD },
    });
    const token =
      fragmentOf((await mailsTo(app, 'free@example.com'))[0]?.link ?? '').get('token') ?? '';
    await call(app, 'GET /auth/check-email-confirmation', {
      headers: { 'x-confirmation-token': token },
    });
    const { session } = (
      await call(app, 'POST /auth/login', {
        body: { email: 'free@example.com', password: TEST_PASSWORD },
      })
    ).body;
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect(
      (await call(app, 'DELETE /account', { headers, body: { password: TEST_PASSWORD } })).status,
    ).toBe(200);
    expect(await app.store.db.selectFrom('spent_trials').selectAll().execute()).toEqual([]);
  } finally {
    await app.stop();
  }
});
