import { languages } from '@clipline/contract/languages.ts';
import type { Locator, Page } from '@playwright/test';
import { callsOf } from './support/calls.ts';
import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { outboxOf } from './support/outbox.ts';
import type { Product } from './support/product.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';

const WIDE = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 360, height: 740 };

let ada: Person;
let grace: Person;
/** Nothing of theirs reaches the server, neither a clip nor a socket. */
let waiting: Person;
let roomId: string;
let clipId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive({ viewport: PHONE, hasTouch: true });
  const account = await createAccount(product, 'Ada');
  const { accessToken: token } = await signIn(product, ada.page, account);
  const rooms = roomsOf(product, token);
  ({ id: roomId } = await rooms.create('Kitchen renovation', true));
  for (const name of ['jonas', 'lea', 'mia', 'noor', 'olga'])
    await rooms.invite(roomId, `${name}@example.com`);
  ({ id: clipId } = await clipsOf(product, token).save('The key lies under the stone.'));
  grace = await people.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await callsOf(product, '/links', token)('POST', '', { clipId, label: 'For Grace', maxViews: 3 });
  await callsOf(product, '/virtual-desktop', token)('POST', '/items/text', { content: 'a block' });

  waiting = await people.arrive({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = waiting;
  await signIn(product, page, await createAccount(product));
  await page.route('**/api/clipboard', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.goto('/dashboard');
  await page.getByRole('textbox').first().fill('on a train');
  await page.getByRole('textbox').first().press('Enter');
  await expect.poll(async () => (await outboxOf(page)).length).toBe(1);
});
test.afterAll(({ people }) => people.leave());

/** How much wider a field's hint is than the field. */
const hintOverflow = (field: Locator) =>
  field.evaluate((element: HTMLTextAreaElement) => {
    const style = getComputedStyle(element);
    const probe = document.createElement('span');
    probe.style.cssText = `position:absolute;white-space:nowrap;font:${style.font};letter-spacing:${style.letterSpacing}`;
    probe.textContent = element.placeholder;
    document.body.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return Math.ceil(
      width - element.clientWidth + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight),
    );
  });

/** The lines that texts are broken into. */
const linesOf = (text: Locator) =>
  text.evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    }),
  );

const isCut = (text: Locator) =>
  text.evaluateAll((all) => all.some((element) => element.scrollWidth > element.clientWidth + 1));

/** Goes there as the app does itself, and not by a load of the page. */
const goWithin = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

async function speak({ context }: Person, product: Product, language: string): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url: product.url }]);
}

for (const language of languages) {
  test(`nothing is cut or broken in ${language}`, async ({ product }) => {
    const { page } = ada;
    await speak(ada, product, language);
    await page.setViewportSize(PHONE);

    await page.goto('/dashboard');
    const composer = page.locator('main textarea');
    const search = page.getByRole('search').getByRole('textbox');
    const openSearch = () => page.locator('[data-search-opener]').click();
    await page.getByRole('article').first().waitFor();
    expect.soft(await hintOverflow(composer)).toBeLessThanOrEqual(1);
    await openSearch();
    expect.soft(await hintOverflow(search)).toBeLessThanOrEqual(1);
    await goWithin(page, `/rooms/${roomId}`);
    await page.getByRole('heading', { level: 1, name: 'Kitchen renovation' }).waitFor();
    await composer.waitFor();
    expect.soft(await hintOverflow(composer)).toBeLessThanOrEqual(1);
    await openSearch();
    expect.soft(await hintOverflow(search)).toBeLessThanOrEqual(1);

    // All that can be done with a link stands on one line, and says with which one.
    await goWithin(page, '/links');
    const actions = page.getByRole('listitem').getByRole('button', { name: /For Grace/ });
    await expect.soft(actions).toHaveCount(5);
    const bottoms = await actions.evaluateAll((all) =>
      all.map((button) => Math.round(button.getBoundingClientRect().bottom)),
    );
    expect.soft(new Set(bottoms).size).toBe(1);

    await page.setViewportSize(TABLET);
    await goWithin(page, '/desktop');
    await page.getByRole('list').getByText('a block').waitFor();
    const live = page.locator('header output span:last-child');
    await live.first().waitFor();
    expect.soft(await linesOf(live)).toEqual([1]);
    await goWithin(page, '/dashboard');
    const all = page.getByRole('main').locator('a[href="/clips"]').last();
    await all.waitFor();
    expect.soft(await linesOf(all)).toEqual([1]);
    await openSearch();
    expect.soft(await hintOverflow(search)).toBeLessThanOrEqual(1);
    // Beside the filters, not on a line of its own.
    const filters = page.getByRole('main').locator('button[aria-expanded]').first();
    const [way, button] = [await all.boundingBox(), await filters.boundingBox()];
    expect.soft(way!.y).toBeGreaterThan(button!.y);
    expect.soft(way!.y).toBeLessThan(button!.y + button!.height);

    await page.setViewportSize(WIDE);
    await goWithin(page, '/rooms');
    const facts = page.getByRole('article').locator('span:has(> time)');
    await facts.first().waitFor();
    expect.soft(await isCut(facts)).toBe(false);

    await speak(grace, product, language);
    await grace.page.goto(`/clips/${clipId}`);
    const header = grace.page.locator('header');
    await expect
      .poll(async () => (await header.getByRole('status').boundingBox())?.width)
      .toBeGreaterThan(24);
    const title = header.getByRole('heading', { level: 1 });
    expect.soft(await isCut(title)).toBe(false);
    expect
      .soft(await title.evaluate((text) => text.scrollHeight - text.clientHeight))
      .toBeLessThanOrEqual(1);
  });

  test(`on a phone no title is cut while something waits for a connection in ${language}`, async ({
    product,
  }) => {
    const { page } = waiting;
    await speak(waiting, product, language);
    await page.goto('/dashboard');
    const header = page.getByRole('main').locator('header');
    const title = header.getByRole('heading', { level: 1 });
    const shown: Record<string, unknown> = {};
    let last = '';
    for (const address of [
      '/dashboard',
      '/clips',
      '/favorites',
      '/rooms',
      '/desktop',
      '/links',
      '/trash',
      '/account',
      '/new-clip',
      '/clips/none',
    ]) {
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
}
