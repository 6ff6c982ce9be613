import { createAccount, tokenOf } from './support/people.ts';
import { stored } from './support/stored.ts';
import { expect, test } from './support/story.ts';
import { canOpenWebKit, openWebKit, type WebKit } from './support/webkit.ts';

// The engine of Safari, in the WebKitGTK that Debian has.

test.skip(!canOpenWebKit, 'stories in WebKitGTK: needs webkit2gtk-driver, Xvfb and xclip');

let webkit: WebKit;
test.beforeAll(async () => {
  webkit = await openWebKit();
});
test.afterAll(() => webkit.close());

const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`;
const text = (words: string) => `//main//*[contains(., '${words}')]`;
const field = (name: string) => `//input[@id = //label[contains(., '${name}')]/@for]`;

test('signed in, what was copied elsewhere is a clip, is copied again, and opens by a link', async ({
  product,
}) => {
  const ada = await createAccount(product);
  await webkit.goto(`${product.url}/auth`);
  await webkit.type(field('Email'), ada.email);
  await webkit.type(field('Password'), ada.password);
  await webkit.click("//form//button[@type='submit']");
  await webkit.find(text('Copy here, paste there.'));

  webkit.copy('Tür 4471, „zweiter“ Stock', 'UTF8_STRING');
  await webkit.pressControl('v');
  await webkit.find(text('Tür 4471, „zweiter“ Stock'));
  webkit.copy('something else', 'UTF8_STRING');
  await webkit.click(`//main${button('Copy')}`);
  await expect.poll(() => webkit.copied()).toBe('Tür 4471, „zweiter“ Stock');

  const token = await tokenOf(product, ada);
  const clip = await stored(product, token, 'Tür 4471, „zweiter“ Stock');
  const made = await fetch(`${product.url}/api/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ clipId: clip.id }),
  });
  await webkit.run('localStorage.clear()');
  await webkit.goto(((await made.json()) as { url: string }).url);
  await expect
    .poll(() => webkit.run("return document.querySelector('textarea')?.value"))
    .toBe('Tür 4471, „zweiter“ Stock');
});
