import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestApp } from './build-test-app.ts';

export type SubscriptionStatus =
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'incomplete'
  | 'incomplete_expired'
  | 'canceled';

export interface FakeSubscription {
  readonly id: string;
  readonly customer: string;
  status: SubscriptionStatus;
  price: string;
  interval: 'month' | 'year';
  metadata: Record<string, string>;
  created: number;
  trial_end: number | null;
  current_period_end: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
}

interface CheckoutSession {
  readonly id: string;
  readonly url: string;
  readonly params: Record<string, unknown>;
  status: 'open' | 'complete' | 'expired';
}

/**
 * How it responds: as it should, not at all, after a while, with a failure, or with what no Stripe
 * would say.
 */
export type Mood = 'well' | 'down' | 'slow' | 'failing' | 'nonsense' | 'no url' | 'bad key';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly params: Record<string, unknown>;
  readonly key: string | undefined;
}

const WEBHOOK_SECRET = 'whsec_test';
const DAY_SECONDS = 24 * 3600;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** `a[b][0]=c` as Stripe reads it. */
function parseForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/[[\]]+/).filter(Boolean);
    let at = root;
    for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
    at[steps.at(-1) as string] = value;
  }
  return root;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
const ok = (body: unknown): Answer => ({ status: 200, body });
const failed = (status: number, type: string, message: string): Answer => ({
  status,
  body: { error: { type, message } },
});
const invalid = (param: string, message = `No such ${param}`): Answer => ({
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', param, message } },
});

/** Speaks as much of Stripe's HTTP API as the official SDK asks of it, for one test file. */
export class StripeServer {
  readonly customers = new Map<string, { id: string; email: string; deleted?: true }>();
  readonly sessions = new Map<string, CheckoutSession>();
  readonly subscriptions = new Map<string, FakeSubscription>();
  readonly asked: Asked[] = [];
  base = '';
  mood: Mood = 'well';
  slowMs = 0;
  /** Runs before a subscription is read, so that a test can change or hold what is read. */
  beforeRead: (subscriptionId: string) => Promise<void> = async () => {};
  readonly #responses = new Map<string, Answer & { asked: string }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #ids = 0;

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.base;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${process.pid}_${this.#ids}`;
  }

  askedOf = (path: string): Asked[] => this.asked.filter((each) => each.path === path);

  subscribe(customer: string, changes: Partial<FakeSubscription> = {}): FakeSubscription {
    const subscription: FakeSubscription = {
      id: this.id('sub'),
      customer,
      status: 'active',
      price: 'price_pro_m',
      interval: 'month',
      metadata: {},
      created: nowSeconds(),
      trial_end: null,
      current_period_end: nowSeconds() + 30 * DAY_SECONDS,
      cancel_at: null,
      cancel_at_period_end: false,
      ...changes,
    };
    this.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  /** A user fills in the payment page. */
  pay(sessionId: string): FakeSubscription {
    const session = this.sessions.get(sessionId);
    if (session?.status !== 'open') throw new Error('This payment page is closed');
    session.status = 'complete';
    const { customer, line_items, subscription_data } = session.params as {
      customer: string;
      line_items: Record<string, { price: string }>;
      subscription_data: { metadata: Record<string, string>; trial_period_days?: string };
    };
    const price = line_items['0']?.price ?? '';
    const trialDays = Number(subscription_data.trial_period_days ?? 0);
    const trialEnd = nowSeconds() + trialDays * DAY_SECONDS;
    return this.subscribe(customer, {
      price,
      interval: price.endsWith('_y') ? 'year' : 'month',
      metadata: subscription_data.metadata,
      ...(trialDays > 0
        ? { status: 'trialing', trial_end: trialEnd, current_period_end: trialEnd }
        : {}),
    });
  }

  event(type: string, object: unknown, id = this.id('evt')) {
    return {
      id,
      object: 'event',
      type,
      api_version: '2026-10-28.endive',
      created: nowSeconds(),
      data: { object },
    };
  }

  subscriptionEvent(
    subscription: FakeSubscription,
    type = 'customer.subscription.updated',
    id?: string,
  ) {
    return this.event(type, present(subscription), id);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const params = parseForm(
      request.method === 'GET' ? url.search.slice(1) : Buffer.concat(chunks).toString(),
    );
    const key = request.headers['idempotency-key'] as string | undefined;
    const path = url.pathname.replace('/v1', '');
    this.asked.push({ method: request.method ?? '', path, params, key });
    if (this.mood === 'down') return void request.socket.destroy();
    if (this.mood === 'slow') await delay(this.slowMs, undefined, { ref: false });
    const { status, body } = await this.#answer(request.method ?? '', path, params, key);
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': this.id('req'),
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  async #answer(
    method: string,
    path: string,
    params: Record<string, unknown>,
    key: string | undefined,
  ): Promise<Answer> {
    if (this.mood === 'failing')
      return failed(500, 'api_error', 'Something broke with sk_test_secret');
    if (this.mood === 'bad key')
      return failed(401, 'invalid_request_error', 'Invalid API Key: sk_test_secret');
    if (this.mood === 'nonsense') return ok('<html>Welcome to the hotel</html>');
    const asked = JSON.stringify([method, path, params]);
    const earlier = method === 'POST' && key !== undefined ? this.#responses.get(key) : undefined;
    if (earlier && earlier.asked !== asked)
      return failed(400, 'idempotency_error', 'Keys can only be used with the same parameters');
    if (earlier) return earlier;
    const answer = await this.#act(method, path.split('/').slice(1), params);
    if (method === 'POST' && key !== undefined) this.#responses.set(key, { ...answer, asked });
    return answer;
  }

  async #act(method: string, path: string[], params: Record<string, unknown>): Promise<Answer> {
    const [area, second, third, fourth] = path;
    const known = (id: unknown) => {
      const customer = this.customers.get(String(id));
      return customer && !customer.deleted ? customer : undefined;
    };
    switch (`${method} ${area}`) {
      case 'POST customers': {
        const customer = { id: this.id('cus'), object: 'customer', email: String(params['email']) };
        this.customers.set(customer.id, customer);
        return ok(customer);
      }
      case 'GET customers': {
        const customer = this.customers.get(second ?? '');
        return customer ? ok(customer) : invalid('customer');
      }
      case 'DELETE customers':
        if (!known(second)) return invalid('customer');
        this.customers.set(second ?? '', { id: second ?? '', email: '', deleted: true });
        for (const each of this.subscriptions.values())
          if (each.customer === second) each.status = 'canceled';
        return ok({ id: second, object: 'customer', deleted: true });
      case 'POST checkout':
        return fourth === 'expire'
          ? this.#expire(third ?? '')
          : this.#checkout(params, known(params['customer']) !== undefined);
      case 'POST billing_portal':
        if (!known(params['customer'])) return invalid('customer');
        return ok({
          id: this.id('bps'),
          object: 'billing_portal.session',
          url: this.#url(`https://billing.stripe.test/p/${String(params['customer'])}`),
        });
      case 'GET subscriptions': {
        if (second === undefined) {
          const mine = [...this.subscriptions.values()].filter(
            (each) => each.customer === params['customer'],
          );
          return ok({ ...listOf(mine.map(present)), url: '/v1/subscriptions' });
        }
        const subscription = this.subscriptions.get(second);
        // What is read is what it is when the question arrives; the answer may take its time.
        const body = subscription && present(subscription);
        await this.beforeRead(second);
        return body ? ok(body) : invalid('subscription');
      }
      default:
        return invalid('route', `Unrecognized request URL (${method} /${path.join('/')})`);
    }
  }

