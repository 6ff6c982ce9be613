import { fileOf } from './support/files.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

const LARGEST = 10_485_760;

let ada: Person;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await signIn(product, ada.page, await createAccount(product));
});
test.afterAll(({ people }) => people.leave());

test('files over 10 MB are named and left out; the largest that fits is taken', async () => {
  const { page } = ada;
  await page.goto('/new-clip');
  await page.getByRole('button', { name: 'Save Clip' }).waitFor();
  await page
    .getByLabel('Upload File')
    .first()
    .setInputFiles([
      fileOf('one.iso', LARGEST + 1),
      fileOf('fits.bin', LARGEST),
      fileOf('two.iso', LARGEST + 2),
    ]);
  await page.getByText('File(s) too large: one.iso, two.iso. Maximum file size is 10MB.').waitFor();
  const pending = page.getByRole('region', { name: 'Pending Files' });
  await pending.getByText('fits.bin').waitFor();
  await pending.getByText('10240.0 KB').waitFor();
  expect(await pending.getByRole('listitem').count()).toBe(1);

  // The error is not hidden behind the success that followed it.
  const saved = page.getByText('Clip saved successfully').waitFor();
  await page.getByRole('button', { name: 'Save Clip' }).click();
  await page.getByRole('region', { name: 'Uploaded Files' }).getByText('fits.bin').waitFor();
  await saved;
});
