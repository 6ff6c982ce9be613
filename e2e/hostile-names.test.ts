import type { Page } from '@playwright/test';
import { clipsOf } from './support/clips.ts';
import { addText, blockOf } from './support/desktop.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';
import { complaintsOfPages } from './support/watch-pages.ts';

/** Short enough for every name there is. */
const MARKUP = '<img src=x onerror=owned=1>';
const FILE = `"'><img src=x onerror=owned=1>.txt`;
/** As much of it as an address may contain. */
const GUEST = `'onmouseover='owned=1'@example.com`;
const SCRIPT = 'javascript:owned=1';

let ada: Person;
let grace: Person;
let clipId: string;
let roomId: string;
let shareToken: string;

test.beforeAll(async ({ people, product }) => {
  [ada, grace] = [await people.arrive(), await people.arrive()];
  const account = await createAccount(product);
  const { accessToken } = await signIn(product, ada.page, account);
  const renamed = await fetch(`${product.url}/api/account`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: MARKUP }),
  });
  expect(renamed.status).toBe(200);
  // The name that the browser keeps is the one that the screens show.
  await signIn(product, ada.page, account);
  const guest = await createAccount(product, 'Grace');
  await signIn(product, grace.page, guest);
  ({ id: clipId } = await clipsOf(product, accessToken).save(MARKUP));
  const rooms = roomsOf(product, accessToken);
  ({ id: roomId, shareToken } = await rooms.create(MARKUP));
  await rooms.add(roomId, MARKUP);
  await rooms.upload(roomId, FILE, 'text/plain', MARKUP);
  await rooms.invite(roomId, GUEST);
  await rooms.invite(roomId, guest.email);
});
test.afterAll(({ people }) => people.leave());

/** Nothing of the markup became an element, and nothing of it ran. */
async function expectText(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll(
      'img[src="x"], [onerror], [onmouseover], a[href^="javascript:" i], iframe',
    ).length,
    owned: 'owned' in globalThis,
  }));
  expect([page.url(), found]).toEqual([page.url(), { elements: 0, owned: false }]);
}

test('names of rooms, members, files and what was done stay text', async () => {
  const { page } = ada;
  await page.goto('/rooms');
  await page.getByText(MARKUP).first().waitFor();
  await expectText(page);
  await page.goto(`/rooms/${roomId}`);
  await page.getByRole('heading', { name: MARKUP }).waitFor();
  await page.getByText(MARKUP, { exact: true }).nth(1).waitFor();
  await page.getByText(FILE).first().waitFor();
  await expectText(page);
  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByText(GUEST).first().waitFor();
  await expectText(page);
  await page.getByText(GUEST).first().click();
  await page.getByRole('dialog', { name: 'Member Details' }).waitFor();
  await expectText(page);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByText(FILE).first().waitFor();
  await expectText(page);
  // To the other member the owner's name is that of another person.
  await grace.page.goto(`/rooms/${roomId}`);
  await grace.page.getByRole('tab', { name: 'Members' }).click();
  await grace.page.getByText(GUEST).first().waitFor();
  await expectText(grace.page);
});

test('blocks of a desktop and names of devices in the local network stay text', async ({
  arrive,
}) => {
  const [host, guest] = [await arrive(), await arrive()];
  await host.page.goto('/desktop');
  await addText(host.page, MARKUP);
  await host.page
    .getByLabel('Upload File')
    .first()
    .setInputFiles({ name: FILE, mimeType: 'text/html', buffer: Buffer.from(MARKUP) });
  await blockOf(host.page, 'onerror=owned=1>.txt').waitFor();
  await expectText(host.page);
  await host.page.getByRole('button', { name: 'LAN Share' }).click();
  const dialog = host.page.getByRole('dialog', { name: 'LAN Discovery' });
  const name = dialog.getByRole('textbox', { name: 'Name of this device' });
  await name.fill(MARKUP);
  await name.press('Enter');

  await guest.page.goto('/desktop');
  await guest.page.getByRole('button', { name: 'LAN Share' }).click();
  const seen = guest.page.getByRole('dialog', { name: 'LAN Discovery' });
  await seen.getByText(MARKUP).first().waitFor();
  await seen.getByText('Connected', { exact: true }).waitFor();
  await expectText(guest.page);
  await seen.getByRole('button', { name: 'Close' }).click();
  await blockOf(guest.page, MARKUP, `Blocks of ${MARKUP}`).first().waitFor();
  await expectText(guest.page);
  for (const { leave } of [host, guest]) await leave();
});

test('whatever an address carries stays text', async ({ page }) => {
  const q = encodeURIComponent(MARKUP);
  const script = encodeURIComponent(SCRIPT);
  for (const address of [
    `/auth?mode=${q}&from=${script}&redirect=${script}`,
    `/email-confirmation?error=${q}&error_description=${q}`,
    `/reset-password#access_token=${q}&refresh_token=${q}&type=recovery`,
    `/clips/${q}`,
    `/desktop/shared/${q}`,
    `/${q}`,
    `/?${q}#${q}`,
  ]) {
    await page.goto(address);
    await page.getByRole('heading').first().waitFor();
    await expectText(page);
  }
  for (const address of [
    `/clips?search=${q}&type=${q}&dateRange=${q}&page=${q}`,
    `/rooms/${roomId}?search=${q}&user=${q}&tab=${q}`,
    `/rooms/${q}?join=${q}`,
    `/clips/${clipId}?mode=${q}`,
  ]) {
    await ada.page.goto(address);
    await ada.page.getByRole('heading').first().waitFor();
    await expectText(ada.page);
  }
  await page.goto(`/email-confirmation?error=server_error&error_description=${q}`);
  await page.getByText(MARKUP).first().waitFor();
});

/** What the browser noticed is told a moment later. */
async function expectComplaint(what: RegExp): Promise<void> {
  const told: string[] = [];
  await expect.poll(() => told.push(...complaintsOfPages())).toBeGreaterThan(0);
  expect(told).toEqual([expect.stringMatching(what)]);
}

test('a page that did run something foreign, or told a token, would fail its story', async () => {
  const { page } = ada;
  await page.goto('/quick-copy');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'owned = 1';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false);
  await expectComplaint(/Content Security Policy/);
  await page.evaluate((token) => fetch(`/api/billing/status?${token}`), shareToken);
  await expectComplaint(new RegExp(`^a token in the address /api/billing/status\\?${shareToken}$`));
});
