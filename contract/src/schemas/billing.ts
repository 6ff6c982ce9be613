import * as z from 'zod/mini';
import { plan as anyPlan } from './auth.ts';
import { anyText, failsAs, timestamp } from './common.ts';
import { endpointsFor } from './endpoint.ts';

const forUser = endpointsFor('user', null);
const forAnyone = endpointsFor('anyone', null);

const paidPlan = z.enum(['basic', 'pro', 'advanced'], failsAs('INVALID_PLAN'));
const interval = z.enum(['monthly', 'yearly']);

export const subscription = z.object({
  enabled: z.boolean(),
  plan: z.nullable(paidPlan),
  /** Of the subscription; the trial without one has none. */
  status: z.enum(['none', 'trialing', 'active', 'past_due', 'canceled']),
  interval: z.nullable(interval),
  trialEndsAt: z.nullable(timestamp),
  currentPeriodEnd: z.nullable(timestamp),
  cancelAtPeriodEnd: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

export const checkout = forUser('POST /stripe/checkout', {
  summary:
    'Begin to buy a plan: returns the address of the hosted payment page, or of the page to manage the subscription one has.',
  body: z.strictObject({ plan: paidPlan, interval: z.optional(interval) }),
  reply: z.object({ url: z.string() }),
  errors: ['INVALID_PLAN', 'BILLING_OFF', 'PLAN_NOT_SOLD', 'PAYMENT_SERVICE_FAILED'],
});

export const openPortal = forUser('POST /stripe/portal', {
  summary: 'Returns the address of the hosted page where plan, card and invoices are managed.',
  reply: z.object({ url: z.string() }),
  errors: ['BILLING_OFF', 'PAYMENT_SERVICE_FAILED'],
});

export const stripeWebhook = forAnyone('POST /stripe/webhook', {
  summary:
    'News from Stripe, signed over the bytes of the body. Each event has its effect once; what it tells of is read from Stripe.',
  headers: z.object({ 'stripe-signature': z.optional(anyText) }),
  rawBody: true,
  maxBodyBytes: 1024 * 1024,
  reply: z.object({ received: z.literal(true) }),
  errors: ['INVALID_SIGNATURE', 'BILLING_OFF', 'PAYMENT_SERVICE_FAILED'],
});

export const getSubscription = forUser('GET /billing/subscription', {
  summary: "The caller's subscription.",
  reply: subscription,
});

export const getBillingStatus = forAnyone('GET /billing/status', {
  summary: 'Whether plans are sold here; where they are not, everything is open to everyone.',
  reply: z.object({ enabled: z.boolean() }),
});

export const billingEndpoints = {
  checkout,
  openPortal,
  stripeWebhook,
  getSubscription,
  getBillingStatus,
};

export const billingServerEvents = {
  'billing:updated': z.object({ plan: z.nullable(anyPlan) }),
} as const;
