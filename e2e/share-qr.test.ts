import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { reachedAt, tellAddress } from './support/reachable.ts';
import { expect, test } from './support/story.ts';

let ada: Person;
let clipId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  clipId = (await clipsOf(product, accessToken).save('To be carried to the phone')).id;
});
test.afterAll(({ people }) => people.leave());

test('a phone reads the code on the screen and sees the clip', async ({ arrive, product }) => {
  const { page } = ada;
  await tellAddress(page, product);
  await page.goto('/dashboard');
  const share = page.getByRole('article').getByRole('button', { name: 'Share' });
  await share.click();
  const dialog = page.getByRole('dialog', { name: 'Share Clip' });
  await dialog.getByText('Scan this QR code to access the clip on your mobile device').waitFor();
  const link = `${reachedAt(product)}/clips/${clipId}`;
  await dialog.getByText('This address works while this computer keeps it.').waitFor();
  const field = dialog.getByRole('textbox');
  expect(await field.inputValue()).toBe(link);
  expect(await field.getAttribute('readonly')).not.toBeNull();

  const code = dialog.getByRole('img', { name: 'QR code of the link' });
  expect(await code.getAttribute('width')).toBe('200');
  // As a camera sees it: the screen, not the markup.
  const { data, width, height } = PNG.sync.read(
    await dialog.screenshot({ animations: 'disabled' }),
  );
  const read = jsqr.default(new Uint8ClampedArray(data), width, height);
  expect(read?.data).toBe(link);

  await dialog.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Link copied').waitFor();
  // The toast is beside the dialog, not behind it.
  await expect
    .poll(() =>
      page.getByText('Link copied').evaluate((text) => {
        const { left, top } = text.getBoundingClientRect();
        return document.elementFromPoint(left + 2, top + 2) === text;
      }),
    )
    .toBe(true);
  expect(await dialog.isVisible()).toBe(true);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => share.evaluate((button) => button === document.activeElement)).toBe(true);

  // Nor does it lie over the code where the dialog takes the whole width.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('article').getByRole('button', { name: 'Clip actions' }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() =>
      code.evaluate((picture) => {
        const toast = document.querySelector('[data-toast]')?.getBoundingClientRect();
        const { top, bottom } = picture.getBoundingClientRect();
        return toast && (toast.bottom <= top || toast.top >= bottom);
      }),
    )
    .toBe(true);

  const phone = await arrive({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.page.goto(read?.data ?? '');
  await phone.page.getByText('View only mode. Copy or download the content.').waitFor();
  expect(await phone.page.getByLabel('View only - Owner can edit').inputValue()).toBe(
    'To be carried to the phone',
  );
});
