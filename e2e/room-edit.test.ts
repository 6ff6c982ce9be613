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

test('a conflict that was not announced is met when saving', async () => {
  await edit(laptop, 'from the laptop');
  await editor(laptop).fill('mine');
  await laptop.page.route('**/api/rooms/**', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    return route.fulfill({
      status: 412,
      json: {
        error: 'Somebody else saved this in the meantime',
        code: 'VERSION_CONFLICT',
        item: { content: 'theirs', version: 99 },
      },
    });
  });
  await save(laptop);
  await laptop.page
    .getByRole('region', { name: 'Somebody else saved this in the meantime' })
    .getByText('theirs', { exact: true })
    .waitFor();
  await laptop.page.getByRole('button', { name: 'Decide later' }).click();
  expect(await editor(laptop).inputValue()).toBe('mine');
  await laptop.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await laptop.page.getByText('Your text is kept').waitFor();
  await laptop.page.getByRole('button', { name: 'Continue' }).click();
  await laptop.page.getByText('What you typed earlier is back. It is not saved yet.').waitFor();
  expect(await editor(laptop).inputValue()).toBe('mine');
  await laptop.page.keyboard.press('Escape');
  await laptop.page.unroute('**/api/rooms/**');
});

test('text under edit outlives its item: it can be added anew', async () => {
  await edit(ada, 'from the laptop');
  await editor(ada).fill('too good to lose');
  await card(grace, 'from the laptop').getByRole('button', { name: 'Delete' }).click();
  const question = grace.page.getByRole('dialog', { name: 'Delete Content' });
  await question.getByText('All room members can delete content').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await grace.page.getByText('Content deleted').waitFor();

  await ada.page.getByText('This item was deleted. Your text is still here').waitFor();
  expect(await editor(ada).inputValue()).toBe('too good to lose');
  await ada.page.getByRole('button', { name: 'Add as new content' }).click();
  await ada.page.getByText('Content added').waitFor();
  await card(grace, 'too good to lose').waitFor();
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

test('what cannot be deleted stays, and says so', async () => {
  const { page } = ada;
  await page.route('**/api/rooms/*/content/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { error: 'Server error' } })
      : route.continue(),
  );
  await card(ada, 'sunscreen').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Failed to delete content').waitFor();
  await card(ada, 'sunscreen').waitFor();
});
