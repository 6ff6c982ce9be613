import { createAccount, type Person } from './support/people.ts';
import { expect, test } from './support/story.ts';

let visitor: Person;

test.beforeAll(async ({ people }) => {
  visitor = await people.arrive();
});
test.afterAll(({ people }) => people.leave());

test('a visitor starts to type, signs in, and finds text and file again', async ({ product }) => {
  const { page } = visitor;
  const ada = await createAccount(product);
  await page.goto('/new-clip');
  await page.getByRole('textbox', { name: 'Clip content' }).fill('typed before signing in');
  await page
    .getByLabel('Upload File')
    .first()
    .setInputFiles({ name: 'chosen.txt', mimeType: 'text/plain', buffer: Buffer.from('chosen') });
  expect(await page.getByRole('button', { name: 'Share' }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Save Clip' }).click();
  await page.waitForURL('**/auth?mode=login');
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Log in' }).click();

  await page.waitForURL('**/new-clip');
  const content = page.getByRole('textbox', { name: 'Clip content' });
  await expect.poll(() => content.inputValue()).toBe('typed before signing in');
  await page.getByRole('region', { name: 'Pending Files' }).getByText('chosen.txt').waitFor();
  await page.getByRole('button', { name: 'Save Clip' }).click();
  await page.getByText('Clip saved successfully').waitFor();
  await page.getByRole('region', { name: 'Uploaded Files' }).getByText('chosen.txt').waitFor();
});
