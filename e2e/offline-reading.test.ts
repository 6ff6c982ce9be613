import type { Page } from '@playwright/test';
import { clipsOf } from './support/clips.ts';
import { keptTexts } from './support/kept.ts';
import { createAccount, signIn, type Account } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';
import { workerIn } from './support/worker.ts';

test.use({ serviceWorkers: 'allow' });

const NOTE = /^Offline\. Showing what this device kept .+\.$/;

async function keepHere(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('switch', { name: 'Keep recent clips on this device' }).click();
}

test('recent clips are read without a connection, and only what is kept', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive();
  const { accessToken } = await signIn(product, page, await createAccount(product));
  const clips = clipsOf(product, accessToken);
  const older = await clips.save('Lisbon Straße 7, door code 4471');
  await clips.save('https://status.example.com');
  const long = await clips.save('a'.repeat(256 * 1024 + 1));
  await page.goto('/dashboard');
  await workerIn(page);
  await keepHere(page);
  await expect
    .poll(() => keptTexts(page))
    .toEqual(['https://status.example.com', 'Lisbon Straße 7, door code 4471']);

  await context.setOffline(true);
  for (const address of ['/dashboard', '/clips']) {
    await page.goto(address);
    await page.getByText(NOTE).waitFor();
    await page.getByRole('article').filter({ hasText: 'Lisbon' }).waitFor();
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  }
  await page.goto('/clips?search=STRASSE');
  await page.getByText(NOTE).waitFor();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto('/favorites');
  await page.getByText(NOTE).waitFor();
  await expect(page.getByRole('article')).toHaveCount(0);

  await page.goto(`/clips/${older.id}`);
  await page.getByText(NOTE).waitFor();
  // As its owner's, not as a stranger's.
  await expect(page.getByText(/View only/)).toHaveCount(0);
  await page.getByText('It can be edited again once there is a connection.').waitFor();
  await expect(page.getByRole('textbox')).toHaveValue('Lisbon Straße 7, door code 4471');
  await expect(page.getByRole('textbox')).toHaveAttribute('readonly', '');
  await page.goto(`/clips/${long.id}`);
  await page.getByText('This clip is not kept on this device.').waitFor();
  for (const address of ['/rooms', '/desktop']) {
    await page.goto(address);
    await page.getByText('This needs a connection.').waitFor();
  }
  await context.setOffline(false);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Delete' }).first().waitFor();
  await expect(page.getByText(NOTE)).toHaveCount(0);
});

test('what was deleted elsewhere is gone at the next contact', async ({ arrive, product }) => {
  const { page, context } = await arrive();
  const { accessToken } = await signIn(product, page, await createAccount(product));
  const clips = clipsOf(product, accessToken);
  await clips.save('stays');
  const gone = await clips.save('goes');
  await page.goto('/dashboard');
  await workerIn(page);
  await keepHere(page);
  await expect.poll(() => keptTexts(page)).toEqual(['goes', 'stays']);
  await page.goto('/robots.txt');
  const deleted = await fetch(`${product.url}/api/clipboard/${gone.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(deleted.ok).toBe(true);
  await page.goto('/clips');
  await page.getByRole('article').filter({ hasText: 'stays' }).waitFor();
  // Already when the first list is drawn.
  expect(await keptTexts(page)).toEqual(['stays']);
  await context.setOffline(true);
  await page.goto('/clips');
  await page.getByText(NOTE).waitFor();
  await expect(page.getByRole('article')).toHaveCount(1);
});

async function keeping(page: Page, product: Parameters<typeof signIn>[0], account: Account) {
  const { accessToken } = await signIn(product, page, account);
  await clipsOf(product, accessToken).save('mine alone');
  await page.goto('/account');
  const keeps = page.getByRole('switch', { name: 'Keep recent clips on this device' });
  if ((await keeps.getAttribute('aria-checked')) === 'false') await keeps.click();
  await expect.poll(() => keptTexts(page)).toContain('mine alone');
  return accessToken;
}

test('nothing is kept after a log-out, a session that was ended, and for another person', async ({
  arrive,
  product,
}) => {
  const { page } = await arrive();
  const account = await createAccount(product);
  await keeping(page, product, account);
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.waitForURL('**/auth**');
  await expect.poll(() => keptTexts(page)).toEqual([]);

  const token = await keeping(page, product, account);
  await page.goto('/robots.txt');
  await fetch(`${product.url}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  await page.goto('/dashboard');
  await page.waitForURL('**/auth**');
  await expect.poll(() => keptTexts(page)).toEqual([]);

  await keeping(page, product, account);
  const other = await createAccount(product, 'Bo');
  await page.goto('/robots.txt');
  // Without a log-out, as when the storage of the session was cleared.
  await page.evaluate(() => {
    localStorage.removeItem('session');
    localStorage.removeItem('user');
  });
  await goToAuth(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(other.email);
  await page.getByLabel('Password').fill(other.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
  await expect.poll(() => keptTexts(page)).toEqual([]);
});
