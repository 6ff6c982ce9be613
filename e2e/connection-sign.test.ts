import type { Page } from '@playwright/test';
import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';

let ada: Person;
let clipId: string;
let roomId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  clipId = (await clipsOf(product, accessToken).save('by HTTP alone')).id;
  roomId = (await roomsOf(product, accessToken).create('Kitchen')).id;
});
test.afterAll(({ people }) => people.leave());

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Playwright presses only what nothing else would take the press of. */
const takesPresses = (page: Page, name: string) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name })).click({ trial: true });

test('behind a proxy without websockets every main button can be pressed, and a sign tells why nothing is live', async () => {
  const { page } = ada;
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.goto('/dashboard');
  // Within the app, where the sign stays: at each load it waits for a while before it shows.
  const ways = [
    ['aside a[href="/dashboard"]', 'New Clip'],
    ['main a[href="/clips"]', 'New Clip'],
    ['aside a[href="/rooms"]', 'Create Room'],
    [`main a[href="/rooms/${roomId}"]`, 'Add Member'],
    ['aside a[href="/desktop"]', 'New Text'],
    ['aside a[href="/dashboard"]', 'New Clip'],
    ['main a[href="/new-clip"]', 'Save Clip'],
  ] as const;
  for (const [way, name] of ways) {
    await page.locator(way).last().click();
    await expect(page.getByText('Live updates paused')).toHaveCount(1);
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      await takesPresses(page, name);
    }
  }
  await page.goto(`/clips/${clipId}`);
  await page.getByRole('textbox', { name: 'Clip content' }).fill('saved by HTTP alone');
  await expect(page.getByText('Live updates paused')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Clip updated successfully').waitFor();
  await page.unroute(/socket\.io/);
});

test('a page follows the browser going offline and coming back at once', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive();
  await page.goto(`${product.url}/clips/${clipId}`);
  await page.getByText('Live', { exact: true }).waitFor();
  // Sooner than any ping of the socket could tell.
  await context.setOffline(true);
  await expect(page.getByText('Offline. Reconnecting…')).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toHaveCount(1);
});
