import { ApiError, endedSession, failureText } from '../lib/api-error.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';

/**
 * Where plans are chosen. The landing page reads its prices anew, so that the browser goes there
 * and not only the router.
 */
export const PLANS_PATH = '/#pricing';

/** Refusals by the reader's own plan; an owner's is not for others to choose. */
const OWN_PLAN = new Set<string | undefined>([
  'PLAN_NEEDED',
  'SHARING_NOT_IN_PLAN',
  'ROOMS_NOT_IN_PLAN',
]);

/**
 * A toast about a call that failed, with the way to the plans where one of them is what was
 * missing. None about the end of the session, which has a toast of its own.
 */
export function toastFailure(
  title: string,
  error: unknown,
  text: string | null = failureText(error),
): void {
  if (endedSession(error)) return;
  const byPlan = error instanceof ApiError && error.status === 402 && OWN_PLAN.has(error.code);
  toast.error(
    title,
    text ?? undefined,
    byPlan
      ? { action: { label: m.billing_see_plans(), onPress: () => location.assign(PLANS_PATH) } }
      : {},
  );
}

/** The title of a failure's toast, with another text than its own; null where none is said. */
export type Failed =
  | string
  | ((
      error: unknown,
      data: unknown,
    ) => readonly [title: string, text: string | null] | string | null);

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly failed?: Failed | undefined };
    mutationMeta: { readonly failed?: Failed | undefined };
  }
}

/** Tells of a call that failed as its `meta` says; `data`: what is known in spite of it. */
export function tellFailure(failed: Failed | undefined, error: unknown, data?: unknown): void {
  const said = typeof failed === 'function' ? failed(error, data) : failed;
  if (typeof said === 'string') toastFailure(said, error);
  else if (said) toastFailure(said[0], error, said[1]);
}
