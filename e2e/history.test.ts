import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { clipsOf } from './support/clips.ts';
import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

const FIRST = 'Shopping list\nmilk\nbread\nsomething for the soup';

let ada: Person;
let phone: Person;
let grace: Person;
let adaAccount: Account;
let clips: ReturnType<typeof clipsOf>;
let rooms: ReturnType<typeof roomsOf>;
let clipId: string;
let roomId: string;
let itemId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await holdUndo(ada.context);
  phone = await people.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true });
  grace = await people.arrive();
  adaAccount = await createAccount(product, 'Ada');
  const graceAccount = await createAccount(product, 'Grace');
  const { accessToken } = await signIn(product, ada.page, adaAccount);
  await signIn(product, phone.page, adaAccount);
  await signIn(product, grace.page, graceAccount);
  clips = clipsOf(product, accessToken);
  rooms = roomsOf(product, accessToken);
  ({ id: clipId } = await clips.save(FIRST));
  ({ id: roomId } = await rooms.create('Reading circle'));
  await rooms.invite(roomId, graceAccount.email);
  ({ id: itemId } = await rooms.add(roomId, 'We meet on Tuesday'));
});
test.afterAll(({ people }) => people.leave());

const content = (page: Page) => page.getByRole('textbox', { name: 'Clip content' });
const history = (page: Page) => page.getByRole('dialog', { name: 'History' });
const versions = (page: Page) =>
  history(page).getByRole('list', { name: 'Earlier versions' }).getByRole('button');
const changes = (page: Page) => history(page).getByRole('group', { name: 'Changes' });
const openHistory = async (page: Page) => {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await history(page).waitFor();
};

test('a new text shows in the history that is open on another device', async () => {
  await ada.page.goto(`/clips/${clipId}`);
  await ada.page.getByText('Live', { exact: true }).waitFor();
  await openHistory(ada.page);
  await expect(history(ada.page).getByText('No earlier versions yet.')).toBeVisible();
  await phone.page.goto(`/clips/${clipId}`);
  await content(phone.page).fill(FIRST.replace('milk', 'oat milk').replace('bread\n', ''));
  await phone.page.getByRole('button', { name: 'Save Changes' }).tap();
  await phone.page.getByText('Clip updated').waitFor();

  const { page } = ada;
  await expect(versions(page)).toHaveCount(1);
  await expect(versions(page)).toContainText(`You${[...FIRST].length} characters`);
  await expect(changes(page).locator('mark')).toHaveText(['oat ']);
  await expect(changes(page)).toContainText('Only in this version: bread');
  await expectAccessibleInEveryLook(page);
  await history(page).getByRole('radio', { name: 'Text' }).check();
  await expect(history(page).getByRole('group', { name: 'Text', exact: true })).toHaveText(FIRST);
});

test('a version is restored everywhere, and that can be undone', async () => {
  const { page } = ada;
  await history(page).getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText(/^Version of .+ restored$/)).toBeVisible();
  await expect(content(page)).toHaveValue(FIRST);
  await expect(content(phone.page)).toHaveValue(FIRST);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The text is as before')).toBeVisible();
  await expect(content(page)).toHaveValue(/oat milk/);
  await expect(content(phone.page)).toHaveValue(/oat milk/);
  await openHistory(page);
  await expect(versions(page)).toHaveCount(2);
});

test('text that is not saved yet outlives a restore', async () => {
  const { page } = ada;
  await page.keyboard.press('Escape');
  await content(page).fill('not saved yet');
  await openHistory(page);
  await versions(page).last().click();
  await history(page).getByRole('button', { name: 'Restore this version' }).click();
  // Not the toast: the same one is shown once in two seconds, and it was shown a moment ago.
  await expect(page.getByText('A newer version was saved elsewhere.')).toBeVisible();
  await expect(content(page)).toHaveValue('not saved yet');
});

test('a file that was deleted comes back with the version that had it', async () => {
  const { page } = ada;
  const { id } = await clips.save('The soup of today');
  await clips.attach(id, 'soup.pdf', 'application/pdf', 'pdf');
  await clips.change(id, 'The soup of tomorrow');
  await page.goto(`/clips/${id}`);
  await page.getByRole('button', { name: 'Remove soup.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Remove soup.pdf' })).toHaveCount(0);
  await openHistory(page);
  await expect(versions(page)).toContainText('1 file');
  await expect(history(page).getByText('Files then: soup.pdf.')).toBeVisible();
  await history(page).getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByRole('button', { name: 'Remove soup.pdf' })).toBeVisible();
  await expect(content(page)).toHaveValue('The soup of today');
});

test('in a room members read earlier texts, and the author brings them back', async () => {
  await rooms.change(roomId, itemId, 'We meet on Friday');
  const item = (page: Page) => page.getByRole('article').filter({ hasText: 'We meet on' });
  await grace.page.goto(`/rooms/${roomId}`);
  await item(grace.page).getByRole('button', { name: 'History' }).click();
  await expect(versions(grace.page)).toContainText('Ada');
  await expect(changes(grace.page).locator('mark')).toHaveText(['Tuesday', 'Friday']);
  await expect(
    history(grace.page).getByRole('button', { name: 'Copy this version' }),
  ).toBeVisible();
  for (const name of ['Restore this version', 'Forget earlier versions'])
    await expect(history(grace.page).getByRole('button', { name })).toHaveCount(0);
  await expectAccessibleInEveryLook(grace.page);

  const { page } = ada;
  await page.goto(`/rooms/${roomId}`);
  await item(page).getByRole('button', { name: 'History' }).click();
  await history(page).getByRole('button', { name: 'Restore this version' }).click();
  await expect(item(page)).toContainText('We meet on Tuesday');
  await expect(versions(grace.page)).toHaveCount(2);
  await expect(changes(grace.page).locator('mark')).toHaveText(['Friday', 'Tuesday']);
  await item(page).getByRole('button', { name: 'History' }).click();
  await expect(
    history(page).getByRole('button', { name: 'Forget earlier versions' }),
  ).toBeVisible();
});
