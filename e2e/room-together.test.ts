import { PICTURE } from './support/clips.ts';
import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';
import { expectWithinASecond } from './support/within-a-second.ts';

test.describe.configure({ mode: 'serial' });

let ada: Person;
let grace: Person;
let graceAccount: Account;

test.beforeAll(async ({ people, product }) => {
  [ada, grace] = [await people.arrive(), await people.arrive()];
  const { accessToken } = await signIn(product, ada.page, await createAccount(product, 'Ada'));
  graceAccount = await createAccount(product, 'Grace');
  await signIn(product, grace.page, graceAccount);
  const { id } = await roomsOf(product, accessToken).create('Lisbon trip');
  await ada.page.goto(`/rooms/${id}`);
});
test.afterAll(({ people }) => people.leave());

const composer = (person: Person) => person.page.getByRole('textbox', { name: 'New content' });
const card = (person: Person, text: string) =>
  person.page.getByRole('article').filter({ hasText: text });

/** Resolves once the server has answered. */
const answered = (person: Person, method: string) =>
  person.page.waitForResponse(
    (response) => response.request().method() === method && response.url().includes('/api/rooms'),
  );

test('who is invited has the room in the list at once, and both see who is here', async () => {
  await grace.page.goto('/rooms');
  await grace.page.getByText('No rooms found.').waitFor();
  await ada.page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Add New Member' });
  await dialog.getByLabel('Email').fill(graceAccount.email);
  await dialog.getByRole('button', { name: 'Add Member' }).click();
  await ada.page.getByText('Member invited').waitFor();
  await ada.page.getByText('2 members', { exact: true }).waitFor();

  await card(grace, 'Lisbon trip').getByText('2 members', { exact: true }).waitFor();
  expect(await card(grace, 'Lisbon trip').getByTitle('Delete room').count()).toBe(0);
  await card(grace, 'Lisbon trip').getByRole('link').click();
  await grace.page.getByRole('heading', { name: 'Lisbon trip' }).waitFor();
  expect(await grace.page.getByRole('button', { name: 'Delete Room' }).count()).toBe(0);
  expect(await grace.page.getByRole('button', { name: 'Room settings' }).count()).toBe(0);
  await grace.page.getByRole('button', { name: 'Leave room' }).waitFor();
  for (const { page } of [ada, grace]) {
    const here = page.getByRole('group', { name: 'Here now' });
    await here.getByRole('img', { name: 'Ada, here now' }).waitFor();
    await here.getByRole('img', { name: 'Grace, here now' }).waitFor();
  }
});

test('what one adds the other sees, without losing what is being typed', async () => {
  await composer(grace).fill('half a senten');
  await composer(ada).fill('   ');
  await ada.page.getByRole('button', { name: 'Add Content' }).click();
  await composer(ada).fill('Flight at 07:40, terminal 1');
  const told = ada.page.getByText('Content added').waitFor();
  await composer(ada).press('Control+Enter');
  await card(grace, 'Flight at 07:40').waitFor();
  await told;
  await expect.poll(() => composer(ada).inputValue()).toBe('');
  expect(await composer(grace).inputValue()).toBe('half a senten');
  await grace.page.getByText('1 item', { exact: true }).waitFor();
  await card(grace, 'Flight at 07:40').getByText('Ada').waitFor();
  expect(await card(grace, 'Flight at 07:40').getByRole('button', { name: 'Edit' }).count()).toBe(
    0,
  );

  await card(grace, 'Flight at 07:40').getByRole('button', { name: 'Copy' }).click();
  await grace.page.getByText('Copied', { exact: true }).waitFor();
  expect(await grace.page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Flight at 07:40, terminal 1',
  );
});

test('many files at once arrive, to be fetched and looked at', async () => {
  const upload = ada.page.getByLabel('Upload File').first();
  const added = answered(ada, 'POST');
  await upload.setInputFiles([
    { name: 'view.png', mimeType: 'image/png', buffer: PICTURE },
    { name: 'tickets.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(2150) },
  ]);
  await added;
  await card(grace, 'view.png').waitFor();
  await card(grace, 'tickets.pdf').getByText('2.1 KB').waitFor();
  await grace.page.getByText('3 items', { exact: true }).waitFor();

  const download = grace.page.waitForEvent('download');
  const told = grace.page.getByText('Download started').waitFor();
  await card(grace, 'tickets.pdf').getByRole('button', { name: 'Download' }).click();
  await told;
  expect((await download).suggestedFilename()).toBe('tickets.pdf');
  await card(grace, 'view.png').getByRole('button', { name: 'Preview' }).click();
  const preview = grace.page.getByRole('dialog').getByRole('img', { name: 'Preview of view.png' });
  expect(
    await preview.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    ),
  ).toBe(1);
  await grace.page.keyboard.press('Escape');
});

test('files come by paste too', async () => {
  await composer(grace).focus();
  await grace.page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['pasted bytes'], 'pasted.txt', { type: 'text/plain' }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await grace.page.getByText('File uploaded').waitFor();
  await card(ada, 'pasted.txt').waitFor();
});

test('what one adds the other sees within a second', async () => {
  await grace.page.getByText('Live', { exact: true }).waitFor();
  await expectWithinASecond(async (turn) => {
    const words = `Gate changed, ${turn}`;
    await composer(ada).fill(words);
    const added = answered(ada, 'POST');
    await composer(ada).press('Control+Enter');
    await added;
    const addedAt = Date.now();
    await card(grace, words).waitFor();
    const taken = Date.now() - addedAt;
    await expect.poll(() => composer(ada).inputValue()).toBe('');
    return taken;
  });
});
