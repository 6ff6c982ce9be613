import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { closeSockets, connectSocket, settle } from '../../testing/sockets.ts';
import {
  billingSettings,
  deliver,
  type FakeSubscription,
  signature,
  StripeServer,
  type SubscriptionStatus,
} from '../../testing/stripe-server.ts';

onEachDatabase((environment, once) => {
  const stripe = new StripeServer();
  let app: TestApp;
  let person: Person;
  let mine: FakeSubscription;
  beforeAll(async () => {
    app = await buildTestApp({
      ...environment,
      LOG_LEVEL: 'silent',
      ...billingSettings(await stripe.listen()),
    });
  });
  afterAll(async () => {
    await app.stop();
    await stripe.close();
  });
  afterEach(() => {
    closeSockets();
    stripe.mood = 'well';
    stripe.beforeRead = async () => {};
  });
  beforeEach(async () => {
    person = await signUp(app);
    mine = stripe.subscribe(stripe.id('cus'), { metadata: { userId: person.user.id } });
  });

  const subscription = async (who = person) =>
    (await call(app, 'GET /billing/subscription', { headers: who.headers })).body;
  const stored = async () => ({
    events: await app.store.db.selectFrom('stripe_events').selectAll().execute(),
    subscriptions: await app.store.db.selectFrom('subscriptions').selectAll().execute(),
    accounts: await app.store.db.selectFrom('billing_accounts').selectAll().execute(),
    user: await app.store.db
      .selectFrom('users')
      .select(['paid_plan', 'paid_until'])
      .where('id', '=', person.user.id)
      .execute(),
  });

  once.describe('is believed only when Stripe signed it', () => {
    const minutes = 60;
    const now = () => Math.floor(Date.now() / 1000);
    test.each<[string, (body: string) => [string, string | null]]>([
      ['no signature', (body) => [body, null]],
      ['an empty signature', (body) => [body, '']],
      ['a signature that is none', (body) => [body, 'v1=abc']],
      ['another secret', (body) => [body, signature(body, 'whsec_other')]],
      ['an old signature', (body) => [body, signature(body, undefined, now() - 6 * minutes)]],
      ['one byte altered', (body) => [body.replace('"active"', '"paused"'), signature(body)]],
      ['a byte more', (body) => [`${body} `, signature(body)]],
      ['no body', (body) => ['', signature(body)]],
      ['signed junk', () => ['{"id":', signature('{"id":')]],
      ['a signed list', () => ['[]', signature('[]')]],
      ['signed nothing', () => ['null', signature('null')]],
    ])('%s', async (_what, forge) => {
      const before = await stored();
      const body = JSON.stringify(stripe.subscriptionEvent(mine));
      const [sent, header] = forge(body);
      expect(await deliver(app, sent, header)).toMatchObject({
        status: 400,
        body: { error: 'Invalid signature' },
      });
      expect(await stored()).toEqual(before);
    });

    test('whatever the type of its body is said to be', async () => {
      const body = JSON.stringify(stripe.subscriptionEvent(mine));
      const response = await fetch(`${app.url}/api/stripe/webhook`, {
        method: 'POST',
        headers: { 'stripe-signature': signature(body) },
        body,
      });
      expect([response.status, await response.json()]).toEqual([200, { received: true }]);
      expect(await subscription()).toMatchObject({ plan: 'pro', status: 'active' });
    });
  });

  test('the same event five times at once has one effect', async () => {
    const event = stripe.subscriptionEvent(mine);
    const responses = await Promise.all(Array.from({ length: 5 }, () => deliver(app, event)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { events, subscriptions } = await stored();
    expect(events.filter(({ id }) => id === event.id).length).toBe(1);
    expect(subscriptions.filter(({ id }) => id === mine.id).length).toBe(1);
    const asked = stripe.asked.length;
    expect((await deliver(app, event)).status).toBe(200);
    expect(stripe.asked.length).toBe(asked);
  });

  once.test('events that mean nothing here are thanked for', async () => {
    const before = await stored();
    for (const object of [
      { object: 'charge', id: 'ch_1' },
      { object: 'invoice', subscription: null },
      {},
      { object: 'subscription' },
    ])
      expect(await deliver(app, stripe.event('something.new', object))).toEqual({
        status: 200,
        body: { received: true },
      });
    const stranger = stripe.subscribe('cus_of_another_product');
    expect((await deliver(app, stripe.subscriptionEvent(stranger))).status).toBe(200);
    expect(
      (
        await deliver(
          app,
          stripe.event('invoice.paid', { object: 'invoice', subscription: 'sub_gone' }),
        )
      ).status,
    ).toBe(200);
    expect(await stored()).toMatchObject({
      subscriptions: before.subscriptions,
      accounts: before.accounts,
    });
  });

  once.test('an invoice says which subscription to read, in its old and its new form', async () => {
    await deliver(
      app,
      stripe.event('invoice.paid', {
        object: 'invoice',
        parent: { subscription_details: { subscription: mine.id } },
      }),
    );
    expect(await subscription()).toMatchObject({ plan: 'pro', status: 'active' });
    mine.status = 'past_due';
    await deliver(
      app,
      stripe.event('invoice.payment_failed', { object: 'invoice', subscription: { id: mine.id } }),
    );
    expect(await subscription()).toMatchObject({ plan: 'pro', status: 'past_due' });
  });

  once.test(
    'while Stripe cannot be asked nothing is taken for true, and the repeat counts',
    async () => {
      const event = stripe.subscriptionEvent(mine);
      const before = await stored();
      stripe.mood = 'failing';
      expect((await deliver(app, event)).status).toBe(502);
      expect(await stored()).toMatchObject({
        events: before.events,
        subscriptions: before.subscriptions,
      });
      stripe.mood = 'well';
      expect((await deliver(app, event)).status).toBe(200);
      expect(await subscription()).toMatchObject({ plan: 'pro' });
    },
  );

  once.test('devices hear of a new plan, others do not', async () => {
    const [own, other] = [
      await connectSocket(app.url, { token: person.session.access_token }),
      await connectSocket(app.url),
    ];
    const heard: unknown[] = [];
    for (const socket of [own, other]) socket.on('billing:updated', (news) => heard.push(news));
    await deliver(app, stripe.subscriptionEvent(mine));
    await deliver(app, stripe.subscriptionEvent(mine));
    await settle(own, other);
    expect(heard).toEqual([{ plan: 'pro' }]);
  });

  const statuses: SubscriptionStatus[] = [
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'incomplete',
    'canceled',
  ];
  const shown: Record<string, string> = {
    unpaid: 'past_due',
    paused: 'past_due',
    incomplete: 'none',
  };
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('change' as const),
      status: fc.constantFrom(...statuses),
      price: fc.constantFrom('price_basic_m', 'price_pro_y', 'price_advanced_m'),
    }),
    fc.record({ kind: fc.constant('deliver' as const), event: fc.nat(), isHeld: fc.boolean() }),
    fc.record({ kind: fc.constant('release' as const), answer: fc.nat() }),
  );

  test('events shuffled, repeated, delayed and side by side lead to what Stripe says last', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 16 }),
        fc.boolean(),
        async (steps, lastFirst) => {
          const who = await signUp(app);
          const theirs = stripe.subscribe(stripe.id('cus'), { metadata: { userId: who.user.id } });
          const events = [stripe.subscriptionEvent(theirs)];
          const delivered = new Set<unknown>();
          const running: Promise<unknown>[] = [];
          /** Responses of Stripe that are on their way, with what was true when they left. */
          const held: (() => void)[] = [];

          const send = async (event: unknown, isHeld: boolean) => {
            delivered.add(event);
            const asked = new Promise<void>((resolve) => {
              stripe.beforeRead = async () => {
                resolve();
                if (isHeld) await new Promise<void>((release) => held.push(release));
              };
            });
            const answer = deliver(app, event).then(({ status }) => expect(status).toBe(200));
            running.push(answer);
            await Promise.race(isHeld ? [asked, answer] : [answer]);
          };

          for (const each of steps) {
            if (each.kind === 'change') {
              Object.assign(theirs, { status: each.status, price: each.price });
              events.push(stripe.subscriptionEvent(theirs));
            } else if (each.kind === 'deliver')
              await send(events[each.event % events.length], each.isHeld);
            else held.splice(each.answer % (held.length + 1), 1)[0]?.();
          }
          const late = events.filter((event) => !delivered.has(event));
          for (const event of lastFirst ? late.toReversed() : late) await send(event, false);
          for (const release of held.splice(0)) release();
          await Promise.all(running);

          const givesPlan = ['trialing', 'active', 'past_due'].includes(theirs.status);
          expect(await subscription(who)).toMatchObject({
            status: shown[theirs.status] ?? theirs.status,
            plan: givesPlan ? theirs.price.split('_')[1] : null,
          });
        },
      ),
      { numRuns: 20 },
    );
  });
});
