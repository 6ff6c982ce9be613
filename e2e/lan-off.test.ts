import { addText } from './support/desktop.ts';
import { test } from './support/story.ts';

test.use({ environment: { LAN_MODE: 'off' } });

test('where local networks cannot be shared, the screen says why and what works instead', async ({
  arrive,
}) => {
  const { page } = await arrive();
  await page.goto('/desktop');
  await addText(page, 'stays here');
  await page.getByRole('button', { name: 'LAN Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'LAN Discovery' });
  await dialog.getByText('You are not on a local network that can be shared').waitFor();
  await dialog.getByText('The share link works from anywhere.').waitFor();
  await dialog.getByText('A guest Wi-Fi is often a network of its own.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'LAN Share' }).waitFor();
});
