import { keysAreThere } from './support/keys.ts';
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

test('typed text survives a reload and a look at another page', async () => {
  const { page } = ada;
  await page.goto('/new-clip');
  await content().fill('half a thought');
  await page.reload();
  await page.getByText('What you typed earlier is back.').waitFor();
  await expect(content()).toHaveValue('half a thought');
  await page.getByRole('link', { name: 'Back to dashboard' }).click();
  await page.getByText('Your text is kept').waitFor();
  await page.getByRole('link', { name: 'New Clip' }).click();
  await expect.poll(() => content().inputValue()).toBe('half a thought');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => content().inputValue()).toBe('');
  await page.reload();
  await page.getByRole('button', { name: 'Save Clip' }).waitFor();
  await expect(content()).toHaveValue('');
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

test('after saving, New Clip begins another one', async () => {
  const { page } = ada;
  await page.goto('/new-clip');
  await content().fill('saved once');
  await page.getByRole('button', { name: 'Save Clip' }).click();
  await page.getByText('Clip saved successfully').waitFor();
  await page.waitForURL(/\/new-clip\?clip=/);
  await keysAreThere(page);
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await page.waitForURL(/\/new-clip$/);
  await expect.poll(() => content().inputValue()).toBe('');
});

test('an address of New Clip that names a clip of another person leads to that clip', async ({
  page,
}) => {
  await ada.page.goto('/new-clip');
  await content().fill('saved by its owner');
  await ada.page.getByRole('button', { name: 'Save Clip' }).click();
  await ada.page.waitForURL(/\/new-clip\?clip=/);
  await page.goto(ada.page.url());
  await page.waitForURL(/\/clips\/[^/]+$/);
  await page.getByText('View only mode.').waitFor();
});
