import { useEffect, useRef } from 'react';
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

/**
 * Calls `notify` once for each failure of a query; not while the browser is offline, which the page
 * and the connection's sign tell: what was just done, and its Undo, would give way to it.
 */
export function useFailure(error: unknown, notify: (error: unknown) => void): void {
  const latest = useRef(notify);
  useEffect(() => {
    latest.current = notify;
  });
  useEffect(() => {
    if (error && navigator.onLine) latest.current(error);
  }, [error]);
}

/** The toast of one kind of failure. */
export const failing =
  (title: string) =>
  (error: unknown): void =>
    toastFailure(title, error);
