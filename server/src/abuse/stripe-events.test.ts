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

  test('deleted before it was created: it is over, in whatever order it is told', async () => {
    const mine = subscribe();
    const [created, updated] = [happened(mine, 'created'), happened(mine, 'updated')];
    mine.status = 'canceled';
    for (const event of [happened(mine, 'deleted'), updated, created]) {
      await tell(event);
      expect(await subscription()).toMatchObject({ plan: null, status: 'canceled' });
    }
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

  test('two subscriptions: a downgrade ends when it ends, whichever is told last', async () => {
    const advanced = subscribe({ price: 'price_advanced_y', interval: 'year' });
    const basic = stripe.subscribe(advanced.customer, {
      price: 'price_basic_m',
      metadata: { userId: person.user.id },
    });
    await tell(happened(basic, 'created'));
    await tell(happened(advanced, 'created'));
    await tell(happened(basic, 'updated'));
    expect(await subscription()).toMatchObject({ plan: 'advanced', status: 'active' });
    advanced.status = 'canceled';
    await tell(happened(basic, 'updated'));
    await tell(happened(advanced, 'deleted'));
    expect(await subscription()).toMatchObject({ plan: 'basic', status: 'active' });
    basic.status = 'canceled';
    await tell(happened(basic, 'deleted'));
    expect(await subscription()).toMatchObject({ plan: null, status: 'canceled' });
  });

  test('a refund alone changes nothing; the end that follows does', async () => {
    const mine = subscribe();
    await tell(happened(mine, 'created'));
    for (const type of ['charge.refunded', 'refund.created', 'charge.dispute.created'])
      await tell(
        stripe.event(type, { object: type.split('.', 1)[0], id: 'x', customer: mine.customer }),
      );
    expect(await subscription()).toMatchObject({ plan: 'pro', status: 'active' });
    mine.status = 'canceled';
    await tell(stripe.event('invoice.voided', { object: 'invoice', subscription: mine.id }));
    expect(await subscription()).toMatchObject({ plan: null, status: 'canceled' });
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

  test('a card that fails and works again: no one is shut out, then all is as it was', async () => {
    const mine = subscribe();
    await tell(happened(mine, 'created'));
    const late: unknown[] = [];
    for (const [status, plan] of [
      ['past_due', 'pro'],
      ['active', 'pro'],
      ['past_due', 'pro'],
      ['unpaid', null],
      ['active', 'pro'],
    ] as const) {
      mine.status = status;
      late.push(happened(mine, 'updated'));
      await tell(happened(mine, 'updated'));
      expect(await subscription()).toMatchObject({
        plan,
        status: status === 'unpaid' ? 'past_due' : status,
      });
    }
    for (const event of late.toReversed()) await tell(event);
    expect(await subscription()).toMatchObject({ plan: 'pro', status: 'active' });
  });
});
