import type { Page } from '@playwright/test';
import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

const FIRST = 'Shopping list\nmilk\nbread\nsomething for the soup';

let ada: Person;
let phone: Person;
let grace: Person;
let rooms: ReturnType<typeof roomsOf>;
let clipId: string;
let roomId: string;
let itemId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await holdUndo(ada.context);
  phone = await people.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true });
  grace = await people.arrive();
  const adaAccount = await createAccount(product, 'Ada');
  const graceAccount = await createAccount(product, 'Grace');
  const { accessToken } = await signIn(product, ada.page, adaAccount);
  await signIn(product, phone.page, adaAccount);
  await signIn(product, grace.page, graceAccount);
  rooms = roomsOf(product, accessToken);
  ({ id: clipId } = await clipsOf(product, accessToken).save(FIRST));
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
