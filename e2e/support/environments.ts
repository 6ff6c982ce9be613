// Files that name the same object share a product; a worker keeps it from one to the next.

/** Prices are shown; Stripe is never asked: stories reply in its stead. */
export const SELLING = { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' };

/** As others are, but it may be killed: no story of another kind is told on it. */
export const KILLED: Record<string, string> = {};
