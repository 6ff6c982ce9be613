declare module '../core/db/schema.ts' {
  interface Schema {
    billing_accounts: BillingAccountTable;
    subscriptions: SubscriptionTable;
    stripe_events: StripeEventTable;
    stripe_readings: StripeReadingTable;
  }
}

export interface BillingAccountTable {
  user_id: string;
  customer_id: string;
  /** Grows with each purchase that is begun anew. */
  checkout_number: number;
  checkout_for: string | null;
  checkout_at: number | null;
  checkout_id: string | null;
  /** When Stripe is to be asked again although it sent nothing. */
  due_at: number | null;
}

export interface SubscriptionTable {
  id: string;
  user_id: string;
  status: string;
  plan: 'basic' | 'pro' | 'advanced' | null;
  billing_interval: 'monthly' | 'yearly' | null;
  started_at: number;
  trial_ends_at: number | null;
  period_ends_at: number | null;
  ends_at: number | null;
  /** An answer to an earlier question never replaces it. */
  reading: number;
  read_at: number;
}

export interface StripeEventTable {
  id: string;
  received_at: number;
}

export interface StripeReadingTable {
  id: number;
  latest: number;
}
