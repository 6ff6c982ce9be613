import { ProductError } from '@clipline/contract/errors.ts';
import type { BillingInterval, PaidPlan } from '@clipline/contract/plans.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Stripe } from 'stripe';
import type { App } from '../core/app.ts';
import type { Config } from '../core/config.ts';

declare module '../core/app.ts' {
  interface App {
    readonly stripe: Awaited<ReturnType<typeof connectStripe>>;
  }
}

/** A user waits for the payment page, and Stripe for the answer to its news. */
const TIMEOUT_MS = 6000;
const MAX_RETRIES = 1;

function location(base: string | undefined) {
  if (base === undefined) return {};
  const { hostname, port, protocol } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isPlain ? 80 : 443)),
    protocol: isPlain ? 'http' : 'https',
  } as const;
}

/** Undefined where no plans are sold; the SDK is then not loaded. */
export async function connectStripe(
  config: Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeout = TIMEOUT_MS,
) {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  if (key === undefined || webhookSecret === undefined) return undefined;
  const { Stripe: Sdk } = await import('stripe');
  const stripe = new Sdk(key, {
    timeout,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...location(config.STRIPE_API_BASE),
  });

  function fail(error: unknown): never {
    const { type, code, statusCode, requestId } = error as {
      type?: string;
      code?: string;
      statusCode?: number;
      requestId?: string;
    };
    // Of a message that Stripe wrote nothing is logged: it may quote the key.
    const message =
      type === undefined || type === 'StripeConnectionError' ? (error as Error).message : undefined;
    log.warn(
      { type, code, statusCode, requestId, reason: message },
      'Stripe did not answer as expected',
    );
    throw new ProductError('PAYMENT_SERVICE_FAILED');
  }

  /** Undefined for a thing that Stripe does not know or that is in no state for it. */
  async function askAbout<T>(question: (sdk: Stripe) => Promise<T>): Promise<T | undefined> {
    try {
      return await question(stripe);
    } catch (error) {
      if (error instanceof Sdk.errors.StripeInvalidRequestError) return undefined;
      return fail(error);
    }
  }

  return {
    askAbout,
    /** What goes wrong is logged without secrets. Throws PAYMENT_SERVICE_FAILED. */
    ask: <T>(question: (sdk: Stripe) => Promise<T>): Promise<T> => question(stripe).catch(fail),
    /** Throws INVALID_SIGNATURE unless Stripe signed the bytes within the last minutes. */
    verified(bytes: Buffer, signature: string): Stripe.Event {
      try {
        const event = stripe.webhooks.constructEvent(bytes, signature, webhookSecret);
        if (typeof event.id === 'string') return event;
      } catch {}
      throw new ProductError('INVALID_SIGNATURE');
    },
  };
}

export function requireStripe({ stripe }: App) {
  if (!stripe) throw new ProductError('BILLING_OFF');
  return stripe;
}

type Reference = string | { readonly id: string } | null | undefined;

interface EventObject {
  readonly object?: string;
  readonly id?: string;
  readonly subscription?: Reference;
  readonly parent?: {
    readonly subscription_details?: { readonly subscription?: Reference } | null;
  } | null;
  readonly client_reference_id?: string | null;
}

/** Tells which subscription to read, never what to believe of it. */
export function pointerOf(event: Stripe.Event) {
  const thing: EventObject = event.data?.object ?? {};
  const reference =
    thing.object === 'subscription'
      ? thing.id
      : (thing.subscription ?? thing.parent?.subscription_details?.subscription);
  const subscriptionId = typeof reference === 'object' ? reference?.id : reference;
  if (typeof subscriptionId !== 'string') return undefined;
  return {
    subscriptionId,
    userId:
      thing.object === 'checkout.session' ? (thing.client_reference_id ?? undefined) : undefined,
  };
}

const sold = {
  STRIPE_PRICE_BASIC_MONTHLY: { plan: 'basic', interval: 'monthly' },
  STRIPE_PRICE_BASIC_YEARLY: { plan: 'basic', interval: 'yearly' },
  STRIPE_PRICE_PRO_MONTHLY: { plan: 'pro', interval: 'monthly' },
  STRIPE_PRICE_PRO_YEARLY: { plan: 'pro', interval: 'yearly' },
  STRIPE_PRICE_ADVANCED_MONTHLY: { plan: 'advanced', interval: 'monthly' },
  STRIPE_PRICE_ADVANCED_YEARLY: { plan: 'advanced', interval: 'yearly' },
} as const satisfies Partial<Record<keyof Config, { plan: PaidPlan; interval: BillingInterval }>>;
type PriceSetting = keyof typeof sold;
const settings = Object.keys(sold) as PriceSetting[];

type Prices = Pick<Config, PriceSetting>;

export const priceOf = (
  config: Prices,
  plan: PaidPlan,
  interval: BillingInterval,
): string | undefined =>
  settings
    .filter((name) => sold[name].plan === plan && sold[name].interval === interval)
    .map((name) => config[name])
    .find(Boolean);

export const soldBy = (config: Prices, priceId: string) =>
  settings.filter((name) => config[name] === priceId).map((name) => sold[name])[0];

export const settingsWithoutPrice = (config: Prices): readonly string[] =>
  settings.filter((name) => config[name] === undefined);
