import type { Page } from '@playwright/test';
import { createAccount } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';

let page: Page;

test.beforeAll(async () => {});
test.beforeEach(({ page: fresh }) => {
  page = fresh;
});

const texts = async () =>
  (await page.locator('form').getByRole('alert').allInnerTexts()).map((text) => text.trim());
const expectErrors = async (...wanted: string[]) => {
  await expect.poll(texts).toEqual(wanted);
};
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
const press = (name: string) => page.getByRole('button', { name }).click();

test.describe('what is wrong is said beside the field, and the first wrong field has focus', () => {
  test('login', async () => {
    await goToAuth(page, '/auth?mode=login');
    await press('Log in');
    await expectErrors('Email is required', 'Password is required');
    await expect.poll(focused).toBe('email');
    await page.getByLabel('Email').fill('ada@');
    await page.getByLabel('Password').fill('x');
    await press('Log in');
    await expectErrors('Email is invalid');
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  });

  test('registration', async () => {
    await goToAuth(page, '/auth?mode=register');
    await page.getByLabel('Name').fill('   ');
    await press('Create account');
    await expectErrors('Name is required', 'Email is required', 'Password is required');
    await expect.poll(focused).toBe('name');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Password', { exact: true }).fill('seven77');
    await page.getByLabel('Confirm password').fill('seven78');
    await press('Create account');
    await expectErrors(
      'Email is invalid',
      'Password must be at least 8 characters',
      'Passwords do not match',
    );
    await expect.poll(focused).toBe('email');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('eight888');
    await press('Create account');
    await expectErrors('Passwords do not match');
  });

  test('forgotten password', async () => {
    await goToAuth(page, '/auth');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await press('Send reset link');
    await expectErrors('Email is required');
    await page.getByLabel('Email').fill('ada@example');
    await press('Send reset link');
    await expectErrors('Email is invalid');
  });
});

test.describe('what the server refuses is said above the form', () => {
  async function logIn(email: string, password: string) {
    await goToAuth(page, '/auth?mode=login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await press('Log in');
  }

  test('wrong password; what was typed stays', async ({ product }) => {
    const { email } = await createAccount(product);
    await logIn(email, 'wrong password');
    await expectErrors('Invalid credentials');
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByLabel('Password').inputValue()).toBe('wrong password');
  });

  for (const [status, text] of [
    [401, 'Invalid credentials'],
    [400, 'Invalid request'],
    [500, 'Server error'],
    [503, 'Login failed'],
  ] as const)
    test(`login answered with ${status} and no text`, async () => {
      await page.route('**/api/auth/login', (route) => route.fulfill({ status, body: '' }));
      await logIn('ada@example.com', 'whatever');
      await expectErrors(text);
    });

  test('login answered without a session', async () => {
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ json: { user: { id: 'u' } } }),
    );
    await logIn('ada@example.com', 'whatever');
    await expectErrors('No session data received');
  });

  for (const [status, text] of [
    [400, 'Invalid request'],
    [500, 'Server error'],
    [503, 'Registration failed'],
  ] as const)
    test(`registration answered with ${status} and no text`, async () => {
      await page.route('**/api/auth/register', (route) => route.fulfill({ status, body: '' }));
      await goToAuth(page, '/auth?mode=register');
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Password', { exact: true }).fill('long enough');
      await page.getByLabel('Confirm password').fill('long enough');
      await press('Create account');
      await expectErrors(text);
    });

  test('reset request that fails is a toast, and the view stays', async () => {
    await page.route('**/api/auth/forgot-password', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await goToAuth(page, '/auth?mode=forgot');
    await page.getByLabel('Email').fill('ada@example.com');
    await press('Send reset link');
    const toast = page.getByRole('region', { name: 'Notifications' });
    await toast.getByText('Error', { exact: true }).waitFor();
    await toast.getByText('Failed to send password reset email').waitFor();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  });
});
