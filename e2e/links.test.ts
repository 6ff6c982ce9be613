import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleInEveryLook,
  expectNoSidewaysScroll,
} from './support/accessibility.ts';
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

test('a password is asked for', async ({ people }) => {
  const { id } = await clips.save('behind a password');
  const form = await beginLink(ada.page, id);
  await form.getByLabel('Password', { exact: true }).check();
  await form.getByRole('button', { name: 'Propose four words' }).click();
  const password = await form.getByRole('textbox', { name: 'Password' }).inputValue();
  expect(password).toMatch(/^[a-z]+(-[a-z]+){3}$/);
  const { path } = await finishLink(ada.page);

  const visitor = await people.arrive();
  await visitor.page.goto(path);
  await visitor.page.getByText('It is protected by a password.').waitFor();
  await visitor.page.getByRole('textbox', { name: 'Password' }).fill('something else');
  await visitor.page.getByRole('button', { name: 'Show', exact: true }).click();
  await visitor.page.getByText('That is not the password.').waitFor();
  await visitor.page.getByRole('textbox', { name: 'Password' }).fill(password);
  await visitor.page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(text(visitor.page)).toHaveValue('behind a password');
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

test('the account says how new clips begin', async () => {
  await ada.page.goto('/account');
  const choice = ada.page.getByRole('switch', {
    name: 'New clips can be read by anyone with their address',
  });
  await expect(choice).toBeChecked();
  const saved = ada.page.waitForResponse((response) => response.request().method() === 'PATCH');
  await choice.click();
  await saved;
  await ada.page.reload();
  await expect(choice).not.toBeChecked();
  await api('PATCH', '/account', { newClipsOpen: true });
});

test('every screen of links can be used by everybody, in every look', async ({ people }) => {
  const { id } = await clips.save('to look at');
  await api('POST', '/links', { clipId: id, label: 'For the printer', maxViews: 1 });
  const { url } = await api('POST', '/links', {
    clipId: id,
    maxViews: 1,
    burn: true,
    password: 'four good words',
  });
  const inbox = await api('POST', '/links', { inbox: true, label: 'Photos' });
  await ada.page.goto('/links');
  await ada.page.getByText('For the printer').first().waitFor();
  await expectAccessibleInEveryLook(ada.page);
  const form = await beginLink(ada.page, id);
  await form.getByLabel('Password', { exact: true }).check();
  await form.getByLabel('Opens', { exact: true }).selectOption({ label: 'N times' });
  await expectAccessibleInEveryLook(ada.page);

  const visitor = await people.arrive();
  await visitor.page.goto(pathOf(url));
  await visitor.page.getByText('It is deleted after you have read it.').waitFor();
  await expectAccessibleInEveryLook(visitor.page);
  await visitor.page.goto(pathOf(inbox.url));
  await visitor.page.getByRole('heading', { name: 'Send something to Ada' }).waitFor();
  await expectAccessibleInEveryLook(visitor.page);
  await visitor.page.goto('/s/not-a-link');
  await visitor.page.getByText(gone).waitFor();
  await expectAccessibleInEveryLook(visitor.page);
});

const messages = (locale: string, file: string) =>
  JSON.parse(
    readFileSync(new URL(`../web/messages/${locale}/${file}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/**
 * Looks at the page; what follows is done on a phone after a desktop, and the other way round. Of
 * what axe looks at only the texts differ between languages, so it looks in one.
 */
async function lookOver(page: Page) {
  if ((await page.evaluate(() => document.documentElement.lang)) === 'en')
    await expectAccessible(page);
  else await expectNoSidewaysScroll(page);
  await page.setViewportSize(page.viewportSize()?.width === PHONE.width ? DESKTOP : PHONE);
  await expectNoSidewaysScroll(page);
}

// One begins on a phone and one on a desktop: each step is done and looked at on both.
test.describe('in the language with the longest words too, on a phone and on a desktop', () => {
  for (const [locale, viewport, wrong] of [
    ['en', PHONE, 'That is not the password.'],
    ['de', DESKTOP, 'Das ist nicht das Passwort.'],
  ] as const) {
    const said: Record<string, string> = Object.assign(
      {},
      ...['links', 'clips', 'editing', 'ui'].map((file) => messages(locale, file)),
    );
    const of = (key: string) => said[key]!.replace('{ownerName}', 'Ada');
    const screen = { locale, viewport, hasTouch: true };

    test(`all that a visitor does, in ${locale}`, async ({ people }) => {
      const { id } = await clips.save('Hallo');
      const { page, context } = await people.arrive(screen);
      const press = (key: string) => page.getByRole('button', { name: of(key), exact: true });
      const shows = (key: string) => page.getByText(of(key), { exact: true }).first().waitFor();
      const area = page.locator('textarea');

      const once = await api('POST', '/links', { clipId: id, maxViews: 1 });
      await page.goto(pathOf(once.url));
      await shows('links_someone');
      await lookOver(page);
      await press('links_show').click();
      await expect(area).toHaveValue('Hallo');
      await page.reload();
      await expect(area).toHaveValue('Hallo');
      await shows('links_privacy');
      await lookOver(page);
      const otherTab = await context.newPage();
      await otherTab.goto(pathOf(once.url));
      await otherTab.getByText(of('links_gone')).waitFor();
      await lookOver(otherTab);
      await otherTab.close();

      const password = 'four good words';
      const guarded = await api('POST', '/links', { clipId: id, password });
      await page.goto(pathOf(guarded.url));
      await shows('links_needs_password');
      const field = page.getByRole('textbox', { name: of('links_password') });
      await field.fill('something else');
      await press('links_show').click();
      await page.getByText(wrong).waitFor();
      await lookOver(page);
      await field.fill(password);
      await press('links_show').click();
      await expect(area).toHaveValue('Hallo');

      const edited = await api('POST', '/links', { clipId: id, access: 'edit', label: 'Jonas' });
      await page.goto(pathOf(edited.url));
      await shows('ui_connected');
      await area.fill('by the visitor');
      await lookOver(page);
      await clips.change(id, 'by Ada');
      await press('clips_save_changes').click();
      await press('editing_conflict_keep_this').click();
      await shows('clips_updated');
      await expect(area).toHaveValue('by the visitor');
      await api('DELETE', `/links/${edited.id}`);
      await shows('links_closed');
      expect(await page.getByText('by the visitor').count()).toBe(0);
      await lookOver(page);

      const inbox = await api('POST', '/links', { inbox: true, label: 'Photos' });
      await page.goto(pathOf(inbox.url));
      await page.getByLabel(of('links_send_text'), { exact: true }).fill('For you');
      await page
        .getByLabel(of('ui_upload_file'))
        .first()
        .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: PICTURE });
      await page.getByText('picture.png').first().waitFor();
      await lookOver(page);
      await press('links_send').click();
      await shows('links_sent');
      await lookOver(page);

      await page.goto(`/clips/${id}`);
      await expect(area).toHaveValue('by the visitor');
      await shows('ui_connected');
      await api('PATCH', `/clipboard/${id}/address`, { open: false });
      await shows('links_closed');
      await api('PATCH', `/clipboard/${id}/address`, { open: true });
      await page.reload();
      await expect(area).toHaveValue('by the visitor');
    });

    test(`all that an owner does, in ${locale}`, async ({ people }) => {
      const label = `Lena, ${locale}`;
      const { id } = await clips.save('Hallo');
      const { url } = await api('POST', '/links', { clipId: id, label, maxViews: 3 });
      const visitor = await people.arrive();
      await visitor.page.goto(pathOf(url));
      await visitor.page.getByRole('button', { name: 'Show' }).click();
      await expect(text(visitor.page)).toHaveValue('Hallo');

      const storageState = await ada.context.storageState();
      const { page } = await people.arrive({ ...screen, storageState });
      const press = (key: string) => page.getByRole('button', { name: of(key) }).first();
      await page.goto(`/clips/${id}`);
      await page.getByRole('button', { name: of('clips_share'), exact: true }).click();
      await page.getByText(label, { exact: true }).waitFor();
      await press('links_create_open').scrollIntoViewIfNeeded();
      await lookOver(page);
      await press('links_create_open').click();
      await page
        .getByLabel(of('links_opens'), { exact: true })
        .selectOption({ label: of('links_n_times') });
      await page.getByLabel(of('links_password'), { exact: true }).check();
      await press('links_propose').click();
      await page.getByLabel(of('links_burn'), { exact: true }).check();
      await lookOver(page);
      await press('links_create').click();
      await page.getByText(of('links_created'), { exact: true }).waitFor();

      await page.goto('/links');
      await page.getByText(label, { exact: true }).waitFor();
      await lookOver(page);
      const row = page.getByRole('listitem').filter({ hasText: label });
      await row.getByRole('button', { name: of('links_openings') }).click();
      await page.getByRole('dialog').getByText(of('links_openings_text')).waitFor();
      await page.getByRole('dialog').getByRole('listitem').waitFor();
      await lookOver(page);
      await page.keyboard.press('Escape');
      await row.getByRole('button', { name: of('links_revoke') }).click();
      await page.getByText(of('links_revoked'), { exact: true }).waitFor();
      await visitor.page.getByText('The owner closed this link.').waitFor();
    });
  }
});
