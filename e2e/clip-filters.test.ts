import { clipsOf } from './support/clips.ts';
import { keysAreThere } from './support/keys.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

const COUNT = 45;

let ada: Person;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  const { accessToken } = await signIn(product, ada.page, await createAccount(product));
  const clips = clipsOf(product, accessToken);
  for (let number = 1; number <= COUNT; number += 1)
    await clips.save(`note number ${number}${number % 9 === 0 ? ' Crème brûlée' : ''}`);
  const first = await clips.save('with a file');
  await clips.attach(first.id, 'Übersicht.pdf', 'application/pdf', 'pdf');
  await clips.favorite(first.id);
});
test.afterAll(({ people }) => people.leave());

const texts = (page: Person['page']) =>
  page.getByRole('article').getByRole('link').locator('[dir=auto]').allInnerTexts();

test('pages go forth and back, and reload and the back button keep them', async () => {
  const { page } = ada;
  await page.goto('/clips');
  await page.getByText('Page 1 of 3').waitFor();
  await expect(page.getByRole('article')).toHaveCount(20);
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Page 2 of 3').waitFor();
  await page.getByText('note number 26', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('Page 2 of 3').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Page 3 of 3').waitFor();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expect.poll(() => page.getByRole('article').count()).toBe(6);
  await page.goBack();
  await page.getByText('Page 2 of 3').waitFor();
});

test('a search looks into whole texts and file names, after a pause in typing', async () => {
  const { page } = ada;
  await page.goto('/clips?page=2');
  await page.getByText('Page 2 of 3').waitFor();
  // Each once: a list may be read again when the connection stands.
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const words = searchParams.get('search');
    if (pathname.endsWith('/clipboard/history') && words) asked.add(words);
  });
  await keysAreThere(page);
  await page.keyboard.press('/');
  // In one go: between presses that are sent from here a busy machine might pause, as a person does
  // who has finished.
  await page
    .getByRole('textbox', { name: 'Search clips' })
    .evaluate((field: HTMLInputElement, words) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
      for (let typed = 1; typed <= words.length; typed += 1) {
        set!.call(field, words.slice(0, typed));
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    }, 'creme BRULEE');
  await page.getByText('Page 1 of 1').waitFor();
  await expect
    .poll(() => texts(page))
    .toEqual([45, 36, 27, 18, 9].map((number) => `note number ${number} Crème brûlée`));
  expect([...asked]).toEqual(['creme BRULEE']);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('creme BRULEE');

  await page.getByRole('article').first().getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Shared Clip' }).waitFor();
  await page.goBack();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Search clips' }).inputValue())
    .toBe('creme BRULEE');
  await expect.poll(() => page.getByRole('article').count()).toBe(5);

  await page.getByRole('textbox', { name: 'Search clips' }).fill('ubersicht');
  await expect.poll(() => texts(page)).toEqual(['with a file']);
  await page.getByRole('textbox', { name: 'Search clips' }).fill('not in any of them');
  await page
    .getByText('No clips match your current filters. Try adjusting your search criteria.')
    .waitFor();
});
