import { newAccount, type Person } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';

let ada: Person;

test.beforeAll(async ({ people }) => {
  ada = await people.arrive();
});
test.afterAll(({ people }) => people.leave());

test('a person signs up, confirms by the mail and lands on the dashboard', async ({ product }) => {
  const { page } = ada;
  const { name, email, password } = newAccount();

  await goToAuth(page, '/auth?mode=register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('Confirm password').press('Enter');
  await page.getByText('Account created!').waitFor();
  await page
    .getByText('Please check your email to confirm your account before logging in.')
    .waitFor();

  // Back on the login view, with the address filled in and said where the link went.
  await page.getByRole('heading', { name: 'Log in to Clipline' }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/auth');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByText(`Open the link we sent to ${email}`).waitFor();
  // This server has no SMTP_URL.
  await page.getByText('This server sends no mail.').waitFor();

  // Too early: the screen says so and offers a new link by signing up again.
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').getByText('Please confirm your email before logging in.').waitFor();
  await page.getByRole('link', { name: 'Sign up again to get a new link' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);

  await page.goto(await product.mailbox.link(email, /confirm/i));
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  // Reloading asks again with the same link, which is success again.
  await page.reload();
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
  expect(await page.getByRole('link', { name: 'Back to Home' }).last().getAttribute('href')).toBe(
    '/',
  );
  await page.getByRole('link', { name: 'Go to Login' }).click();

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  // The clock stands still, so that the second for which the welcome can be read is not over before
  // it was looked at.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Welcome back!').waitFor();
  await page.getByText('You have successfully logged in.').waitFor();
  await page.clock.runFor(990);
  expect(new URL(page.url()).pathname).toBe('/auth');
  await page.clock.resume();
  await page.waitForURL('**/dashboard');
});
