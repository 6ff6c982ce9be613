import { readFile } from 'node:fs/promises';
import { clipsOf } from './support/clips.ts';
import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

test.describe.configure({ mode: 'serial' });

let account: Account;
let laptop: Person;
let phone: Person;

test.beforeAll(async ({ people, product }) => {
  account = await createAccount(product, 'Ada');
  laptop = await people.arrive();
  phone = await people.arrive({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { accessToken } = await signIn(product, laptop.page, account);
  await clipsOf(product, accessToken).save('to be taken along');
  await signIn(product, phone.page, account);
});
test.afterAll(({ people }) => people.leave());

test('another device is signed out from here, and knows at once', async () => {
  await phone.page.goto('/dashboard');
  await phone.page.getByText('to be taken along').waitFor();
  const { page } = laptop;
  await page.goto('/account');
  const told = phone.page.getByText('Session Expired').waitFor();
  await page.getByRole('button', { name: /^Sign out node/ }).click();
  await page.getByText('Device signed out').waitFor();
  const devices = page.getByRole('list', { name: 'Devices signed in' });
  await devices
    .getByRole('listitem')
    .filter({ hasNotText: 'This device' })
    .waitFor({ state: 'detached' });
  await told;
  await phone.page.waitForURL('**/auth');
});

test('everything is taken along, and taken over by another account', async ({
  arrive,
  product,
}) => {
  const { page } = laptop;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('Download started').waitFor(),
    page.getByRole('button', { name: 'Export my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^clipline-export-\d{4}-\d\d-\d\d\.zip$/);
  const archive = {
    name: 'export.zip',
    mimeType: 'application/zip',
    buffer: await readFile(await download.path()),
  };

  const bob = await arrive();
  await signIn(product, bob.page, await createAccount(product, 'Bob'));
  await bob.page.goto('/account');
  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    bob.page.locator('input[type=file]').setInputFiles(file);
  await choose({ ...archive, buffer: Buffer.from('no ZIP') });
  await bob.page.getByRole('alert').getByText('This is no export of Clipline.').waitFor();
  await choose(archive);
  await bob.page.getByText('Import finished').waitFor();
  const row = bob.page
    .getByRole('table', { name: 'What was imported' })
    .getByRole('row', { name: /^Clips/ });
  await expect(row.getByRole('cell')).toHaveText(['1', '0']);
  await choose(archive);
  await bob.page.getByText('Everything in this export is here already.').waitFor();
  await bob.page.goto('/clips');
  await bob.page.getByText('to be taken along').waitFor();
});
