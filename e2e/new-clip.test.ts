import { PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

let ada: Person;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await signIn(product, ada.page, await createAccount(product));
});
test.afterAll(({ people }) => people.leave());

test('a person saves a clip with text and two files, and finds it on the dashboard', async () => {
  const { page } = ada;
  await page.goto('/dashboard');
  await page.getByText('No clips found. Create your first clip!').waitFor();
  await page.getByRole('link', { name: 'New Clip' }).click();

  await page.getByRole('button', { name: 'Save Clip' }).waitFor();
  expect(await page.getByRole('button', { name: 'Share' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Clip content' }).fill('Tickets and the map');
  await page
    .getByLabel('Upload File')
    .first()
    .setInputFiles([
      { name: 'map.png', mimeType: 'image/png', buffer: PICTURE },
      { name: 'tickets.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(2150) },
      { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
    ]);
  const pending = page.getByRole('region', { name: 'Pending Files' });
  await pending.getByText('2.1 KB').waitFor();
  await pending.getByRole('img', { name: 'Preview of map.png' }).waitFor();
  await pending.getByRole('button', { name: 'Remove wrong.txt' }).click();
  await pending.getByText('wrong.txt').waitFor({ state: 'detached' });

  await page.getByRole('textbox', { name: 'Clip content' }).press('Control+Enter');
  await page.getByText('Clip saved successfully').waitFor();
  await page.getByText('Files uploaded successfully').waitFor();
  await pending.waitFor({ state: 'detached' });
  const uploaded = page.getByRole('region', { name: 'Uploaded Files' });
  await uploaded.getByText('tickets.pdf').waitFor();
  expect(
    await uploaded
      .getByRole('img', { name: 'Preview of map.png' })
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(1);
  expect(await page.getByRole('button', { name: 'Share' }).isDisabled()).toBe(false);
  // Everything is saved: what comes next is to share it, or to begin another.
  await expect(page.getByRole('button', { name: 'Save Clip' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'New Clip' })).toBeVisible();

  const download = page.waitForEvent('download');
  await uploaded.getByRole('button', { name: 'Download tickets.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('tickets.pdf');

  // The address now names the clip: a reload comes back to it instead of beginning another.
  await page.reload();
  await uploaded.getByText('map.png').waitFor();
  await expect(page.getByRole('textbox', { name: 'Clip content' })).toHaveValue(
    'Tickets and the map',
  );

  await page.getByRole('link', { name: 'Back to dashboard' }).click();
  const card = page.getByRole('list', { name: 'Recent clips' }).getByRole('article');
  await card.getByText('Tickets and the map').waitFor();
  await card.getByText('map.png').waitFor();
  await card.getByText('image/png').waitFor();
  // Told to the minute, which may have ended since.
  await page.getByText(/^(Just now|1m ago)$/).waitFor();
  expect(await card.count()).toBe(1);
  await card.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Content copied to clipboard').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Tickets and the map');
});
