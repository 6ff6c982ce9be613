import { createAccount, type Person, signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';

test.describe.configure({ mode: 'serial' });

let ada: Person;
let grace: Person;
let rooms: ReturnType<typeof roomsOf>;
let roomId: string;
let graceEmail: string;

test.beforeAll(async ({ people, product }) => {
  // Where it is not about to be midnight, or what is of today would soon be of yesterday.
  const timezoneId = new Date().getUTCHours() === 23 ? 'Asia/Tokyo' : 'UTC';
  [ada, grace] = [await people.arrive({ timezoneId }), await people.arrive()];
  rooms = roomsOf(
    product,
    (await signIn(product, ada.page, await createAccount(product, 'Ada'))).accessToken,
  );
  const graceAccount = await createAccount(product, 'Grace');
  graceEmail = graceAccount.email;
  const graces = roomsOf(product, (await signIn(product, grace.page, graceAccount)).accessToken);
  const many = await rooms.create('Atelier');
  for (let index = 0; index < 10; index += 1)
    await rooms.invite(many.id, `guest-${index}@example.com`);
  await rooms.create('Zürich', true);
  ({ id: roomId } = await rooms.create('Music'));
  await rooms.invite(roomId, graceEmail);
  for (const text of ['adagio', 'allegro']) await rooms.add(roomId, text);
  await graces.add(roomId, 'bolero');
  await graces.upload(roomId, 'score.pdf', 'application/pdf', 'notes');
});
test.afterAll(({ people }) => people.leave());

test('content is searched, filtered and sorted by the store', async () => {
  const { page } = ada;
  const items = page.getByRole('list', { name: 'Content' }).getByRole('article');
  const search = page.getByPlaceholder('Search content, files, or users...');
  await page.goto(`/rooms/${roomId}`);
  await page.getByText('4 items').waitFor();
  await page.getByLabel('Type').selectOption('Files');
  await page.getByText('1 item', { exact: true }).waitFor();
  await page.getByRole('article').filter({ hasText: 'score.pdf' }).waitFor();
  await page.getByLabel('Type').selectOption('All');
  await page.getByLabel('User', { exact: true }).selectOption(graceEmail);
  await page.getByText('2 items').waitFor();
  await search.fill('BOLÉRO');
  await page.getByText('1 item', { exact: true }).waitFor();
  await expect(items).toHaveCount(1);
  await search.fill('adagio');
  await page.getByText('No content matches your filters.').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await search.fill('grace');
  await page.getByText('2 items').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByLabel('Date Range').selectOption('Today');
  await page.getByText('4 items').waitFor();
  const first = page.getByRole('list', { name: 'Content' }).getByRole('article').first();
  await first.getByText('score.pdf').waitFor();
  await page.getByRole('button', { name: /^Descending/ }).click();
  await first.getByText('adagio').waitFor();
  await page.getByLabel('Sort By').selectOption('Type');
  await first.getByText('score.pdf').waitFor();
});
