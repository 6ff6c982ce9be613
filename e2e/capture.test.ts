import type { Page } from '@playwright/test';
import { clipsOf, PICTURE } from './support/clips.ts';
import { keysAreThere } from './support/keys.ts';
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

const transferOf = (page: Page, { texts = {}, files = [] }: Pasted) =>
  page.evaluateHandle(
    ([givenTexts, givenFiles]) => {
      const data = new DataTransfer();
      for (const [type, text] of Object.entries(givenTexts)) data.setData(type, text);
      for (const [name, type, bytes] of givenFiles)
        data.items.add(
          new File([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], name, { type }),
        );
      return data;
    },
    [texts, files] as const,
  );

async function paste(page: Page, pasted: Pasted, into = 'body') {
  // Where the page does not stand yet nothing listens.
  await page.getByRole('heading', { level: 1 }).waitFor();
  const data = await transferOf(page, pasted);
  const { texts = {}, files = [] } = pasted;
  const isSomething = files.length > 0 || Object.values(texts).some((text) => text.trim() !== '');
  await page.evaluate(
    async ([clipboardData, selector, untilTaken]) => {
      const isTaken = () =>
        !document
          .querySelector(selector)!
          .dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
      // The page may stand before it listens.
      while (!isTaken() && untilTaken) await new Promise(requestAnimationFrame);
    },
    [data, into, into === 'body' && isSomething] as const,
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

test('what is typed in the composer is a clip with Enter', async ({ product }) => {
  const { page } = ada;
  await page.goto('/dashboard');
  const composer = page.getByRole('textbox', { name: 'Paste or type to save a clip' });
  await composer.fill('Train 18:42');
  await composer.press('Shift+Enter');
  await composer.pressSequentially('platform 7');
  await composer.press('Enter');
  await page.getByText('Saved to your clips').waitFor();
  await cards(page).getByText('Train 18:42').waitFor();
  expect(await composer.inputValue()).toBe('');
  await expect
    .poll(async () => (await newest(product.url)).content)
    .toBe('Train 18:42\nplatform 7');
});

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

test('office text is one text, and the picture beside it can be had instead', async ({
  product,
}) => {
  const { page } = ada;
  await page.goto('/dashboard');
  await paste(page, {
    texts: {
      'text/plain': 'Q3: 12 % up',
      'text/html': '<b onclick="alert(1)">Q3: 12 % up</b><img src=x onerror="window.broken=1">',
    },
    files: [['image.png', 'image/png', png]],
  });
  await expect.poll(() => newest(product.url)).toMatchObject({ content: 'Q3: 12 % up', files: [] });
  await page.getByRole('button', { name: 'Use the picture instead' }).click();
  await expect.poll(async () => (await newest(product.url)).files.length).toBe(1);
  await cards(page).getByText('Q3: 12 % up').waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await stored(product.url)).some(({ content }) => content === 'Q3: 12 % up'))
    .toBe(false);
});

test('HTML alone is its words, and nothing is told to be nothing', async ({ product }) => {
  const { page } = ada;
  await page.goto('/favorites');
  await paste(page, {
    texts: {
      'text/html':
        '<style>p{color:red}</style><p style="color:red">Two lines<br>of <b>words</b> &amp; more</p><img src=x onerror="window.broken=1"><script>window.broken=1</script>',
    },
  });
  await expect
    .poll(async () => (await newest(product.url)).content)
    .toBe('Two lines\nof words & more');
  await paste(page, { texts: { 'text/plain': '  \n' } });
  await page.getByText('There is nothing to paste.').waitFor();
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
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

test('a drop anywhere is a clip; folders and what is too large are named', async ({ product }) => {
  const { page } = ada;
  await page.goto('/dashboard');
  await cards(page).first().waitFor();
  const transfer = await transferOf(page, {
    files: [['notes.txt', 'text/plain', btoa('dropped')]],
  });
  await page.dispatchEvent('header', 'dragenter', { dataTransfer: transfer });
  await page.getByText('Drop to save as a clip').waitFor();
  await page.dispatchEvent('header', 'drop', { dataTransfer: transfer });
  await page.getByText('Drop to save as a clip').waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await newest(product.url)).files.map(({ name }) => name))
    .toEqual(['notes.txt']);

  const large = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(10_485_761)], 'large.bin'));
    data.items.add(new File(['fits'], 'small.txt', { type: 'text/plain' }));
    return data;
  });
  await page.dispatchEvent('header', 'drop', { dataTransfer: large });
  await page.getByText('File(s) too large: large.bin. Maximum file size is 10MB.').waitFor();
  await expect
    .poll(async () => (await newest(product.url)).files.map(({ name }) => name))
    .toEqual(['small.txt']);
});

test('a text that is too long for a text is a file', async ({ product }) => {
  const { page } = ada;
  await page.goto('/dashboard');
  const text = 'é'.repeat(300_000);
  await paste(page, { texts: { 'text/plain': text } });
  await expect
    .poll(async () => (await newest(product.url)).files.map(({ name }) => name))
    .toEqual([expect.stringMatching(/^Pasted .*\.txt$/)]);
  const { files } = await newest(product.url);
  expect(await (await fetch(new URL(files[0]!.url, product.url))).text()).toBe(text);
});

test('the keys copy, and an address opens', async ({ product }) => {
  const { page } = ada;
  await clipsOf(product, token).save('older text');
  await clipsOf(product, token).save('https://status.example.com/incidents/8841');
  await page.goto('/dashboard');
  await cards(page).getByText('older text').waitFor();
  const link = cards(page).first().getByRole('link', { name: 'Open link' });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await link.getAttribute('href')).toBe('https://status.example.com/incidents/8841');
  await keysAreThere(page);
  await page.getByRole('heading', { name: 'Dashboard' }).focus();
  await page.keyboard.press('c');
  await page.getByText('Content copied to clipboard').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'https://status.example.com/incidents/8841',
  );
  await cards(page).nth(1).getByRole('link').first().focus();
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('older text');
});

test('the button pastes, and says so when the browser does not let it', async ({ product }) => {
  const { page } = ada;
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.clipboard.writeText('by the button'));
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect.poll(async () => (await newest(product.url)).content).toBe('by the button');
  await page.evaluate(() => {
    navigator.clipboard.read = () => Promise.reject(new Error('no'));
  });
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await page
    .getByText('Your browser did not allow reading the clipboard. Press Ctrl+V instead.')
    .waitFor();
});
