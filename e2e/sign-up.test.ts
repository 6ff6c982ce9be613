import { newAccount } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';

test('a person signs up, confirms by the mail and lands on the dashboard', async ({
  page,
  product,
}) => {
  const { name, email, password } = newAccount();

  await goToAuth(page, '/auth?mode=register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('Confirm password').press('Enter');
  await page.getByText(`Open the link we sent to ${email}`).waitFor();

  await page.goto(await product.mailbox.link(email, /confirm/i));
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  // Reloading asks again with the same link, which is success again.
  await page.reload();
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
  await page.getByRole('link', { name: 'Go to Login' }).click();

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Welcome back!').waitFor();
  await page.waitForURL('**/dashboard');
});
