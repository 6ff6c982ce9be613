import type { Page } from 'playwright';
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

const storedToken = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session') ?? '{}') as { access_token?: string }).access_token);
const storedExpiry = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session') ?? '{}') as { expires_at: number }).expires_at);

/** The access token stops to work while everything else of the session stays. */
const breakAccessToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session') ?? '{}') as object;
    localStorage.setItem('session', JSON.stringify({ ...session, access_token: 'no-longer-good' }));
  });
const breakRefreshTokenToo = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session') ?? '{}') as object;
    localStorage.setItem('session', JSON.stringify({ ...session, access_token: 'no-longer-good', refresh_token: 'neither' }));
  });

test('an access token that stopped to work is renewed without anybody noticing', async () => {
  const ada = await arrive(product);
  await signIn(product, ada, account);
  const { page } = ada;
  await page.goto('/quick-copy');
  await breakAccessToken(page);
  const refreshed = page.waitForResponse('**/api/auth/refresh');
  // In-app, so that the running page meets the refusal in the middle of its calls.
  await page.getByRole('link', { name: 'Clipboards' }).first().click();
  expect((await refreshed).status()).toBe(200);
  await page.getByText('No clips found. Create your first clip!').first().waitFor();
  expect(await storedToken(page)).not.toBe('no-longer-good');
  expect(await page.getByText('Session Expired').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await ada.leave();
});

test('a session whose time is up is renewed at the start', async () => {
  const ada = await arrive(product);
  await signIn(product, ada, account);
  const { page } = ada;
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session') ?? '{}') as object;
    localStorage.setItem('session', JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 5 }));
  });
  await page.goto('/dashboard');
  await page.getByText('No clips found. Create your first clip!').first().waitFor();
  expect(await storedExpiry(page)).toBeGreaterThan(Date.now() / 1000 + 3500);
  await ada.leave();
});

test('two tabs that meet the same refusal ask for one new pair', async () => {
  const ada = await arrive(product);
  await signIn(product, ada, account);
  let refreshes = 0;
  ada.context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes += 1;
  });
  const second = await ada.context.newPage();
  await ada.page.goto('/quick-copy');
  await second.goto('/quick-copy');
  await breakAccessToken(ada.page);
  await Promise.all([ada.page, second].map((page) => page.getByRole('link', { name: 'Clipboards' }).first().click()));
  for (const page of [ada.page, second]) await page.getByText('No clips found. Create your first clip!').first().waitFor();
  expect(refreshes).toBe(1);
  expect(await storedToken(ada.page)).toBe(await storedToken(second));
  await ada.leave();
});

test('a session that cannot be renewed ends with a word, and leads back to where one was', async () => {
  const ada = await arrive(product);
  await signIn(product, ada, account);
  const { page } = ada;
  await page.goto('/quick-copy');
  await breakRefreshTokenToo(page);
  await page.goto('/clips?search=tickets');
  await page.waitForURL('**/auth');
  await page.getByRole('alert').getByText('Session Expired').waitFor();
  await page.getByText('Please log in again to continue.').waitFor();
  expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('session')])).toEqual([null, null]);

  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/clips?search=tickets');
  await ada.leave();
});

test('text typed before the session ended is there again after signing in', async () => {
  const ada = await arrive(product);
  await signIn(product, ada, account);
  const { page } = ada;
  await page.goto('/new-clip');
  await page.getByRole('button', { name: 'Save Clip' }).waitFor();
  await page.getByRole('textbox').first().fill('Half a thought, not saved yet');
  await breakRefreshTokenToo(page);
  await page.getByRole('button', { name: 'Save Clip' }).click();
  await page.waitForURL('**/auth');
  await page.getByText('Session Expired').waitFor();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/new-clip');
  await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe('Half a thought, not saved yet');
  await ada.leave();
});
