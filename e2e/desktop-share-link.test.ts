import { addText, blockOf } from './support/desktop.ts';
import type { Person } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

let owner: Person;
let guest: Person;

test.beforeAll(async ({ people }) => {
  owner = await people.arrive();
  guest = await people.arrive();
  await holdUndo(guest.context);
});
test.afterAll(({ people }) => people.leave());

const shareLink = async (): Promise<string> => {
  await owner.page.getByRole('button', { name: 'Share link' }).click();
  return owner.page.getByRole('textbox', { name: 'Link to the desktop' }).inputValue();
};
const closeDialog = async () => {
  await owner.page.keyboard.press('Escape');
  await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
};

test('anyone with the link sees the desktop live, adds to it and deletes from it', async () => {
  await owner.page.goto('/desktop');
  await owner.page.getByRole('button', { name: 'Share link' }).click();
  await owner.page.getByText('There is no link yet').waitFor();
  await closeDialog();
  await addText(owner.page, 'from the owner');
  const link = await shareLink();
  await closeDialog();

  await guest.page.goto(link);
  await blockOf(guest.page, 'from the owner', 'Items').waitFor();
  await guest.page.getByText('Live', { exact: true }).waitFor();
  await guest.page.getByRole('textbox', { name: 'Text' }).fill('from the guest');
  await guest.page.getByRole('button', { name: 'Add Text' }).click();
  await guest.page.getByText('Text added', { exact: true }).waitFor();
  await blockOf(owner.page, 'from the guest').waitFor();
  // Or this answer would come over the one that can be undone.
  const told = guest.page.getByText('File added').waitFor();
  await guest.page
    .getByLabel('Upload File')
    .first()
    .setInputFiles({ name: 'guest.txt', mimeType: 'text/plain', buffer: Buffer.from('a file') });
  await blockOf(owner.page, 'guest.txt').waitFor();
  await told;

  await blockOf(guest.page, 'from the owner', 'Items')
    .getByRole('button', { name: 'Delete' })
    .click();
  await blockOf(owner.page, 'from the owner').waitFor({ state: 'detached' });
  await guest.page.getByRole('button', { name: 'Undo' }).click();
  await blockOf(owner.page, 'from the owner').waitFor();
  await addText(owner.page, 'one more');
  await blockOf(guest.page, 'one more', 'Items').waitFor();
});

test('a renewed link closes the old one at once', async () => {
  const old = await shareLink();
  await owner.page.getByRole('button', { name: 'Renew link' }).click();
  await owner.page.getByRole('button', { name: 'Replace' }).click();
  await owner.page.getByText('Link renewed').waitFor();
  await guest.page.getByText('Desktop not found or access denied.').first().waitFor();
  expect(await blockOf(guest.page, 'one more', 'Items').count()).toBe(0);
  const link = owner.page.getByRole('textbox', { name: 'Link to the desktop' });
  await expect.poll(() => link.inputValue()).not.toBe(old);
  const renewed = await link.inputValue();
  await closeDialog();

  await guest.page.goto(old);
  await guest.page.getByText('Failed to load shared desktop').waitFor();
  await guest.page.getByText('Desktop not found or access denied.').first().waitFor();
  await guest.page.goto(renewed);
  await blockOf(guest.page, 'one more', 'Items').waitFor();
});

test('Refresh reads what was missed', async () => {
  // No news reaches the guest any more.
  await guest.page.routeWebSocket(/socket\.io/, () => {});
  await guest.page.reload();
  await blockOf(guest.page, 'one more', 'Items').waitFor();
  await addText(owner.page, 'said meanwhile');
  expect(await blockOf(guest.page, 'said meanwhile', 'Items').count()).toBe(0);
  await guest.page.getByRole('button', { name: 'Refresh' }).click();
  await blockOf(guest.page, 'said meanwhile', 'Items').waitFor();
});
