import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import '../../styles/main.css';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { speak } from '../../lib/language.ts';
import { signIn, signOut } from '../../session/session.ts';
import { USER } from '../../testing/fake-browser.ts';
import { subscriptionKey } from './plan.ts';
import { TrialNote } from './trial-note.tsx';

const DAY_MS = 86_400_000;

const subscription: Subscription = {
  enabled: true,
  plan: null,
  status: 'none',
  interval: null,
  trialEndsAt: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
};

async function show(change: Partial<Subscription>, className = '') {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity } },
  });
  client.setQueryData(subscriptionKey, { ...subscription, ...change });
  await render(
    <QueryClientProvider client={client}>
      <TrialNote className={className} />
      <p>beside it</p>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('beside it')).toBeVisible();
}
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const note = () => page.getByRole('link');

beforeEach(() =>
  signIn(USER, {
    access_token: 'a',
    refresh_token: 'r',
    expires_at: Math.floor(Date.now() / 1000) + 3000,
  }),
);
afterEach(() => signOut(null));

test('a trial tells how long it lasts, and leads to the plans', async () => {
  await show({ trialEndsAt: inDays(2.5) });
  await expect.element(page.getByText('Trial: 3 days left')).toBeVisible();
  await expect.element(note()).toHaveAttribute('href', '/#pricing');
});

test('its last day counts', async () => {
  await show({ trialEndsAt: inDays(0.1) });
  await expect.element(page.getByText('Trial: 1 day left')).toBeVisible();
});

test.each(['de', 'fr', 'es'] as const)(
  'no word of it is cut in the sidebar: %s',
  async (language) => {
    speak(language);
    onTestFinished(() => speak('en'));
    await show({ trialEndsAt: inDays(6.5) }, 'flex w-55 items-center gap-3 px-2.5 text-sm');
    await expect.element(note()).toMatchTextContent('7');
    for (const part of note().element().querySelectorAll('span'))
      // Rounded, it may be wider by a pixel.
      expect(part.scrollWidth).toBeLessThanOrEqual(part.getBoundingClientRect().width + 1);
  },
);

test('a trial that ended says so', async () => {
  await show({ trialEndsAt: inDays(-1) });
  await expect.element(page.getByText('Trial ended')).toBeVisible();
});

test.each([
  ['a plan', { plan: 'basic' }],
  ['a server that sells none', { enabled: false }],
] as const)('with %s nothing is said', async (_, change) => {
  await show({ ...change, trialEndsAt: inDays(-1) });
  expect(note().query()).toBeNull();
});
