import { clipsOf } from './support/clips.ts';
import { createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.use({ environment: { TRASH_DAYS: '0' } });

test('without a trash there is Undo, and no screen that speaks of one', async ({
  page,
  context,
  product,
}) => {
  await holdUndo(context);
  const { accessToken } = await signIn(product, page, await createAccount(product));
  await clipsOf(product, accessToken).save('deleted by mistake');
  await page.goto('/clips');
  const card = page.getByRole('article').filter({ hasText: 'deleted by mistake' });
  await card.getByRole('button', { name: 'Delete' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await card.waitFor();
  await expect(page.getByRole('link', { name: 'Links' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Trash' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Recently deleted' })).toHaveCount(0);
  // The keys of every page come with the navigation, which a page does not wait for.
  await page.getByRole('complementary', { name: 'Sidebar' }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('trash');
  await expect(palette.getByText('No matches.')).toBeVisible();
  await page.goto('/trash');
  await expect(page.getByText('This server keeps no trash.')).toBeVisible();
});
