import { SELLING } from './support/environments.ts';
import { createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

test.use({ environment: SELLING });

test('a trial that ended is told on every screen, and New clip says what is locked and leads on', async ({
  arrive,
  product,
}) => {
  const { page } = await arrive();
  await signIn(product, page, await createAccount(product));
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByText('Trial: 7 days left').waitFor();

  const ended = { error: 'Your trial has ended.', code: 'PLAN_NEEDED' };
  await page.route('**/api/clipboard', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 402, json: ended })
      : route.continue(),
  );
  await page.route('**/api/billing/subscription', (route) =>
    route.fulfill({
      json: {
        enabled: true,
        plan: null,
        status: 'none',
        interval: null,
        trialEndsAt: '2020-01-01T00:00:00.000Z',
        currentPeriodEnd: null,
        cancelAtPeriodEnd: false,
      },
    }),
  );
  await page.goto('/rooms');
  await sidebar.getByText('Trial ended').waitFor();

  await page.goto('/new-clip');
  const locked = page.getByRole('status').filter({ hasText: 'Everything you have stays readable' });
  await expect(locked.getByRole('link', { name: 'See plans' })).toHaveAttribute(
    'href',
    '/#pricing',
  );
  const save = page.getByRole('button', { name: 'Save Clip' });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription(/choose a plan/);
  await expect(page.getByText('The clip could not be prepared.')).toHaveCount(0);
  await expect(page.getByText('Initializing...')).toHaveCount(0);
  // What was typed can be taken along.
  await page.getByRole('textbox', { name: 'Clip content' }).fill('kept');
  await page.getByRole('button', { name: 'Copy Content' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('kept');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('main').getByText('Trial ended').waitFor();
});
