import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, arrive, closeBrowser, createAccount, signIn } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let account: Account;

beforeAll(async () => {
  product = await startProduct();
  account = await createAccount(product);
});
afterAll(async () => {
  await closeBrowser();
  await product.dispose();
});

test('where one wanted to go is remembered across sign-in, with its query, through every view', async () => {
  const visitor = await arrive(product);
  const { page } = visitor;
  await page.goto('/clips?search=tickets');
  await page.waitForURL('**/auth');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/clips?search=tickets');
  await visitor.leave();
});

test.each(['/dashboard', '/clips', '/rooms', '/rooms/abc', '/favorites', '/quick-copy'])(
  '%s needs a session',
  async (path) => {
    const visitor = await arrive(product);
    await visitor.page.goto(path);
    await visitor.page.waitForURL('**/auth');
    await visitor.page.getByRole('heading', { name: 'Log in to Clipline' }).waitFor();
    await visitor.leave();
  },
);

test('who is signed in does not see the sign-in screen', async () => {
  const ada = await arrive(product);
  await signIn(product, ada, account);
  await ada.page.goto('/auth?mode=register');
  await ada.page.waitForURL('**/dashboard');
  await ada.leave();
});

test('logging out ends this session and no other, on the server too', async () => {
  const here = await arrive(product);
  const there = await arrive(product);
  const { accessToken } = await signIn(product, here, account);
  const other = await signIn(product, there, account);
  await here.page.goto('/dashboard');
  await here.page.getByRole('button', { name: 'Log out' }).first().click();
  await here.page.waitForURL('**/auth');
  await here.page.getByText('Logged out successfully').waitFor();
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
  await here.leave();
  await there.leave();
});

test('a logout that the server does not take keeps the session and says so', async () => {
  const ada = await arrive(product);
  await signIn(product, ada, account);
  await ada.page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '' }));
  await ada.page.goto('/dashboard');
  await ada.page.getByRole('button', { name: 'Log out' }).first().click();
  await ada.page.getByText('Logout failed').waitFor();
  await ada.page.getByText('There was an error logging out. Please try again.').waitFor();
  expect(new URL(ada.page.url()).pathname).toBe('/dashboard');
  await ada.leave();
});
