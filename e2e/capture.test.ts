import type { Page } from '@playwright/test';
import { clipsOf, PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
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

interface Pasted {
  readonly texts?: Record<string, string>;
  /** Name, type and base64 of each file. */
  readonly files?: readonly (readonly [string, string, string])[];
}

async function paste(page: Page, { texts = {}, files = [] }: Pasted) {
  // Where the page does not stand yet nothing listens.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(
    async ([givenTexts, givenFiles]) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(givenTexts)) clipboardData.setData(type, text);
      for (const [name, type, bytes] of givenFiles)
        clipboardData.items.add(
          new File([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], name, { type }),
        );
      const isTaken = () =>
        !document.body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      // The page may stand before it listens.
      while (!isTaken()) await new Promise(requestAnimationFrame);
    },
    [texts, files] as const,
  );
}

interface Stored {
  readonly id: string;
  readonly content: string;
  readonly files: { readonly name: string; readonly type: string; readonly url: string }[];
}

async function stored(base: string): Promise<Stored[]> {
  const response = await fetch(`${base}/api/clipboard/history`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as Stored[];
}
const NONE: Stored = { id: '', content: '', files: [] };
const newest = async (base: string): Promise<Stored> => (await stored(base))[0] ?? NONE;

const cards = (page: Page) => page.getByRole('list', { name: 'Recent clips' }).getByRole('article');
const png = PICTURE.toString('base64');

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
  await page.getByText('Saved to your clips').waitFor();
  expect((await newest(product.url)).content).not.toBe('door code 4471#');
  reply();
  await first.getByText('Not saved yet').waitFor({ state: 'detached' });
  await page.unroute('**/api/clipboard');
  expect((await newest(product.url)).content).toBe('door code 4471#');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL('**/clips/*');
  await page.getByRole('textbox', { name: 'Clip content' }).waitFor();
});

test('a paste that was undone is gone for good', async ({ product }) => {
  const { page } = ada;
  await page.goto('/dashboard');
  await cards(page).first().waitFor();
  await paste(page, { texts: { 'text/plain': 'hunter2, by mistake' } });
  await cards(page).getByText('hunter2, by mistake').waitFor();
  const { id } = await expect
    .poll(() => newest(product.url))
    .toMatchObject({ content: 'hunter2, by mistake' })
    .then(() => newest(product.url));
  await page.getByRole('button', { name: 'Undo' }).click();
  await cards(page).getByText('hunter2, by mistake').waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await stored(product.url)).some((clip) => clip.id === id))
    .toBe(false);
  const restored = await fetch(`${product.url}/api/clipboard/${id}/restore`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(restored.status).toBe(404);
});

test('a screenshot is one file with a name', async ({ product }) => {
  const { page } = ada;
  await page.goto('/clips');
  await paste(page, { files: [['image.png', 'image/png', png]] });
  await page.getByText('Saved to your clips').waitFor();
  await expect
    .poll(async () => (await newest(product.url)).files.map(({ name }) => name))
    .toEqual([expect.stringMatching(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/)]);
  const { files } = await newest(product.url);
  const bytes = Buffer.from(await (await fetch(new URL(files[0]!.url, product.url))).arrayBuffer());
  expect(bytes.equals(PICTURE)).toBe(true);
  await page.getByRole('button', { name: 'Copy image' }).first().click();
  await page.getByText('Image copied to clipboard').waitFor();
  const types = await page.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap((item) => item.types),
  );
  expect(types).toEqual(['image/png']);
});

test('thirty pictures are one clip, and a clip takes fifty', async ({ product }) => {
  const { page } = ada;
  await page.goto('/rooms');
  const pictures = Array.from(
    { length: 52 },
    (_, index) => [`${index}.png`, 'image/png', png] as const,
  );
  await paste(page, { files: pictures.slice(0, 30) });
  await expect.poll(async () => (await newest(product.url)).files.length).toBe(30);
  expect((await newest(product.url)).files.map(({ name }) => name)).toEqual(
    pictures.slice(0, 30).map(([name]) => name),
  );
  await paste(page, { files: pictures });
  await page.getByText('A clip can hold at most 50 files.').waitFor();
  await expect.poll(async () => (await newest(product.url)).files.length).toBe(50);
});

test('many pictures show how far they are, and can be discarded', async ({ product }) => {
  const { page } = ada;
  await page.goto('/dashboard');
  await cards(page).first().waitFor();
  const before = (await stored(product.url)).length;
  let calls = 0;
  // The tenth never gets a reply.
  await page.route('**/api/clipboard/*/files', (route) =>
    ++calls < 10 ? route.continue() : undefined,
  );
  await paste(page, {
    files: Array.from({ length: 30 }, (_, index) => [`${index}.png`, 'image/png', png] as const),
  });
  const card = cards(page).first();
  const bar = card.getByRole('progressbar', { name: 'Sending…' });
  await expect
    .poll(async () => Number((await bar.getAttribute('value')) ?? 0))
    .toBeGreaterThan(0.25);
  await card.getByRole('button', { name: 'Discard' }).click();
  await bar.waitFor({ state: 'detached' });
  await page.unroute('**/api/clipboard/*/files');
  await expect.poll(async () => (await stored(product.url)).length).toBe(before);
});
