import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { reachedAt, tellAddress } from './support/reachable.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

let ada: Person;
let grace: Person;
let linus: Person;
let accounts: Record<'ada' | 'grace' | 'linus', Account>;
let rooms: ReturnType<typeof roomsOf>;
let roomId: string;

test.beforeAll(async ({ people, product }) => {
  [ada, grace, linus] = [await people.arrive(), await people.arrive(), await people.arrive()];
  await holdUndo(ada.context);
  accounts = {
    ada: await createAccount(product, 'Ada'),
    grace: await createAccount(product, 'Grace'),
    linus: await createAccount(product, 'Linus'),
  };
  rooms = roomsOf(product, (await signIn(product, ada.page, accounts.ada)).accessToken);
  await signIn(product, grace.page, accounts.grace);
  ({ id: roomId } = await rooms.create('Reading circle'));
  await rooms.add(roomId, 'first book');
});
test.afterAll(({ people }) => people.leave());

let link: string;

test('a signed-out holder of the link signs in and is a member; the token leaves the address', async ({
  product,
}) => {
  await tellAddress(ada.page, product);
  await ada.page.goto(`/rooms/${roomId}`);
  await ada.page.getByRole('button', { name: 'Share room' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Share room' });
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  link = await dialog.getByRole('textbox', { name: 'Link to the room' }).inputValue();
  expect(link).toMatch(new RegExp(`/rooms/${roomId}\\?join=.+`));
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await ada.page.getByText('Link copied').waitFor();
  await ada.page.keyboard.press('Escape');

  await linus.page.goto(link);
  await linus.page.waitForURL('**/auth');
  await linus.page.getByLabel('Email').fill(accounts.linus.email);
  await linus.page.getByLabel('Password').fill(accounts.linus.password);
  const told = linus.page.getByText('You joined the room').waitFor();
  await linus.page.getByRole('button', { name: 'Log in' }).click();
  await linus.page.waitForURL(`**/rooms/${roomId}`);
  await told;
  await linus.page.getByRole('article').filter({ hasText: 'first book' }).waitFor();
  await ada.page.getByText('2 members', { exact: true }).waitFor();
  await linus.page.goto(link);
  await linus.page.waitForURL(`**/rooms/${roomId}`);
  await linus.page.getByRole('button', { name: 'Add Content' }).waitFor();
});

test('a renewed link ends the old one', async ({ product }) => {
  await ada.page.getByRole('button', { name: 'Share room' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Share room' });
  await dialog.getByRole('button', { name: 'Renew link' }).click();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await ada.page.getByText('Link renewed').waitFor();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Link to the room' }).inputValue())
    .not.toBe(link);
  await ada.page.keyboard.press('Escape');

  // Where she is signed in.
  await grace.page.goto(link.replace(reachedAt(product), product.url));
  await grace.page.getByText('Failed to join room').waitFor();
  await grace.page
    .getByText('This room link is no longer valid. Ask a member for a new one.')
    .waitFor();
  await grace.page.waitForURL(`**/rooms/${roomId}`);
  // A public room can be read by who has its address, and only read.
  await grace.page.getByText('This room is public: you can read it.').waitFor();
  await grace.page.getByRole('article').filter({ hasText: 'first book' }).waitFor();
  expect(await grace.page.getByRole('button', { name: 'Add Content' }).count()).toBe(0);
  expect(await grace.page.getByRole('tab', { name: 'Activity' }).count()).toBe(0);
});

test('settings: a new name and privacy reach everybody, and a reader is shut out', async () => {
  await ada.page.getByRole('button', { name: 'Room settings' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Room settings' });
  await dialog.getByLabel('Room name').fill('Secret circle');
  await dialog.getByLabel('Private').check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await ada.page.getByText('Room updated').waitFor();
  await linus.page.getByRole('heading', { name: 'Secret circle' }).waitFor();
  await linus.page.getByText('Private Room').waitFor();
  await grace.page.reload();
  await grace.page.getByText('This room is not here').waitFor();
  await grace.page.getByRole('link', { name: 'Go to your rooms' }).click();
  await grace.page.getByText('No rooms found.').waitFor();
});

test('a removed member is told at once, keeps what they typed, and can come back', async () => {
  await linus.page.getByRole('textbox', { name: 'New content' }).fill('unfinished thought');
  await ada.page.getByRole('tab', { name: 'Members' }).click();
  await ada.page.getByRole('button', { name: /Ada/ }).getByText('Owner').waitFor();
  await ada.page.getByRole('button', { name: /Ada/ }).click();
  const sheet = ada.page.getByRole('dialog', { name: 'Member Details' });
  await sheet.getByText(accounts.ada.email).waitFor();
  expect(await sheet.getByRole('button', { name: 'Remove from Room' }).count()).toBe(0);
  await ada.page.keyboard.press('Escape');
  await ada.page.getByRole('button', { name: /Linus/ }).click();
  await sheet.getByText('Has the room open').waitFor();
  await sheet.getByRole('button', { name: 'Remove from Room' }).click();
  await ada.page.getByText('Member removed').waitFor();
  await ada.page.getByText('1 member', { exact: true }).waitFor();

  await linus.page.getByText('You are no longer a member of this room').waitFor();
  expect(
    await linus.page.getByLabel('Your text is still here. It was not added.').inputValue(),
  ).toBe('unfinished thought');
  await linus.page.getByRole('link', { name: 'Go to your rooms' }).waitFor();

  await ada.page.getByRole('button', { name: 'Undo' }).click();
  await ada.page.getByText('2 members', { exact: true }).waitFor();
  await expect
    .poll(() => linus.page.getByRole('textbox', { name: 'New content' }).inputValue())
    .toBe('unfinished thought');
});

test('a deleted room says so to who is in it', async () => {
  await rooms.invite(roomId, accounts.grace.email);
  await grace.page.goto(`/rooms/${roomId}`);
  await grace.page.getByText('Live', { exact: true }).waitFor();
  await ada.page.getByRole('button', { name: 'Delete Room' }).click();
  await ada.page
    .getByRole('dialog', { name: 'Delete Room' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await ada.page.getByText('Room deleted').waitFor();
  await ada.page.waitForURL('**/rooms');
  await expect(ada.page.getByRole('heading', { level: 1 })).toBeFocused();
  await grace.page.getByText('This room was deleted').waitFor();
  await grace.page.getByRole('link', { name: 'Go to your rooms' }).click();
  await grace.page.getByText('No rooms found.').waitFor();
});
