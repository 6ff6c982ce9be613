import type { Page } from '@playwright/test';
import { clipsOf, PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { stored } from './support/stored.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

let ada: Person;
let token: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await holdUndo(ada.context);
  token = (await signIn(product, ada.page, await createAccount(product))).accessToken;
  await clipsOf(product, token).save('there from the start');
});
test.afterAll(({ people }) => people.leave());

/** Name, type and base64. */
async function paste(page: Page, ...file: readonly [string, string, string]) {
  // Where the page does not stand yet nothing listens.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(async ([name, type, bytes]) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(
      new File([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], name, { type }),
    );
    const isTaken = () =>
      !document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    // The page may stand before it listens.
    while (!isTaken()) await new Promise(requestAnimationFrame);
  }, file);
}

const cards = (page: Page) => page.getByRole('list', { name: 'Recent clips' }).getByRole('article');

test('one press pastes, before the server has replied', async ({ product }) => {
  const { page } = ada;
  await page.goto('/dashboard');
  await cards(page).first().waitFor();
  await page.evaluate(() => navigator.clipboard.writeText('door code 4471#'));
  let reply = () => {};
  const held = new Promise<void>((resolve) => (reply = resolve));
  await page.route('**/api/clipboard', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('heading', { name: 'Dashboard' }).focus();
  await page.keyboard.press('Control+v');
  const first = cards(page).first();
  await first.getByText('door code 4471#').waitFor();
  await first.getByText('Not saved yet').waitFor();
  reply();
  await page.getByText('Saved to your clips').waitFor();
  await first.getByText('Not saved yet').waitFor({ state: 'detached' });
  await page.unroute('**/api/clipboard');
  await stored(product, token, 'door code 4471#');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL('**/clips/*');
  await page.getByRole('textbox', { name: 'Clip content' }).waitFor();
});

test('a screenshot is one file with a name', async ({ product }) => {
  const { page } = ada;
  await page.goto('/clips');
  await paste(page, 'image.png', 'image/png', PICTURE.toString('base64'));
  await page.getByText('Saved to your clips').waitFor();
  const { files } = await stored(product, token, '', 1);
  expect(files[0]!.name).toMatch(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
  const bytes = Buffer.from(await (await fetch(new URL(files[0]!.url, product.url))).arrayBuffer());
  expect(bytes.equals(PICTURE)).toBe(true);
  await page.getByRole('button', { name: 'Copy image' }).first().click();
  await page.getByText('Image copied to clipboard').waitFor();
  const types = await page.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap((item) => item.types),
  );
  expect(types).toEqual(['image/png']);
});
