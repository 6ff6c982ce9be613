export const billingTexts = {
  loginFirst: 'Please log in to purchase a plan',
  redirecting: 'Redirecting...',
} as const;

/** Shown by the browser's own dialog. */
export const billingAlerts = {
  noSession: 'Please log in to purchase a plan.',
  failed: 'Failed to start checkout. Please try again.',
} as const;
