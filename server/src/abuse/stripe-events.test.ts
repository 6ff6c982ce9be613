import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import {
  billingSettings,
  deliver,
  type FakeSubscription,
  StripeServer,
} from '../../testing/stripe-server.ts';

// What Stripe tells in the wrong order, twice, of another person, or of what was never sold here.

describe('events of Stripe', () => {
  const stripe = new StripeServer();
  let app: TestApp;
  let person: Person;
  beforeAll(async () => {
    app = await buildTestApp({ ...billingSettings(await stripe.listen()) });
  });
  afterAll(async () => {
    await app.stop();
    await stripe.close();
  });
  beforeEach(async () => {
    person = await signUp(app);
  });

  const subscription = async (who = person) =>
    (await call(app, 'GET /billing/subscription', { headers: who.headers })).body;
  const subscribe = (changes: Partial<FakeSubscription> = {}, who = person) =>
    stripe.subscribe(stripe.id('cus'), { metadata: { userId: who.user.id }, ...changes });
  const tell = async (event: unknown) => expect((await deliver(app, event)).status).toBe(200);
  const happened = (what: FakeSubscription, type: string) =>
    stripe.subscriptionEvent(what, `customer.subscription.${type}`);
  const paid = (what: FakeSubscription, who: Person) =>
    stripe.event('checkout.session.completed', {
      object: 'checkout.session',
      id: stripe.id('cs'),
      subscription: what.id,
      client_reference_id: who.user.id,
    });

  test('deleted at Stripe and told for the first time: nothing is made of it', async () => {
    const mine = subscribe();
    const created = happened(mine, 'created');
    stripe.subscriptions.delete(mine.id);
    await tell(created);
    expect(await subscription()).toMatchObject({ plan: null, status: 'none' });
  });

  test('one payment told for two accounts is the first one’s alone', async () => {
    const other = await signUp(app);
    const bought = subscribe({ metadata: {} });
    await tell(paid(bought, person));
    await tell(paid(bought, other));
    expect(await subscription()).toMatchObject({ plan: 'pro' });
    expect(await subscription(other)).toMatchObject({ plan: null, status: 'none' });
    // Whom the purchase names counts before the one the page was opened for.
    const named = subscribe({ price: 'price_basic_m' }, other);
    await tell(paid(named, person));
    expect(await subscription(other)).toMatchObject({ plan: 'basic' });
    expect(await subscription()).toMatchObject({ plan: 'pro' });
  });

  test('both at once: one of them has it', async () => {
    const other = await signUp(app);
    const bought = subscribe({ metadata: {} });
    await Promise.all([tell(paid(bought, person)), tell(paid(bought, other))]);
    const plans = [(await subscription()).plan, (await subscription(other)).plan];
    expect(plans.filter((plan) => plan !== null)).toEqual(['pro']);
  });

  test('a price that is sold nowhere here gives no plan', async () => {
    const mine = subscribe({ price: 'price_of_something_else' });
    await tell(happened(mine, 'created'));
    expect(await subscription()).toMatchObject({ plan: null });
    mine.metadata = { userId: person.user.id, plan: 'emperor' };
    await tell(happened(mine, 'updated'));
    expect(await subscription()).toMatchObject({ plan: null });
    expect(
      (
        await call(app, 'POST /clipboard', {
          headers: person.headers,
          body: { content: 'not paid' },
        })
      ).status,
    ).toBe(402);
  });
});
