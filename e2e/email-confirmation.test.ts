import { newAccount } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';

test('a denied link that expired offers to sign up again, with what was typed', async ({
  page,
}) => {
  const { name, email, password } = newAccount();
  await goToAuth(page, '/auth?mode=register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Account created!').waitFor();

  await page.goto(
    '/email-confirmation?error=access_denied&error_description=Email+link+is+invalid+or+has+expired',
  );
  await page
    .getByText('The email confirmation link has expired. Please request a new one.')
    .waitFor();
  expect(await page.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toContain(
    '/auth',
  );
  await page.getByRole('button', { name: 'Resend Confirmation Email' }).click();
  await page.getByText('Use the sign-up form again to get a new confirmation link.').waitFor();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
});
