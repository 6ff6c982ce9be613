import type { Page, Request } from '@playwright/test';
import { outboxOf } from './support/outbox.ts';
import { createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

/** For when what the page asked for so far of its own parts has come, or has failed. */
function watchParts(page: Page): () => Promise<void> {
  const under = new Set<Request>();
  page.on('request', (request) => request.url().includes('/assets/') && under.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => under.delete(request));
  return () => expect.poll(() => under.size).toBe(0);
}

test('a page first opened offline heals by itself, and those of the navigation are there', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive();
  // As plain http is, where no worker keeps the app.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
  );
  await signIn(product, page, await createAccount(product));
  const haveCome = watchParts(page);
  const code = page.waitForRequest(/rooms-page/);
  await page.goto('/dashboard');
  await code;
  await haveCome();
  // Nothing leads here but a press; its code was never asked for.
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Account' }).first().click();
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: 'Rooms' })
    .click();
  await page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Account' }).first().click();
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
});

for (const loaded of [true, false])
  test(`offline without a worker no press takes the page away (parts loaded: ${loaded})`, async ({
    arrive,
    product,
  }) => {
    const { page, context } = await arrive();
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
    );
    await signIn(product, page, await createAccount(product));
    // Asked for when the page is idle, as in its first second.
    if (!loaded) await page.route(/\/dialogs-[^/]+\.js$/, (route) => route.abort());
    const haveCome = watchParts(page);
    const last = [/\/rooms-page-/, /\/dialogs-[^/]+\.js$/].map((part) => page.waitForRequest(part));
    await page.goto('/dashboard');
    await Promise.all(last);
    await haveCome();
    await context.setOffline(true);
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'on a train');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await page.getByText('Kept in this browser until it can be saved.').waitFor();
    await expect.poll(async () => (await outboxOf(page)).length).toBe(1);
    await page.getByRole('button', { name: '1 waiting' }).click();
    await page.getByRole('dialog', { name: 'Waiting to be saved' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Log out' }).first().click();
    if (loaded) await page.getByRole('dialog', { name: '1 clip is not saved yet' }).waitFor();
    else await page.getByText('A part of this page could not be loaded').last().waitFor();
    // Behind the dialog it is hidden from the tree of roles.
    await expect(page.locator('h1')).toHaveText('Dashboard');
  });
