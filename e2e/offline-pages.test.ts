import type { Page, Request } from '@playwright/test';
import { clipsOf } from './support/clips.ts';
import { outboxOf } from './support/outbox.ts';
import { createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';
import { workerIn } from './support/worker.ts';

/** Goes there as the app does itself, and not by a load of the page. */
const goWithin = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

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
  const under = new Set<Request>();
  page.on('request', (request) => request.url().includes('/assets/') && under.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => under.delete(request));
  const code = page.waitForRequest(/rooms-page/);
  await page.goto('/dashboard');
  await code;
  await expect.poll(() => under.size).toBe(0);
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
    const last = page.waitForRequest(/\/rooms-page-/);
    await page.goto('/dashboard');
    await last;
    await page.waitForLoadState('networkidle');
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

for (const locale of ['en', 'de', 'fr', 'es'])
  test(`on a phone no title is cut while something waits for a connection (${locale})`, async ({
    arrive,
    product,
  }) => {
    const { page, context } = await arrive({
      locale,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'allow',
    });
    await signIn(product, page, await createAccount(product));
    await page.goto('/dashboard');
    await workerIn(page);
    await page.getByRole('textbox').first().waitFor();
    await context.setOffline(true);
    await page.getByRole('textbox').first().fill('on a train');
    await page.getByRole('textbox').first().press('Enter');
    await expect.poll(async () => (await outboxOf(page)).length).toBe(1);
    const shown: Record<string, unknown> = {};
    const addresses = [
      '/dashboard',
      '/clips',
      '/favorites',
      '/rooms',
      '/desktop',
      '/links',
      '/trash',
    ];
    const header = page.getByRole('main').locator('header');
    const title = header.getByRole('heading', { level: 1 });
    let last = '';
    for (const address of [...addresses, '/account', '/new-clip', '/clips/none']) {
      await goWithin(page, address);
      await expect(title).not.toHaveText(last);
      last = await title.innerText();
      await header.getByRole('button', { name: /^1 / }).waitFor();
      // What is on its way stands there a moment later.
      await header.getByRole('status').first().waitFor();
      shown[address] = await header.evaluate((bar) => {
        const heading = bar.querySelector('h1')!;
        // A word that is broken is cut, too.
        heading.style.overflowWrap = 'normal';
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = heading;
        // Letters reach a little out of their line.
        const linesCut = Math.round((scrollHeight - clientHeight) / 20);
        return {
          cut: scrollWidth > clientWidth + 1 || linesCut > 0,
          height: bar.clientHeight,
          wide: document.documentElement.scrollWidth > innerWidth + 1,
        };
      });
    }
    const whole = { cut: false, height: 56, wide: false };
    expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map((each) => [each, whole])));
  });

test('an open clip has its star, its trash, its age and its links; on paper all of its text', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive();
  await holdUndo(context);
  const { accessToken } = await signIn(product, page, await createAccount(product));
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
  const { id } = await clipsOf(product, accessToken).save(`https://example.com/page\n${lines}`);
  await page.goto(`/clips/${id}`);
  await page.getByText('Saved just now').waitFor();
  await expect(page.getByRole('link', { name: 'Open https://example.com/page' })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  );
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('[data-printed]');
  await expect(printed).toContainText('line 199');
  await expect(page.getByRole('textbox', { name: 'Clip content' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(printed).toHaveCount(0);

  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await page.getByText('Added to favorites').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.waitForURL('**/clips');
  await page.getByText('Clip deleted').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('article').filter({ hasText: 'example.com/page' }).waitFor();
});
