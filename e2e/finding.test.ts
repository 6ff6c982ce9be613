import { readFile } from 'node:fs/promises';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { clipsOf } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

const COUNT = 30;

let ada: Person;
let far: string;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await holdUndo(ada.context);
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  const clips = clipsOf(product, accessToken);
  const file = await clips.save('a clip with a file');
  await clips.attach(file.id, 'Straßenplan.pdf', 'application/pdf', 'pdf');
  far = (await clips.save(`${'one line after the other\n'.repeat(300)}Die STRASSE am Ende`)).id;
  for (let number = 1; number <= COUNT; number += 1) await clips.save(`note number ${number}`);
});
test.afterAll(({ people }) => people.leave());

const card = (page: Person['page'], text: string) =>
  page.getByRole('article').filter({ hasText: text });

test('what a search finds is marked, and opening it leads to the first match', async () => {
  const { page } = ada;
  await page.goto('/clips');
  await page.getByRole('textbox', { name: 'Search clips' }).fill('straße');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(card(page, 'am Ende').locator('mark')).toHaveText('STRASSE');
  await expect(card(page, 'plan.pdf').locator('mark')).toHaveText('Straße');
  await expectAccessibleInEveryLook(page);
  await page.getByRole('textbox', { name: 'Search clips' }).press('ArrowDown');
  await expect(card(page, 'am Ende').getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/clips/${far}`);
  const field = page.getByRole('textbox', { name: 'Clip content' });
  await expect
    .poll(() =>
      field.evaluate((node) => {
        const area = node as HTMLTextAreaElement;
        return area.value.slice(area.selectionStart, area.selectionEnd);
      }),
    )
    .toBe('STRASSE');
  // It stands at the end of the text, which is longer than the screen.
  await expect(field).toBeInViewport();
  expect(
    await field.evaluate((node) => node.getBoundingClientRect().bottom - window.innerHeight),
  ).toBeLessThan(0);
});

test('several are selected by keyboard, deleted as one and brought back', async () => {
  const { page } = ada;
  await page.goto('/clips');
  await page.getByText('Page 1 of 2').waitFor();
  await card(page, 'note number 30').getByRole('link').focus();
  await page.keyboard.press('x');
  await expect(page.getByRole('status').getByText('1 selected')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 selected')).toBeHidden();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('20 selected')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Select all 32 clips' }).click();
  await expect(page.getByText('32 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select “note number 29”' }).click();
  await expect(page.getByText('31 selected')).toBeVisible();
  await page.getByRole('region', { name: 'Selected clips' }).getByLabel('Delete').click();
  await expect(page.getByText('31 clips deleted')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('31 clips are as before')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
});

test('several are copied and downloaded together', async () => {
  const { page } = ada;
  await page.goto('/clips');
  await card(page, 'note number 30').hover();
  await page.getByRole('checkbox', { name: 'Select “note number 30”' }).click();
  await card(page, 'note number 28')
    .getByRole('link')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selected clips' });
  await bar.getByLabel('Copy all').click();
  await expect(page.getByText('3 texts copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n\n').toSorted()).toEqual([
    'note number 28',
    'note number 29',
    'note number 30',
  ]);
  const downloading = page.waitForEvent('download');
  await bar.getByLabel('Download').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^clipline-.*\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
});

test('a tag is made for several, filters, is renamed and goes', async () => {
  const { page } = ada;
  await page.goto('/clips');
  await card(page, 'note number 30').getByRole('link').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selected clips' }).getByLabel('Tag').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New tag').fill('Work');
  await dialog.getByRole('button', { name: 'Create tag' }).click();
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText('2 clips tagged')).toBeVisible();
  await expect(
    card(page, 'note number 30').getByRole('list', { name: 'Tags of this clip' }),
  ).toHaveText('Work');
  const chips = page.getByRole('group', { name: 'Filter by tag' });
  await chips.getByRole('button', { name: 'Work' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page).toHaveURL(/tag=/);
  await expectAccessibleInEveryLook(page);
  await chips.getByRole('button', { name: 'Edit tags' }).click();
  await dialog.getByLabel('Name of Work').fill('Office');
  await dialog.getByLabel('Name of Work').press('Enter');
  await dialog.getByLabel('Color of Office').selectOption('Purple');
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole('button', { name: 'Delete Office' }).click();
  await page.getByText('2 clips carry it and stay.').waitFor();
  await page
    .getByRole('dialog', { name: 'Delete the tag Office?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByText('Tag deleted')).toBeVisible();
  await expect(dialog.getByText('You have no tags yet.')).toBeVisible();
});

test('a finger selects by holding, and then by tapping', async ({ arrive, product }) => {
  const { page } = await arrive({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { accessToken } = await signIn(product, page, await createAccount(product));
  for (const text of ['first', 'second']) await clipsOf(product, accessToken).save(text);
  await page.goto('/clips');
  const link = card(page, 'first').getByRole('link');
  await link.waitFor();
  const box = await link.boundingBox();
  const touch = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 };
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [touch] });
  await expect(page.getByText('1 selected')).toBeVisible();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await card(page, 'second').getByRole('link').tap();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('region', { name: 'Selected clips' }).getByLabel('Favorite').tap();
  await expect(page.getByText('2 clips added to favorites')).toBeVisible();
});