  #url = (url: string): string | null => (this.mood === 'no url' ? null : url);

  #checkout(params: Record<string, unknown>, isCustomer: boolean) {
    if (!isCustomer) return invalid('customer');
    const id = this.id('cs');
    const url = `https://checkout.stripe.test/c/${id}`;
    this.sessions.set(id, { id, url, params, status: 'open' });
    const shown = { id, object: 'checkout.session', url: this.#url(url), status: 'open' };
    return ok({ ...shown, payment_status: 'unpaid' });
  }

  #expire(id: string) {
    const session = this.sessions.get(id);
    if (session?.status !== 'open')
      return { ...invalid('session', 'Only open sessions can be expired'), status: 400 };
    session.status = 'expired';
    return ok({ id, object: 'checkout.session', url: null, status: 'expired' });
  }
}

function present(subscription: FakeSubscription) {
  const { price, interval, current_period_end, ...rest } = subscription;
  const item = {
    id: `si_${rest.id}`,
    object: 'subscription_item',
    current_period_end,
    price: { id: price, object: 'price', recurring: { interval } },
  };
  return { object: 'subscription', ...rest, items: listOf([item]) };
}

const listOf = (data: unknown[]) => ({ object: 'list', data, has_more: false });

export function signature(body: string, secret = WEBHOOK_SECRET, at = nowSeconds()): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Delivers an event as Stripe does; `header` replaces the right signature. */
export async function deliver(
  app: Pick<TestApp, 'url'>,
  event: unknown,
  header?: string | null,
): Promise<{ status: number; body: unknown }> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const signed = header === undefined ? signature(body) : header;
  const response = await fetch(`${app.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signed === null ? {} : { 'stripe-signature': signed }),
    },
    body,
  });
  return { status: response.status, body: await response.json() };
}

export const billingSettings = (base: string): Record<string, string> => ({
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_BASE: base,
  STRIPE_PRICE_BASIC_MONTHLY: 'price_basic_m',
  STRIPE_PRICE_BASIC_YEARLY: 'price_basic_y',
  STRIPE_PRICE_PRO_MONTHLY: 'price_pro_m',
  STRIPE_PRICE_PRO_YEARLY: 'price_pro_y',
  STRIPE_PRICE_ADVANCED_MONTHLY: 'price_advanced_m',
  STRIPE_PRICE_ADVANCED_YEARLY: 'price_advanced_y',
});
