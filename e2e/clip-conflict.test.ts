import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

let ada: Person;
let clips: ReturnType<typeof clipsOf>;
let clipId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await holdUndo(ada.context);
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  clips = clipsOf(product, accessToken);
});
test.afterAll(({ people }) => people.leave());

const content = () => ada.page.getByRole('textbox', { name: 'Clip content' });
const stored = async () =>
  ((await (await ada.page.request.get(`/api/clipboard/${clipId}`)).json()) as { content: string })
    .content;
const expectContent = async (text: string) => {
  await expect.poll(() => content().inputValue()).toBe(text);
};

/** Two devices have changed the same clip; this one has not heard of the other. */
test.beforeEach(async () => {
  const { page } = ada;
  ({ id: clipId } = await clips.save('milk\nbread\neggs'));
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto(`/clips/${clipId}`);
  await content().fill('milk\nbutter\neggs');
  await clips.change(clipId, 'milk\nbread\neggs\nhoney');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('heading', { name: 'Another version was saved in the meantime' }).waitFor();
  expect(await page.getByRole('group', { name: 'Your text' }).innerText()).toBe(
    'milk\nbutter\neggs',
  );
  expect(await page.getByRole('group', { name: 'Saved version' }).innerText()).toBe(
    'milk\nbread\neggs\nhoney',
  );
  expect(await stored()).toBe('milk\nbread\neggs\nhoney');
});

test('the choice can wait, and a reload loses nothing', async () => {
  await ada.page.getByRole('button', { name: 'Decide later' }).click();
  await expectContent('milk\nbutter\neggs');
  await ada.page.reload();
  await ada.page.getByText('A newer version was saved elsewhere.').waitFor();
  await expectContent('milk\nbutter\neggs');
  await ada.page.getByRole('button', { name: 'Save Changes' }).click();
  await ada.page.getByRole('button', { name: 'Keep this version' }).click();
  await ada.page.getByText('Clip updated successfully').waitFor();
  expect(await stored()).toBe('milk\nbutter\neggs');
});
