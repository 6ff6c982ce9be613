import { m } from '../../paraglide/messages.js';

/** Shown by the browser's own dialog. */
export const billingAlerts = {
  noSession: m.landing_login_first_alert(),
  failed: m.landing_checkout_failed(),
} as const;
