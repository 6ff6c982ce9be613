import { addText, blockOf } from './support/desktop.ts';
import { expect, test } from './support/story.ts';

test('who sees the board is true: before a link was shown, after, and when sharing was stopped', async ({
  arrive,
}) => {
  const { page } = await arrive();
  await page.goto('/desktop');
  await addText(page, 'mine');
  const alone = page.getByText('Only you see this desktop until you share it.');
  const open = page.getByText('Anyone with the link can see and change this desktop.');
  await expect(alone).toBeVisible();
  await page.getByRole('button', { name: 'Share link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to the desktop' }).inputValue();
  await page.keyboard.press('Escape');
  await expect(open).toBeVisible();
  await expect(alone).toHaveCount(0);
  await page.reload();
  await expect(open).toBeVisible();

  const guest = await arrive();
  await guest.page.goto(link);
  await blockOf(guest.page, 'mine', 'Items').waitFor();
  // The owner's layout, to look at.
  await expect(guest.page.getByRole('button', { name: 'Move mine' })).toHaveCount(0);
  await guest.page.getByRole('textbox', { name: 'Text' }).fill('half a thought');

  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByText('Sharing stopped').waitFor();
  await expect(alone).toBeVisible();
  await guest.page.getByText('Desktop not found or access denied.').first().waitFor();
  await expect(guest.page.getByLabel('Your text is still here.')).toHaveValue('half a thought');
  await guest.page.getByRole('button', { name: 'Copy text' }).click();
  await expect
    .poll(() => guest.page.evaluate(() => navigator.clipboard.readText()))
    .toBe('half a thought');
});
