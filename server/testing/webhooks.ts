import type { TestApp } from './build-test-app.ts';
import { signature } from './stripe-server.ts';

/** Delivers an event as Stripe does; `header` replaces the right signature. */
export async function deliver(
  app: Pick<TestApp, 'url'>,
  event: unknown,
  header?: string | null,
): Promise<{ status: number; body: unknown }> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const signed = header === undefined ? signature(body) : header;
  const response = await fetch(`${app.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signed === null ? {} : { 'stripe-signature': signed }),
    },
    body,
  });
  return { status: response.status, body: await response.json() };
}
