import type { Locator, Page } from '@playwright/test';
import { type Account, createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

let account: Account;

test.beforeAll(async ({ product }) => {
  account = await createAccount(product);
});

const storedToken = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('session') ?? '{}') as { access_token?: string })
        .access_token,
  );

/** The access token stops to work while everything else of the session stays. */
const breakAccessToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session') ?? '{}') as object;
    localStorage.setItem('session', JSON.stringify({ ...session, access_token: 'no-longer-good' }));
  });
/**
 * Neither works any more when `press` is clicked; in one go, as any other call that came between
 * would end the session before.
 */
const breakBothTokens = (press: Locator) =>
  press.evaluate((element: HTMLElement) => {
    const session = JSON.parse(localStorage.getItem('session') ?? '{}') as object;
    localStorage.setItem(
      'session',
      JSON.stringify({ ...session, access_token: 'no-longer-good', refresh_token: 'neither' }),
    );
    element.click();
  });

test('two tabs that meet the same refusal end up with one new pair', async ({
  context,
  page,
  product,
}) => {
  await signIn(product, page, account);
  const pairs: Promise<{ accessToken: string }>[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/api/auth/refresh'))
      pairs.push(response.json() as Promise<{ accessToken: string }>);
  });
  const second = await context.newPage();
  await page.goto('/quick-copy');
  await second.goto('/quick-copy');
  await breakAccessToken(page);
  await Promise.all(
    [page, second].map((tab) => tab.getByRole('link', { name: 'Clipboards' }).first().click()),
  );
  for (const tab of [page, second])
    await tab.getByText('No clips found. Create your first clip!').first().waitFor();
  // Mostly one asks for both. A tab to which the other's storage comes late asks as well, and is
  // given the same.
  const given = new Set((await Promise.all(pairs)).map(({ accessToken }) => accessToken));
  expect(given.size).toBe(1);
  for (const tab of [page, second]) await expect.poll(() => storedToken(tab)).toBe([...given][0]);
});

test('text typed before the session ended is there again after signing in', async ({
  page,
  product,
}) => {
  await signIn(product, page, account);
  await page.goto('/new-clip');
  await page.getByRole('button', { name: 'Save Clip' }).waitFor();
  await page.getByRole('textbox').first().fill('Half a thought, not saved yet');
  const told = page.getByText('Session Expired').waitFor();
  await breakBothTokens(page.getByRole('button', { name: 'Save Clip' }));
  await page.waitForURL('**/auth');
  await told;
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/new-clip');
  await expect
    .poll(() => page.getByRole('textbox').first().inputValue())
    .toBe('Half a thought, not saved yet');
});
