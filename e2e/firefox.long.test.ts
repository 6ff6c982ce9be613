import type { Page } from 'puppeteer-core';
import { PICTURE } from './support/clips.ts';
import { canOpenFirefox, type Firefox, openFirefox, pressPaste } from './support/firefox.ts';
import { keptTexts } from './support/kept.ts';
import { outboxOf } from './support/outbox.ts';
import { createAccount, signIn } from './support/people.ts';
import type { Product } from './support/product.ts';
import { startProxy } from './support/proxy.ts';
import { stored, storedTexts } from './support/stored.ts';
import { expect, test } from './support/story.ts';
import { workerIn } from './support/worker.ts';

// Captures, the outbox and the worker in the Firefox that Debian has, which Playwright cannot drive.

test.skip(
  !canOpenFirefox,
  'stories in Firefox: needs firefox-esr (or FIREFOX_PATH), Xvfb and xclip',
);

let firefox: Firefox;
test.beforeAll(async () => {
  firefox = await openFirefox();
});
test.afterAll(() => firefox.close());

const text = (page: Page, words: string) => page.waitForSelector(`::-p-text(${words})`);
const button = (page: Page, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="button"])`);
const card = (page: Page, words: string) =>
  page.waitForSelector(`main [role=article] ::-p-text(${words})`);

/** A person signed in, in a profile of their own. */
async function arrive(product: Product, url = product.url) {
  const context = await firefox.newContext();
  const broken: string[] = [];
  const first = await context.newPage();
  const { accessToken: token } = await signIn(
    { ...product, url },
    first,
    await createAccount(product),
  );
  await first.close();
  const open = async (address: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('console', (message) => broken.push(message.text()));
    await page.evaluateOnNewDocument(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI}`),
      ),
    );
    await page.goto(url + address);
    return page;
  };
  return {
    token,
    open,
    async leave() {
      await context.close();
      expect(broken.filter((line) => /content.security.policy/i.test(line))).toEqual([]);
    },
  };
}

test('what another program copied is a clip with one press, and is copied with one', async ({
  product,
}) => {
  const ada = await arrive(product);
  const page = await ada.open('/dashboard');
  await text(page, 'Copy here, paste there.');
  firefox.copy('Tür 4471, „zweiter“ Stock', 'UTF8_STRING');
  await pressPaste(page);
  await text(page, 'Saved to your clips');
  await card(page, 'Tür 4471, „zweiter“ Stock');
  await stored(product, ada.token, 'Tür 4471, „zweiter“ Stock');

  firefox.copy(PICTURE, 'image/png');
  await pressPaste(page);
  const [file] = (await stored(product, ada.token, '', 1)).files;
  expect(file!.name).toMatch(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
  const bytes = await (await fetch(new URL(file!.url, product.url))).arrayBuffer();
  expect(Buffer.from(bytes).equals(PICTURE)).toBe(true);

  await button(page, 'Copy').click();
  await text(page, 'Content copied to clipboard');
  expect(firefox.copied()).toBe('Tür 4471, „zweiter“ Stock');
  await ada.leave();
});

test('saved while the server is away, the tab closed: it is there once, later', async ({
  product,
}) => {
  let lost = 0;
  const proxy = await startProxy(product.url, {
    losesReply: ({ method, url }) => method === 'POST' && url === '/api/clipboard' && ++lost === 1,
  });
  const ada = await arrive(product, proxy.url);
  const page = await ada.open('/dashboard');
  await text(page, 'Copy here, paste there.');
  // Nothing was captured here before: what shows a capture comes from what the worker keeps.
  await workerIn(page);
  await proxy.stop();
  firefox.copy('on a train', 'UTF8_STRING');
  await pressPaste(page);
  await text(page, 'Not saved yet');
  await text(page, '1 waiting');
  expect((await outboxOf(page)).map(({ content }) => content)).toEqual(['on a train']);
  await page.close();
  await expect.poll(() => storedTexts(product, ada.token)).toEqual([]);

  await proxy.start();
  const later = await ada.open('/rooms');
  await expect.poll(async () => (await outboxOf(later)).length).toBe(0);
  expect(lost).toBeGreaterThan(1);
  await expect.poll(() => storedTexts(product, ada.token)).toEqual(['on a train']);
  await ada.leave();
  await proxy.stop();
});

test('the worker opens the app without a server, and the last clips are read', async ({
  product,
}) => {
  const proxy = await startProxy(product.url);
  const ada = await arrive(product, proxy.url);
  const page = await ada.open('/dashboard');
  firefox.copy('read in a tunnel', 'UTF8_STRING');
  await text(page, 'Copy here, paste there.');
  await pressPaste(page);
  await stored(product, ada.token, 'read in a tunnel');
  await page.goto(`${proxy.url}/account`);
  await page.locator('::-p-aria([name="Keep recent clips on this device"][role="switch"])').click();
  await workerIn(page);
  await expect.poll(() => keptTexts(page)).toEqual(['read in a tunnel']);

  await proxy.stop();
  await page.goto(`${proxy.url}/clips`);
  await text(page, 'Offline. Showing what this device kept');
  await card(page, 'read in a tunnel');
  await page.goto(`${proxy.url}/rooms`);
  await text(page, 'This needs a connection.');
  await ada.leave();
});
