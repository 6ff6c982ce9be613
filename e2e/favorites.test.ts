import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

let ada: Person;
let otherDevice: Person;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await holdUndo(ada.context);
  otherDevice = await people.arrive();
  const account = await createAccount(product);
  const { accessToken } = await signIn(product, ada.page, account);
  await signIn(product, otherDevice.page, account);
  const clips = clipsOf(product, accessToken);
  await clips.save('the one to keep');
  await clips.save('another one');
});
test.afterAll(({ people }) => people.leave());

const card = ({ page }: Person, text: string) =>
  page.getByRole('article').filter({ hasText: text });

test('a clip becomes a favourite on every device, and stops being one', async () => {
  const { page } = ada;
  await page.goto('/dashboard');
  await otherDevice.page.goto('/dashboard');
  await card(otherDevice, 'the one to keep').waitFor();
  const count = page.getByRole('link', { name: 'Favorites' });
  await count.getByText('0').waitFor();

  await card(ada, 'the one to keep').getByRole('button', { name: 'Add to favorites' }).click();
  await page.getByText('Added to favorites').waitFor();
  await count.getByText('1').waitFor();
  await card(otherDevice, 'the one to keep')
    .getByRole('button', { name: 'Remove from favorites' })
    .waitFor();
  await otherDevice.page.getByRole('link', { name: 'Favorites' }).getByText('1').waitFor();

  await count.click();
  await page.waitForURL('**/favorites');
  await page.getByRole('heading', { name: 'Favorite Clips' }).waitFor();
  await page.getByText('Page 1 of 1').waitFor();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Filters' }).click();
  expect(await page.getByLabel('Favorites', { exact: true }).count()).toBe(0);

  await card(ada, 'the one to keep').getByRole('button', { name: 'Remove from favorites' }).click();
  await page.getByText('No favorite clips found.').waitFor();
  await page.getByText('Removed from favorites').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(ada, 'the one to keep').waitFor();

  await page.getByRole('textbox', { name: 'Search clips' }).fill('nothing like it');
  await page
    .getByText('No favorite clips match your current filters. Try adjusting your search criteria.')
    .waitFor();
});
