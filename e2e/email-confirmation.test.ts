import { newAccount } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';

const EXPIRED = 'The email confirmation link has expired. Please request a new one.';

test.beforeAll(async () => {});
for (const mark of ['?', '#'])
  test(`a denied link that expired offers to sign up again (${mark})`, async ({ page }) => {
    const { name, email, password } = newAccount();
    await goToAuth(page, '/auth?mode=register');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Account created!').waitFor();

    await page.goto(
      `/email-confirmation${mark}error=access_denied&error_description=Email+link+is+invalid+or+has+expired`,
    );
    await page.getByText(EXPIRED).waitFor();
    expect(await page.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toContain(
      '/auth',
    );
    await page.getByRole('button', { name: 'Resend Confirmation Email' }).click();
    await page.getByText('Use the sign-up form again to get a new confirmation link.').waitFor();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
  });

test('any other error shows its description as plain text, and Try Again asks the server', async ({
  page,
}) => {
  await page.goto(
    '/email-confirmation?error=server_error&error_description=%3Cb%3EThe+mail+gremlins%3C/b%3E+struck',
  );
  await page.getByText('<b>The mail gremlins</b> struck').waitFor();
  await page.getByRole('link', { name: 'Back to Login' }).waitFor();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByText('Email confirmation failed. Please try again or contact support.').waitFor();
});

test('an error without a description, in query and fragment', async ({ page }) => {
  await page.goto('/email-confirmation?error=server_error');
  await page.getByText('An error occurred during email confirmation.').waitFor();
  await page.goto('/auth');
  await page.goto('/email-confirmation#error=server_error&error_description=From+the+fragment');
  await page.getByText('From the fragment').waitFor();
  await expect.poll(() => page.url()).not.toContain('#');
});

test('an unknown token is refused, and one past its day has expired', async ({ page }) => {
  await page.goto('/email-confirmation#token=nobody-knows-this-one');
  await page.getByText('Email confirmation failed. Please try again or contact support.').waitFor();
  await expect.poll(() => page.url()).not.toContain('token');

  const sent: (string | undefined)[] = [];
  await page.route('**/api/auth/check-email-confirmation', (route) => {
    sent.push(route.request().headers()['x-confirmation-token']);
    return route.fulfill({ status: 410, json: { error: EXPIRED, code: 'CONFIRMATION_EXPIRED' } });
  });
  await page.goto('/auth');
  await page.goto('/email-confirmation#token=an-old-one');
  await page.getByText(EXPIRED).waitFor();
  await page.getByRole('button', { name: 'Resend Confirmation Email' }).waitFor();
  expect(sent).toEqual(['an-old-one']);
});

test('a server that cannot be asked is no verdict: Try Again confirms', async ({
  page,
  product,
}) => {
  await page.route('**/api/auth/check-email-confirmation', (route) => route.abort(), { times: 1 });
  const { email, name, password } = newAccount('Grace');
  await fetch(`${product.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, password }),
  });
  await page.goto(await product.mailbox.link(email, /confirm/i));
  await page.getByText('Failed to verify email confirmation status. Please try again.').waitFor();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
});
