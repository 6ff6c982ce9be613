import type { Stripe } from 'stripe';

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

/** What an event points to: it is told which subscription to read, never what to believe of it. */
export interface Pointer {
  readonly subscriptionId: string;
  /** Of a finished payment page. */
  readonly userId: string | undefined;
}

/**
 * Events come of subscriptions themselves, of payment pages and of invoices; all others mean
 * nothing here.
 */
export function pointerOf(event: Stripe.Event): Pointer | undefined {
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
