import { option, optional, type Options, url, type ValuesOf } from '../core/config.ts';

export const billingOptions = {
  STRIPE_SECRET_KEY: option(
    'unset: billing off',
    'Key of the Stripe account; without it every feature is open to everyone.',
    optional,
    ['STRIPE_WEBHOOK_SECRET'],
  ),
  STRIPE_WEBHOOK_SECRET: option('unset', 'Signing secret of the Stripe webhook.', optional),
  STRIPE_PRICE_BASIC_MONTHLY: option('unset', 'Stripe price of Basic, monthly.', optional),
  STRIPE_PRICE_BASIC_YEARLY: option('unset', 'Stripe price of Basic, yearly.', optional),
  STRIPE_PRICE_PRO_MONTHLY: option('unset', 'Stripe price of Pro, monthly.', optional),
  STRIPE_PRICE_PRO_YEARLY: option('unset', 'Stripe price of Pro, yearly.', optional),
  STRIPE_PRICE_ADVANCED_MONTHLY: option('unset', 'Stripe price of Advanced, monthly.', optional),
  STRIPE_PRICE_ADVANCED_YEARLY: option('unset', 'Stripe price of Advanced, yearly.', optional),
  STRIPE_API_BASE: option(
    "unset: Stripe's own",
    "Another host that speaks Stripe's API, for tests.",
    url('http:', 'https:'),
  ),
} as const satisfies Options;

declare module '../core/config.ts' {
  interface Config extends ValuesOf<typeof billingOptions> {}
}
