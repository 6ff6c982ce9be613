import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';

let account: Account;
let atHome: Person;
let atWork: Person;

test.beforeAll(async ({ people, product }) => {
  account = await createAccount(product);
  atHome = await people.arrive();
  atWork = await people.arrive();
});
test.afterAll(({ people }) => people.leave());

test('a forgotten password is reset by mail, which ends the session in the other browser', async ({
  arrive,
  product,
}) => {
  await signIn(product, atWork.page, account);
  await atWork.page.goto('/quick-copy');
  await atWork.page.getByText('Copy Anything From Screen Coming Soon').waitFor();

  const { page } = atHome;
  await goToAuth(page, '/auth?mode=forgot');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByText('Password reset email sent').waitFor();

  const link = await product.mailbox.link(account.email, /reset/i);
  await page.goto(link);
  const submit = page.getByRole('button', { name: 'Reset Password' });
  const first = page.getByLabel('New Password', { exact: true });
  const second = page.getByLabel('Confirm New Password');
  await submit.waitFor();
  await expect.poll(() => page.url()).toBe(`${product.url}/reset-password`);
  // A reload loses nothing of the link although the address bar is clean.
  await page.reload();
  await first.fill('brand new');
  await second.fill('brand new');
  const toldAtWork = atWork.page.getByText('Session Expired').waitFor();
  await second.press('Enter');
  await page.getByText('Password Reset Successful').waitFor();
  await page.getByRole('link', { name: 'Go to Login' }).waitFor();

  // Without anyone touching it.
  await toldAtWork;
  await atWork.page.waitForURL('**/auth');

  await page.getByRole('link', { name: 'Go to Login' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill('brand new');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');

  // The link is used up.
  const third = await arrive();
  await third.page.goto(link);
  await third.page.getByLabel('New Password', { exact: true }).fill('another');
  await third.page.getByLabel('Confirm New Password').fill('another');
  await third.page.getByRole('button', { name: 'Reset Password' }).click();
  await third.page.getByText('Invalid or expired reset token').waitFor();
});
