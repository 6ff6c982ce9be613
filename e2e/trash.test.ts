import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { clipsOf } from './support/clips.ts';
import { addText, blockOf } from './support/desktop.ts';
import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

let ada: Person;
let grace: Person;
let adaAccount: Account;
let clips: ReturnType<typeof clipsOf>;
let rooms: ReturnType<typeof roomsOf>;
let roomId: string;

test.beforeAll(async ({ people, product }) => {
  [ada, grace] = [await people.arrive(), await people.arrive()];
  await holdUndo(ada.context);
  adaAccount = await createAccount(product, 'Ada');
  const graceAccount = await createAccount(product, 'Grace');
  const { accessToken } = await signIn(product, ada.page, adaAccount);
  const { accessToken: gracesToken } = await signIn(product, grace.page, graceAccount);
  clips = clipsOf(product, accessToken);
  rooms = roomsOf(product, accessToken);
  ({ id: roomId } = await rooms.create('Reading circle'));
  await rooms.invite(roomId, graceAccount.email);
  await rooms.add(roomId, 'a note of Ada');
  await roomsOf(product, gracesToken).add(roomId, 'a note of Grace');
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
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const goToTrash = async (page: Page) => {
  await sidebar(page).getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
};

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

  await goToTrash(page);
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

test('a desktop item and a room come back, the room with its member', async () => {
  const { page } = ada;
  await page.goto('/desktop');
  await addText(page, 'on the board');
  await blockOf(page, 'on the board').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Item deleted').waitFor();
  await page.goto(`/rooms/${roomId}`);
  await page.getByText('2 members', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete room' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/rooms');

  await goToTrash(page);
  await expect(page.getByRole('list', { name: 'Deleted things' }).getByRole('article')).toHaveCount(
    2,
  );
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Rooms');
  await expect(page).toHaveURL(/kind=room$/);
  await row(page, 'Reading circle').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Nothing of this kind is in the trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await row(page, 'on the board').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Trash is empty.')).toBeVisible();
  await page.goto('/desktop');
  await expect(blockOf(page, 'on the board')).toBeVisible();

  await grace.page.goto(`/rooms/${roomId}`);
  await expect(card(grace.page, 'a note of Ada')).toBeVisible();
  await expect(grace.page.getByText('2 members', { exact: true })).toBeVisible();
});

test('room content: who deleted it brings it back, and leaves its end to its author', async () => {
  const { page } = grace;
  await card(page, 'a note of Ada').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await card(page, 'a note of Ada').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Recently deleted' }).click();
  await page.waitForURL('**/trash?kind=roomItem');
  await row(page, 'a note of Ada').getByRole('button', { name: 'Delete forever' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click();
  await expect(
    page.getByText('Only its author and the owner of the room can delete it forever.'),
  ).toBeVisible();
  await row(page, 'a note of Ada').getByRole('button', { name: 'Restore' }).click();
  await page.goto(`/rooms/${roomId}`);
  await expect(card(page, 'a note of Ada')).toBeVisible();
});
