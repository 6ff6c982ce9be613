import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { PICTURE } from './support/clips.ts';
import { addText, blockOf, selectAll } from './support/desktop.ts';
import { test } from './support/story.ts';

test.describe.configure({ mode: 'serial' });

let page: Page;
let other: Page;
let link: string;

test.beforeAll(async ({ people }) => {
  ({ page } = await people.arrive());
  ({ page: other } = await people.arrive());
});
test.afterAll(({ people }) => people.leave());

test('the desktop, empty and full', async () => {
  await page.goto('/desktop');
  await page.getByText('Nothing here yet').waitFor();
  await expectAccessibleInEveryLook(page);

  await addText(page, 'مرحبا بالعالم');
  await addText(
    page,
    'https://example.com/a/long/address/that/does/not/break/anywhere/at/all/because/it/has/no/spaces',
  );
  await page
    .getByLabel('Upload File')
    .first()
    .setInputFiles([
      { name: 'picture.png', mimeType: 'image/png', buffer: PICTURE },
      {
        name: `${'a-very-long-file-name-'.repeat(8)}.pdf`,
        mimeType: 'application/pdf',
        buffer: Buffer.from('pdf'),
      },
    ]);
  await blockOf(page, 'a-very-long-file-name').waitFor();
  await expectAccessibleInEveryLook(page);
  await selectAll(page, 4);
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');
});

test('its dialogs', async () => {
  await page.getByRole('button', { name: 'New Text' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');

  await blockOf(page, 'picture.png').getByRole('button', { name: 'View' }).click();
  await page.getByRole('dialog').getByRole('img').waitFor();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Share link' }).click();
  link = await page.getByRole('textbox', { name: 'Link to the desktop' }).inputValue();
  await page.getByRole('button', { name: 'Renew link' }).click();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');
});

test('the local network, and the desktop of a peer', async () => {
  await page.getByRole('button', { name: 'LAN Share' }).click();
  await other.goto('/desktop');
  await other.getByRole('button', { name: 'LAN Share' }).click();
  await other.getByRole('dialog').getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Who sees your desktop' }).getByRole('button').waitFor();
  await expectAccessibleInEveryLook(page);
  await expectAccessibleInEveryLook(other);
  await other.keyboard.press('Escape');
  await other.getByRole('dialog').waitFor({ state: 'detached' });
  await expectAccessibleInEveryLook(other);
});

test('a shared desktop, and one whose link is dead', async () => {
  await other.goto(link);
  await blockOf(other, 'picture.png', 'Items').waitFor();
  await expectAccessibleInEveryLook(other);
  await other.goto('/desktop/shared/nowhere');
  await other.getByText('Desktop not found or access denied.').first().waitFor();
  await expectAccessibleInEveryLook(other);
});
