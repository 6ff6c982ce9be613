import type { Page } from '@playwright/test';
import { clipsOf, PICTURE } from './support/clips.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

let ada: Person;
let clips: ReturnType<typeof clipsOf>;
let accessToken: string;
let api: (method: string, path: string, body?: unknown) => Promise<{ id: string; url: string }>;

test.beforeAll(async ({ people, product }) => {
  ada = await people.arrive();
  ({ accessToken } = await signIn(product, ada.page, await createAccount(product, 'Ada')));
  clips = clipsOf(product, accessToken);
  api = async (method, path, body) => {
    const response = await fetch(`${product.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { id: string; url: string };
  };
});
test.afterAll(({ people }) => people.leave());

const pathOf = (url: string) => new URL(url).pathname;
const text = (page: Page) => page.getByLabel('View only - Owner can edit');
const gone = 'This link does not exist or is no longer valid.';

/** Opens the share dialog of a clip and its form for a link. */
async function beginLink(page: Page, clipId: string) {
  await page.goto(`/clips/${clipId}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Create a link…' }).click();
  return page.getByRole('dialog', { name: 'Create a link' });
}

/** Sends the form; returns the path of the link as it was made. */
async function finishLink(page: Page) {
  const made = page.waitForResponse(
    (response) => response.url().endsWith('/api/links') && response.request().method() === 'POST',
  );
  const told = page.getByText('Link created').waitFor();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = (await (await made).json()) as { id: string; url: string };
  await told;
  return { ...link, path: pathOf(link.url) };
}

test('a clip is shared once: shown with a press, kept over a reload, gone for the next one', async ({
  people,
}) => {
  const { id } = await clips.save('only once');
  const form = await beginLink(ada.page, id);
  await form.getByLabel('Opens', { exact: true }).selectOption({ label: 'Once' });
  expect(await form.getByLabel('Also close the plain address').isChecked()).toBe(true);
  const { path } = await finishLink(ada.page);
  await ada.page.getByText('Only you can open this address. Others need a link.').first().waitFor();

  const visitor = await people.arrive();
  const response = await visitor.page.goto(path);
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await visitor.page.getByText('Someone shared a clip with you.').waitFor();
  await visitor.page.getByText('It can be opened 1 more time.').waitFor();
  await visitor.page.getByRole('button', { name: 'Show' }).click();
  await expect(text(visitor.page)).toHaveValue('only once');
  await visitor.page.reload();
  await expect(text(visitor.page)).toHaveValue('only once');

  const late = await people.arrive();
  await late.page.goto(path);
  await late.page.getByText(gone).waitFor();
  await late.page.goto(`/clips/${id}`);
  await late.page.getByText('This clip is not here').waitFor();
});

test('an editor saves, and a conflict names their link', async ({ people }) => {
  const { id } = await clips.save('to be edited');
  const { url } = await api('POST', '/links', { clipId: id, access: 'edit', label: 'Jonas' });
  await ada.page.goto(`/clips/${id}`);
  await ada.page.getByText('Live', { exact: true }).waitFor();
  const own = ada.page.getByRole('textbox', { name: 'Clip content' });
  await own.fill('by Ada');

  const visitor = await people.arrive();
  await visitor.page.goto(pathOf(url));
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  await visitor.page.getByRole('textbox', { name: 'Clip content' }).fill('by Jonas');
  await visitor.page.getByRole('button', { name: 'Save Changes' }).click();
  await visitor.page.getByText('Clip updated successfully').waitFor();

  await ada.page.getByRole('button', { name: 'Save Changes' }).click();
  await ada.page.getByRole('heading', { name: 'Link “Jonas”' }).waitFor();
  await ada.page.getByRole('button', { name: 'Keep this version' }).click();
  await ada.page.getByText('Clip updated successfully').waitFor();
  await expect(visitor.page.getByRole('textbox', { name: 'Clip content' })).toHaveValue('by Ada');
});

test('revoked while it is open, nothing of it stays', async ({ people }) => {
  const { id } = await clips.save('taken back');
  await clips.attach(id, 'picture.png', 'image/png', PICTURE);
  const { url } = await api('POST', '/links', { clipId: id, label: 'For the printer' });
  const visitor = await people.arrive();
  await visitor.page.goto(pathOf(url));
  await expect(text(visitor.page)).toHaveValue('taken back');
  await visitor.page.getByText('Live', { exact: true }).waitFor();

  await ada.page.goto('/links');
  // Openings are told to the minute, which may have ended since.
  await ada.page
    .getByText(/Opened once, last (just now|1m ago)/)
    .first()
    .waitFor();
  await ada.page.getByRole('button', { name: 'Revoke: For the printer' }).click();
  await ada.page.getByText('Link revoked').waitFor();
  await visitor.page.getByText('The owner closed this link.').waitFor();
  expect(await visitor.page.getByText('taken back').count()).toBe(0);
  await visitor.page.reload();
  await visitor.page.getByText(gone).waitFor();
});

test('a visitor without an account drops text and a file', async ({ people }) => {
  await ada.page.goto('/links');
  await ada.page.getByRole('button', { name: 'Create a drop link…' }).click();
  await ada.page.getByRole('dialog').getByLabel('Label').fill('Photos');
  const { path } = await finishLink(ada.page);

  const visitor = await people.arrive();
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { name: 'Send something to Ada' }).waitFor();
  await visitor.page.getByLabel('Text').fill('Here it is');
  await visitor.page
    .getByLabel('Upload File')
    .first()
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: PICTURE });
  await visitor.page.getByRole('button', { name: 'Send', exact: true }).click();
  await visitor.page.getByText('Sent. Ada has it.').waitFor();

  await ada.page.goto('/clips');
  await ada.page.getByText('Here it is').first().click();
  await ada.page.getByText('Came through “Photos”').waitFor();
  await ada.page.getByRole('region', { name: 'Attached Files' }).getByText('picture.png').waitFor();
});

test('the plain address is closed and opened again', async ({ people }) => {
  const { id } = await clips.save('at its address');
  const visitor = await people.arrive();
  await visitor.page.goto(`/clips/${id}`);
  await expect(text(visitor.page)).toHaveValue('at its address');
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  await ada.page.goto(`/clips/${id}`);
  await ada.page.getByRole('button', { name: 'Share' }).click();
  await ada.page.getByRole('button', { name: 'Close the address' }).click();
  await visitor.page.getByText('The owner closed this link.').waitFor();
  expect(await visitor.page.getByText('at its address').count()).toBe(0);
  await ada.page.keyboard.press('Escape');
  await ada.page.getByRole('button', { name: 'Open the address' }).first().click();
  await ada.page.getByText('Anyone with the address can read it again.').waitFor();
  await visitor.page.reload();
  await expect(text(visitor.page)).toHaveValue('at its address');
});
