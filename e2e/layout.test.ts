import type { Locator, Page } from '@playwright/test';
import { clipsOf } from './support/clips.ts';
import { createAccount, signIn, type Person } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';

const WIDE = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

let ada: Person;
let clipId: string;
let roomId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  const account = await createAccount(product, 'Ada');
  const { accessToken } = await signIn(product, ada.page, account);
  const clips = clipsOf(product, accessToken);
  for (let index = 1; index < 8; index += 1) await clips.save(`note ${index} `.repeat(index * 4));
  clipId = (await clips.save('The key lies under the third stone.')).id;
  const rooms = roomsOf(product, accessToken);
  roomId = (await rooms.create('Kitchen renovation')).id;
  await rooms.add(roomId, 'tiles');
  await rooms.add(roomId, 'paint\nprimer\nbrushes\ntape');
});
test.afterAll(({ people }) => people.leave());

const top = async (thing: Locator) => Math.round((await thing.boundingBox())!.y);
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth + 1);

test('the dashboard belongs to the clips', async () => {
  const { page } = ada;
  await page.setViewportSize(WIDE);
  await page.goto('/dashboard');
  const cards = page.getByRole('list', { name: 'Recent clips' }).getByRole('article');
  await expect(cards).toHaveCount(8);
  expect(await top(cards.first())).toBeLessThanOrEqual(238);
  const boxes = await cards.evaluateAll((all) =>
    all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect),
  );
  // As wide as what they hold, in lines of one height.
  expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([160]));
  expect(new Set(boxes.map(({ width }) => width)).size).toBeGreaterThan(1);
  await expect(cards.nth(7)).toBeInViewport({ ratio: 1 });
  // Cards never lie over each other.
  for (const one of boxes)
    for (const other of boxes)
      if (one !== other)
        expect(
          one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top,
        ).toBe(true);
  await expect(page.getByRole('link', { name: /^Total Clips/ })).toContainText('8');
  await page.getByRole('link', { name: /^Favorites/ }).click();
  await page.waitForURL('**/favorites');

  await page.setViewportSize(PHONE);
  await page.goto('/dashboard');
  await cards.first().waitFor();
  expect(await top(cards.first())).toBeLessThanOrEqual(230);
  expect(await fits(page)).toBe(true);
});

for (const [name, viewport, limit] of [
  ['wide screen', WIDE, 204],
  ['small laptop', TABLET, 204],
  ['phone', PHONE, 208],
] as const)
  test(`what is in a room begins at the top of a ${name}`, async () => {
    const { page } = ada;
    await page.setViewportSize(viewport);
    await page.goto(`/rooms/${roomId}`);
    const items = page.getByRole('list', { name: 'Content' }).getByRole('article');
    await expect(items).toHaveCount(2);
    expect(await top(items.first())).toBeLessThanOrEqual(limit);
    expect(await fits(page)).toBe(true);
    for (const action of ['Add Member', 'Add Content'])
      await expect(page.getByRole('button', { name: action })).toBeVisible();
    const isWide = viewport === WIDE;
    if (!isWide) await page.getByRole('button', { name: 'Room actions' }).click();
    for (const action of ['Share room', 'Room settings', 'Delete Room'])
      await expect(page.getByRole(isWide ? 'button' : 'menuitem', { name: action })).toBeVisible();
    await expect(page.getByText('Public Room')).toBeVisible();
  });

test('a visitor reads paper under one bar', async ({ arrive }) => {
  const { page } = await arrive({ viewport: WIDE });
  await page.goto(`/clips/${clipId}`);
  const text = page.getByLabel('View only - Owner can edit');
  await expect(text).toHaveValue('The key lies under the third stone.');
  // What the server wrote is read before that, and gives way to the app's own field.
  const copy = page.getByRole('button', { name: 'Copy Content' });
  await expect(copy).toBeEnabled();
  expect(await top(text)).toBeLessThanOrEqual(160);
  expect((await text.boundingBox())!.width).toBeLessThanOrEqual(720);
  await page
    .getByText('just now')
    .or(page.getByText(/^\d+m ago$/))
    .first()
    .waitFor();
  const bar = page.locator('header');
  await expect(bar).toHaveCount(1);
  for (const link of ['Login', 'Sign Up'])
    await expect(bar.getByRole('link', { name: link })).toBeVisible();

  await page.setViewportSize(PHONE);
  await expect.poll(async () => (await copy.boundingBox())!.y).toBeGreaterThan(780);
  expect(await fits(page)).toBe(true);
});

test('a slow first visit shows that something is coming', async ({ arrive }) => {
  const { page } = await arrive();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.locator('.boot')).toBeVisible();
  release();
  await page.getByRole('heading', { name: 'Log in to Clipline' }).waitFor();
  await expect(page.locator('.boot')).toBeHidden();
});
