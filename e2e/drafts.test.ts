import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

let ada: Person;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  await signIn(product, ada.page, await createAccount(product));
});
test.afterAll(({ people }) => people.leave());

const content = (page = ada.page) => page.getByRole('textbox', { name: 'Clip content' });

test('opening New Clip again and again leaves one draft, which no list shows', async () => {
  const { page } = ada;
  const drafts = new Set<string>();
  for (let visit = 0; visit < 4; visit += 1) {
    const made = page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && response.url().endsWith('/api/clipboard'),
    );
    await page.goto('/new-clip');
    drafts.add(((await (await made).json()) as { id: string }).id);
    await page.getByRole('button', { name: 'Save Clip' }).waitFor();
  }
  expect(drafts.size).toBe(1);
  await page.goto('/dashboard');
  await page.getByText('No clips found. Create your first clip!').waitFor();
  await page.getByText('0', { exact: true }).first().waitFor();
});

test('two tabs that began with the same draft save two clips', async () => {
  const { page } = ada;
  const tab = await ada.context.newPage();
  for (const each of [page, tab]) {
    await each.goto('/new-clip');
    await each.getByRole('button', { name: 'Save Clip' }).waitFor();
  }
  await content(page).fill('from the first tab');
  await page.getByRole('button', { name: 'Save Clip' }).click();
  await page.getByText('Clip saved successfully').waitFor();
  await content(tab).fill('from the second tab');
  await tab.getByRole('button', { name: 'Save Clip' }).click();
  await tab.getByText('Clip saved successfully').waitFor();
  await page.goto('/dashboard');
  await page.getByText('from the first tab').waitFor();
  await page.getByText('from the second tab').waitFor();
  await tab.close();
});
