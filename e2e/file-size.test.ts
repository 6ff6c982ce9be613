import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrive, closeBrowser, createAccount, type Person, signIn } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

const LARGEST = 10_485_760;

let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct();
  ada = await arrive(product);
  await signIn(product, ada, await createAccount(product));
});
afterAll(async () => {
  await closeBrowser();
  await product.dispose();
});

test('files over 10 MB are named and left out; the largest that fits is taken', async () => {
  const { page } = ada;
  await page.goto('/new-clip');
  await page.getByRole('button', { name: 'Save Clip' }).waitFor();
  const file = (name: string, bytes: number) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(bytes),
  });
  await page
    .getByLabel('Upload File')
    .first()
    .setInputFiles([
      file('one.iso', LARGEST + 1),
      file('fits.bin', LARGEST),
      file('two.iso', LARGEST + 2),
    ]);
  await page.getByText('File(s) too large: one.iso, two.iso. Maximum file size is 10MB.').waitFor();
  const pending = page.getByRole('region', { name: 'Pending Files' });
  await pending.getByText('fits.bin').waitFor();
  await pending.getByText('10240.0 KB').waitFor();
  expect(await pending.getByRole('listitem').count()).toBe(1);

  // The error is not hidden behind the success that followed it.
  const saved = page.getByText('Clip saved successfully').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Save Clip' }).click();
  await page
    .getByRole('region', { name: 'Uploaded Files' })
    .getByText('fits.bin')
    .waitFor({ timeout: 60_000 });
  await saved;
});
