import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

let ada: Person;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await holdUndo(ada.context);
  const { accessToken } = await signIn(product, ada.page, await createAccount(product, 'Ada'));
  const clips = clipsOf(product, accessToken);
  const { id } = await clips.save('a plan with everything');
  await clips.attach(id, 'plan.pdf', 'application/pdf', 'pdf');
  await clips.favorite(id);
});
test.afterAll(({ people }) => people.leave());

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const row = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Deleted things' })
    .getByRole('article', { name: title, exact: true });

test('a clip comes back as it was, with file, tag and star', async () => {
  const { page } = ada;
  await page.goto('/clips');
  await card(page, 'a plan with everything').getByRole('link').click();
  await page.getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New tag').fill('Work');
  await dialog.getByRole('button', { name: 'Create tag' }).click();
  await dialog.getByRole('checkbox', { name: 'Work' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('list', { name: 'Tags of this clip' }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Clip deleted').waitFor();

  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
  const item = row(page, 'a plan with everything');
  await expect(item).toContainText('Clip · ');
  await expect(item).toContainText('deleted just now');
  await expect(item).toContainText('gone in 30 days');
  await expectAccessibleInEveryLook(page);
  await item.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Trash is empty.')).toBeVisible();
  const told = page.getByRole('status').filter({ hasText: 'Restored' });
  await told.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL('**/clips/*');
  await expect(page.getByRole('textbox', { name: 'Clip content' })).toHaveValue(
    'a plan with everything',
  );
  await expect(page.getByRole('list', { name: 'Tags of this clip' })).toHaveText('Work');
  await expect(page.getByText('plan.pdf').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
});
