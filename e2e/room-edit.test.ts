import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

let ada: Person;
/** Her other computer. */
let laptop: Person;
let grace: Person;
let rooms: ReturnType<typeof roomsOf>;
let graces: ReturnType<typeof roomsOf>;
let adaAccount: Account;
let roomId: string;

test.beforeAll(async ({ people, product }) => {
  [ada, laptop, grace] = [await people.arrive(), await people.arrive(), await people.arrive()];
  await holdUndo(ada.context);
  adaAccount = await createAccount(product, 'Ada');
  const graceAccount = await createAccount(product, 'Grace');
  rooms = roomsOf(product, (await signIn(product, ada.page, adaAccount)).accessToken);
  await signIn(product, laptop.page, adaAccount);
  graces = roomsOf(product, (await signIn(product, grace.page, graceAccount)).accessToken);
  ({ id: roomId } = await rooms.create('Packing', true));
  await rooms.invite(roomId, graceAccount.email);
  await rooms.add(roomId, 'passport\ntowel');
  await graces.add(roomId, 'sunscreen');
  for (const person of [ada, laptop, grace]) {
    await person.page.goto(`/rooms/${roomId}`);
    await person.page.getByText('Live', { exact: true }).waitFor();
  }
});
test.afterAll(({ people }) => people.leave());

const card = (person: Person, text: string) =>
  person.page.getByRole('article').filter({ hasText: text });
const editor = (person: Person) =>
  person.page.getByRole('dialog').getByRole('textbox', { name: 'Text' });
const edit = (person: Person, text: string) =>
  card(person, text).getByRole('button', { name: 'Edit' }).click();
const save = (person: Person) =>
  person.page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();

test('an edit reaches everybody', async () => {
  await edit(ada, 'passport');
  await editor(ada).fill('passport\ntowel\nhat');
  await save(ada);
  await ada.page.getByText('Content updated').waitFor();
  await card(grace, 'hat').getByText('edited').waitFor();
});

test('two edits of one text meet in a choice that keeps both', async () => {
  await edit(laptop, 'hat');
  await editor(laptop).fill('passport\ntowel\nhat\nfrom the laptop');
  await edit(ada, 'hat');
  await editor(ada).fill('from the desk\npassport\ntowel\nhat');
  await save(ada);
  await card(grace, 'from the desk').waitFor();

  await laptop.page.getByText('A newer version was saved elsewhere.').waitFor();
  await save(laptop);
  await laptop.page
    .getByRole('heading', { name: 'Somebody else saved this in the meantime' })
    .waitFor();
  await laptop.page.getByRole('button', { name: 'Edit merged' }).click();
  expect(await laptop.page.getByRole('textbox', { name: 'Merged text' }).inputValue()).toBe(
    'from the desk\npassport\ntowel\nhat\nfrom the laptop',
  );
  await laptop.page.getByRole('button', { name: 'Save merged' }).click();
  await card(grace, 'from the laptop').getByText('from the desk').waitFor();
});

test('a deletion is undone from its toast, for everybody', async () => {
  const { page } = ada;
  await card(ada, 'sunscreen').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await card(ada, 'sunscreen').waitFor({ state: 'detached' });
  await page.getByText('Content deleted').waitFor();
  // The keyboard goes on where the card was, not at the top of the page.
  await expect(page.locator('[role=article]:focus')).toHaveCount(1);
  await card(grace, 'sunscreen').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(ada, 'sunscreen').waitFor();
  await card(grace, 'sunscreen').waitFor();
});
