import type { QueryKey } from '@tanstack/react-query';
import { ApiError, endedSession, failureText } from '../lib/api-error.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';

/** The landing page reads its prices anew, so the browser goes there and not only the router. */
export const PLANS_PATH = '/#pricing';

/** Refusals by the reader's own plan; an owner's is not for others to choose. */
const OWN_PLAN = new Set<string | undefined>([
  'PLAN_NEEDED',
  'SHARING_NOT_IN_PLAN',
  'ROOMS_NOT_IN_PLAN',
]);

/** With the way to the plans where one is missing. The end of the session has its own toast. */
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

/** Null: nothing is said. */
export type Failed =
  | string
  | ((
      error: unknown,
      data: unknown,
    ) => readonly [title: string, text: string | null] | string | null);

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly failed?: Failed | undefined };
    mutationMeta: {
      readonly failed?: Failed | undefined;
      /** What is read again once it is over, also after a failure: part of it may have been done. */
      readonly changes?: readonly QueryKey[];
    };
  }
}

/** `data`: what is known in spite of it. */
export function tellFailure(failed: Failed | undefined, error: unknown, data?: unknown): void {
  const said = typeof failed === 'function' ? failed(error, data) : failed;
  if (typeof said === 'string') toastFailure(said, error);
  else if (said) toastFailure(said[0], error, said[1]);
}
