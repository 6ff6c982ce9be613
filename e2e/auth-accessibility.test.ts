import type { Page } from '@playwright/test';
import { ALL, expectAccessibleInEveryLook } from './support/accessibility.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';

test.beforeAll(async () => {});

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();

const screens: Record<
  string,
  { path: string; act?: (page: Page) => Promise<void>; shows: string }
> = {
  login: { path: '/auth', act: press('Log in'), shows: 'Email is required' },
  registration: {
    path: '/auth?mode=register',
    act: press('Create account'),
    shows: 'Name is required',
  },
  'forgotten password': { path: '/auth?mode=forgot', shows: 'Forgot your password?' },
  'link expired': {
    path: '/email-confirmation?error=access_denied&error_description=expired',
    shows: 'Resend Confirmation Email',
  },
  'confirmation failed': { path: '/email-confirmation?error=x', shows: 'Try Again' },
  'new password': {
    path: '/reset-password#access_token=a&refresh_token=b',
    shows: 'Confirm New Password',
  },
  'reset failed': { path: '/reset-password', shows: 'Request a new reset link' },
};

for (const [name, { path, act, shows }] of Object.entries(screens))
  test(`${name} has nothing that axe finds, and no horizontal scroll`, async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await (path.startsWith('/auth') ? goToAuth(page, path) : page.goto(path));
    await act?.(page);
    await page.getByText(shows).first().waitFor();
    await expectAccessibleInEveryLook(page, ALL);
    expect(complaints).toEqual([]);
  });
