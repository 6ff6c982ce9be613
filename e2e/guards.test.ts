import { type Account, createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

let account: Account;

test.beforeAll(async ({ product }) => {
  account = await createAccount(product);
});

test('where one wanted to go is remembered across sign-in, with its query, through every view', async ({
  page,
}) => {
  await page.goto('/clips?search=tickets');
  await page.waitForURL('**/auth');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/clips?search=tickets');
});

test('pages of a person need a session', async ({ page }) => {
  for (const path of [
    '/dashboard',
    '/clips',
    '/rooms',
    '/rooms/abc',
    '/favorites',
    '/quick-copy',
  ]) {
    await page.goto(path);
    await page.waitForURL('**/auth');
    await page.getByRole('heading', { name: 'Log in to Clipline' }).waitFor();
  }
});

test('who is signed in does not see the sign-in screen', async ({ page, product }) => {
  await signIn(product, page, account);
  await page.goto('/auth?mode=register');
  await page.waitForURL('**/dashboard');
});

test('logging out ends this session and no other, on the server too', async ({
  arrive,
  product,
}) => {
  const here = await arrive();
  const there = await arrive();
  const { accessToken } = await signIn(product, here.page, account);
  const other = await signIn(product, there.page, account);
  await here.page.goto('/dashboard');
  const told = here.page.getByText('Logged out successfully').waitFor();
  await here.page.getByRole('button', { name: 'Log out' }).first().click();
  await here.page.waitForURL('**/auth');
  await told;
  expect(
    await here.page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('session')]),
  ).toEqual([null, null]);
  const status = async (token: string) =>
    (
      await fetch(`${product.url}/api/clipboard/stats`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect(await status(accessToken)).toBe(401);
  expect(await status(other.accessToken)).toBe(200);

  // The page that was left is no longer the origin of the next sign-in.
  await here.page.getByLabel('Email').fill(account.email);
  await here.page.getByLabel('Password').fill(account.password);
  await here.page.getByRole('button', { name: 'Log in' }).click();
  await here.page.waitForURL('**/dashboard');
});

test('a logout that the server does not take keeps the session and says so', async ({
  page,
  product,
}) => {
  await signIn(product, page, account);
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.getByText('Logout failed').waitFor();
  await page.getByText('There was an error logging out. Please try again.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});
