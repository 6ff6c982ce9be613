import type { BrowserContext, Page } from '@playwright/test';
import { callsOf } from './support/calls.ts';
import { clipsOf, PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };
const HOSTILE = [
  '</textarea></script><img src=x onerror="document.title=\'owned\'">',
  '<script>document.title="owned"</script><!-- <script> %TEXT% $& \u2028 "\'',
].join('\n');

let ada: Person;
let token: string;
let clips: ReturnType<typeof clipsOf>;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  ({ accessToken: token } = await signIn(product, ada.page, await createAccount(product)));
  clips = clipsOf(product, token);
});
test.afterAll(({ people }) => people.leave());

const textOf = (page: Page) => page.getByLabel('View only - Owner can edit');

/** Scripts of the app wait until the result is called. */
async function holdScripts(context: BrowserContext): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await context.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

interface Shown {
  readonly text: string | undefined;
  readonly box: string;
}
type Watching = typeof globalThis & { shown: Shown[] };

/** In the page: the field of the text in every frame, where it changed. */
function watchText(): void {
  const shown: Shown[] = [];
  (globalThis as Watching).shown = shown;
  const look = () => {
    const field = document.querySelector('textarea');
    const { x = 0, y = 0, width = 0, height = 0 } = field?.getBoundingClientRect() ?? {};
    const isVisible = field?.checkVisibility({ visibilityProperty: true }) ?? false;
    const now = {
      text: isVisible ? field?.value : undefined,
      box: [x, y, width, height].join(' '),
    };
    const last = shown.at(-1);
    const isNews = last?.text !== now.text || last?.box !== now.box;
    if (isNews && (shown.length > 0 || isVisible)) shown.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Their lines, and so what is below them, depend on the width. */
const shown = {
  phone: {
    'a long text': 'Words that go on and on, until the screen is full. '.repeat(120),
    'a text from right to left': 'שלום עולם, זה טקסט ארוך יותר משורה אחת על מסך קטן.',
    'blank lines, markup and an address': `\n\n  first\r\nsecond\n\n${HOSTILE}\nSee https://example.com/a?b=1&c=2 for more.\n`,
  },
  desk: {
    'a sentence': 'The key lies under the third stone.',
    'long code': 'const a = 1; // and so on\n'.repeat(300),
  },
};
const sizes = { phone: PHONE, desk: WIDE };

for (const size of ['phone', 'desk'] as const)
  for (const [what, content] of Object.entries(shown[size]))
    test(`${what} stands on the page of a ${size} before the app, and stays`, async ({
      arrive,
    }) => {
      const { id } = await clips.save(content);
      const { page, context } = await arrive({ viewport: sizes[size] });
      const reads: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api/clipboard')) reads.push(request.url());
      });
      await page.addInitScript(watchText);
      const release = await holdScripts(context);
      await open(page, `/clips/${id}`);
      const value = content.replaceAll('\r\n', '\n');
      await expect(textOf(page)).toHaveValue(value);
      // With its fonts there, the text stays where it is from here on.
      await page.evaluate(async () => {
        await document.fonts.ready;
        (globalThis as Watching).shown.length = 0;
      });
      await page.waitForFunction(() => (globalThis as Watching).shown.length > 0);
      await expect(page.getByRole('button', { name: 'Copy Content' })).toBeDisabled();
      const before = await textOf(page).boundingBox();

      release();
      await page.getByText('Live', { exact: true }).waitFor();
      await expect(page.getByRole('button', { name: 'Copy Content' })).toBeEnabled();
      await expect(textOf(page)).toHaveValue(value);
      expect(await textOf(page).boundingBox()).toEqual(before);
      // In no frame was it gone or elsewhere.
      const frames = await page.evaluate(() => (globalThis as Watching).shown);
      expect(new Set(frames.map(({ text }) => text))).toEqual(new Set([value]));
      expect(new Set(frames.map(({ box }) => box)).size).toBe(1);
      expect(reads).toEqual([]);
      expect(await page.title()).toMatch(/ · Shared Clip · Clipline$/);
      expect(await page.locator('#written, img[src=x]').count()).toBe(0);
    });

test('a reader who has scrolled stays where they are', async ({ arrive }) => {
  const text = 'One line of many.\n'.repeat(200);
  const { id } = await clips.save(text);
  const { page, context } = await arrive({ viewport: PHONE });
  const release = await holdScripts(context);
  await open(page, `/clips/${id}`);
  // There is nothing to scroll before the text and its styles have come.
  await expect(textOf(page)).toHaveValue(text);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => window.scrollTo(0, 1234));
  expect(await page.evaluate(() => window.scrollY)).toBe(1234);
  release();
  await page.getByText('Live', { exact: true }).waitFor();
  await expect(page.getByRole('button', { name: 'Copy Content' })).toBeEnabled();
  expect(await page.evaluate(() => window.scrollY)).toBe(1234);
});

test('what a reader has selected to copy is selected still', async ({ arrive }) => {
  const { id } = await clips.save('The key lies under the third stone.');
  const { page, context } = await arrive();
  const release = await holdScripts(context);
  await open(page, `/clips/${id}`);
  await textOf(page).evaluate((field: HTMLTextAreaElement) => {
    field.focus();
    field.setSelectionRange(4, 7);
  });
  release();
  await page.getByText('Live', { exact: true }).waitFor();
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+C');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('key');
});

test('without scripts a text is there to read, whatever it is', async ({ arrive }) => {
  const { id } = await clips.save(HOSTILE);
  const { page } = await arrive({ javaScriptEnabled: false });
  await page.goto(`/clips/${id}`);
  await expect(page.locator('textarea')).toHaveText(HOSTILE.replaceAll('\u2028', ' '));
  await expect(page.locator('textarea')).toBeVisible();
  expect(await page.locator('img, main script').count()).toBe(0);
});

test('what changed while the app came is there with it', async ({ arrive }) => {
  const { id } = await clips.save('first words');
  const { page, context } = await arrive();
  const release = await holdScripts(context);
  await open(page, `/clips/${id}`);
  await expect(textOf(page)).toHaveValue('first words');
  await clips.change(id, 'second words');
  release();
  await expect(textOf(page)).toHaveValue('second words');
});

test('what was closed while the app came goes', async ({ arrive, product }) => {
  const { id } = await clips.save('soon closed');
  const { page, context } = await arrive();
  const release = await holdScripts(context);
  await open(page, `/clips/${id}`);
  await expect(textOf(page)).toHaveValue('soon closed');
  await callsOf(product, '/clipboard', token)('PATCH', `/${id}/address`, { open: false });
  release();
  await page.getByText('This clip is not here').waitFor();
  expect(await page.content()).not.toContain('soon closed');
});

test('its owner waits for the editor, and never sees the page of a visitor', async () => {
  const { id } = await clips.save('my own words');
  await clips.attach(id, 'picture.png', 'image/png', PICTURE);
  const { page, context } = ada;
  const release = await holdScripts(context);
  await open(page, `/clips/${id}`);
  await page.locator('#root .boot').waitFor();
  await expect(page.locator('textarea')).toBeHidden();
  release();
  await expect(page.getByRole('textbox', { name: 'Clip content' })).toHaveValue('my own words');
  await page.getByRole('region', { name: 'Attached Files' }).getByText('picture.png').waitFor();
  await expect(textOf(page)).toHaveCount(0);
});
