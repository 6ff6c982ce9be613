import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

let ada: Person;
let viewer: Person;
let clipId: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await holdUndo(ada.context);
  viewer = await people.arrive();
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  const clips = clipsOf(product, accessToken);
  await clips.save('oldest');
  ({ id: clipId } = await clips.save('deleted by mistake'));
  await clips.save('newest');
});
test.afterAll(({ people }) => people.leave());

const card = (text: string) => ada.page.getByRole('article').filter({ hasText: text });

test('a deleted clip comes back with one press', async () => {
  const { page } = ada;
  await page.goto('/dashboard');
  await page.getByText('3', { exact: true }).waitFor();
  await card('deleted by mistake').getByRole('button', { name: 'Delete' }).click();
  await card('deleted by mistake').waitFor({ state: 'detached' });
  await page.getByText('Clip deleted').waitFor();
  await page.getByText('2', { exact: true }).waitFor();
  // Focus went to the card that took its place.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('oldest');
  await viewer.page.goto(`/clips/${clipId}`);
  await viewer.page.getByText('This clip is not here').waitFor();

  await page.getByRole('button', { name: 'Undo' }).click();
  await card('deleted by mistake').waitFor();
  await page.getByText('3', { exact: true }).waitFor();
  await viewer.page.reload();
  await viewer.page.getByLabel('View only - Owner can edit').waitFor();
});

test('a clip that is deleted while its owner writes does not take the text along', async () => {
  const { page } = ada;
  await page.goto(`/clips/${clipId}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Clip content' }).fill('written too late');
  const tab = await ada.context.newPage();
  await tab.goto('/clips');
  await tab
    .getByRole('article')
    .filter({ hasText: 'deleted by mistake' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('This clip was deleted').waitFor();
  await page.getByRole('button', { name: 'Save as new clip' }).click();
  await page.getByText('Clip saved successfully').waitFor();
  await page.waitForURL(
    (url) => url.pathname.startsWith('/clips/') && !url.pathname.endsWith(clipId),
  );
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Clip content' }).inputValue())
    .toBe('written too late');
});
