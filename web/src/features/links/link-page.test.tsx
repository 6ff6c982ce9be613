import { ProductError } from '@clipline/contract/errors.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import { connected, hear, heard, tell } from '../../testing/fake-socket.ts';
import { button, choose, field, main, news, primaries, says, show } from '../../testing/show.tsx';
import { clip, file } from '../../testing/things.ts';

const HERS = clip('c1', { userId: 'grace', content: 'Her text' });
const LINK = {
  kind: 'clip',
  access: 'read',
  ownerName: 'Grace',
  needsPassword: false,
  needsReveal: false,
  viewsLeft: null,
  expiresAt: null,
} as const;
const viewed = () => field('View only - Owner can edit');
let visits = 0;
/** By a link that this tab has not opened before. */
const visit = () => show(`/s/token-${++visits}`, { as: null });

beforeEach(() => {
  replies({
    'GET /link': LINK,
    'POST /link/open': { ...HERS, grant: 'grant' },
    'GET /clipboard/{id}': HERS,
  });
  hear('join:clip', () => ({ ok: true, clip: HERS }));
});

test.each([
  ['read', 'Copy Content'],
  ['edit', 'Save Changes'],
] as const)('one button stands out for who may %s: %s', async (access, name) => {
  await page.viewport(1280, 800);
  replies({ 'GET /link': { ...LINK, access } });
  await visit();
  if (access === 'edit') await field('Clip content').fill('Our text');
  await expect.element(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await expect.element(button(name)).toBeVisible();
  await expect.poll(primaries).toEqual([name]);
});

test('knocks', async () => {
  handle('GET /link', silence);
  await visit();
  await expect.element(page.getByText('Opening link…')).toBeInTheDocument();
  expect(sent('POST /link/open')).toEqual([]);
});

test('what uses nothing up is opened at once, and what came with its grant is shown', async () => {
  await visit();
  await expect.element(viewed()).toHaveValue('Her text');
  await says(main(), 'The owner sees when this link is opened, and with which browser.');
  const [opening] = sent('POST /link/open');
  expect(opening).toMatchObject({ headers: { 'x-link-token': `token-${visits}` } });
  expect(opening!.body.opener).toMatch(/^[\w-]{22}$/);
  await connected('join:clip');
  await expect.poll(() => heard('join:clip')[0]).toEqual({ clipId: 'c1', grant: 'grant' });
  expect(sent('GET /clipboard/{id}')).toEqual([]);
  await expect.element(button('Share')).not.toBeInTheDocument();
});

test.each([
  [{ viewsLeft: 3 }, 'It can be opened 3 more times.'],
  [{ viewsLeft: 1, burn: true as const }, 'It is deleted after you have read it.'],
])('what opening uses up waits for a press: %o', async (change, text) => {
  replies({ 'GET /link': { ...LINK, needsReveal: true, ...change } });
  await visit();
  await says(main(), text);
  await expectAccessible();
  expect(sent('POST /link/open')).toEqual([]);
  await button('Show').click();
  await expect.element(viewed()).toHaveValue('Her text');
  await expect.poll(() => sent('POST /link/open')).toHaveLength(1);
});

test('a password is asked for, and again where it was wrong', async () => {
  const error = new ProductError('WRONG_LINK_PASSWORD');
  replies({ 'GET /link': { ...LINK, needsReveal: true, needsPassword: true } });
  handle('POST /link/open', ({ body }) =>
    body.password === 'open sesame' ? { ...HERS, grant: 'grant' } : refuse(error),
  );
  await visit();
  await says(main(), 'It is protected by a password.');
  const password = page.getByLabelText('Password', { exact: true });
  await password.fill('sesame');
  await button('Show').click();
  await expect.element(password).toHaveAccessibleDescription(error.message);
  await password.fill('open sesame');
  await button('Show').click();
  await expect.element(viewed()).toHaveValue('Her text');
  const openers = sent('POST /link/open').map(({ body }) => body.opener);
  expect(new Set(openers).size).toBe(1);
});

test('no such link says so', async () => {
  replies({ 'GET /link': refuse(new ProductError('LINK_NOT_FOUND')) });
  await visit();
  await says(main(), 'This link does not exist or is no longer valid.');
  await expect
    .element(main().getByRole('link', { name: 'Go to the home page' }))
    .toHaveAttribute('href', '/');
});

test('a knock that was lost is tried again', async () => {
  replies({ 'GET /link': noReply() });
  await visit();
  await says(main(), 'The link could not be opened');
  replies({ 'GET /link': LINK });
  await button('Try again').click();
  await expect.element(viewed()).toHaveValue('Her text');
});

test('nothing stays when its owner closes it', async () => {
  await visit();
  await expect.element(viewed()).toBeVisible();
  await connected('join:clip');
  tell('link:closed', { clipId: 'c1' });
  await says(main(), 'The owner closed this link.');
  await expect.element(viewed()).not.toBeInTheDocument();
});

test('one that lets edit saves with the grant and the version', async () => {
  replies({ 'GET /link': { ...LINK, access: 'edit' } });
  handle('PUT /clipboard/{id}', ({ body }) => ({ ...HERS, ...body, version: 2 }));
  await visit();
  await field('Clip content').fill('Our text');
  await button('Save Changes').click();
  await expect.poll(() => sent('PUT /clipboard/{id}').length).toBe(1);
  await expect
    .poll(() => sent('PUT /clipboard/{id}')[0])
    .toMatchObject({
      headers: { 'if-match': '1', 'x-link-grant': 'grant' },
      body: { content: 'Our text' },
    });
  // Else it comes in the test after this one, over its buttons.
  await says(news(), 'Clip updated successfully');
});

test('one that lets edit chooses between two versions, as the owner does', async () => {
  let now = HERS;
  replies({ 'GET /link': { ...LINK, access: 'edit' } });
  handle('GET /clipboard/{id}', () => now);
  handle('PUT /clipboard/{id}', ({ headers, body }) =>
    headers?.['if-match'] === '1'
      ? refuse(new ProductError('VERSION_CONFLICT'))
      : (now = { ...now, ...body, version: 3 }),
  );
  await visit();
  await field('Clip content').fill('Our text');
  now = { ...HERS, content: 'Her newer text', version: 2 };
  await button('Save Changes').click();
  await says(main(), 'Another version was saved in the meantime');
  await says(main(), 'Her newer text');
  await button('Keep this version').click();
  await expect
    .poll(() => sent('PUT /clipboard/{id}').map(({ headers }) => headers?.['if-match']))
    .toEqual(['1', '2']);
});

test('on a phone, the header of one that lets edit has room for saving alone', async () => {
  await page.viewport(390, 844);
  replies({ 'GET /link': { ...LINK, access: 'edit' } });
  await visit();
  await expect.element(button('Save Changes')).toBeVisible();
  const logIn = page.getByRole('link', { name: 'Login', includeHidden: true });
  await expect.element(logIn).not.toBeVisible();
  await page.viewport(1280, 800);
  await expect.element(logIn).toBeVisible();
});

describe('a drop link', () => {
  beforeEach(() =>
    replies({
      'GET /link': { ...LINK, kind: 'inbox', access: 'drop' },
      'POST /link/open': { grant: 'grant', ownerName: 'Grace' },
    }),
  );

  test('takes nothing for nothing', async () => {
    await visit();
    await button('Send').click();
    await says(
      page.getByRole('region', { name: 'Notifications' }),
      'Type something or choose a file.',
    );
    expect(sent('POST /link/clips')).toEqual([]);
    await expectAccessible();
  });

  test('takes 50 files, for this link alone', async () => {
    replies({ 'POST /link/open': { grant: 'first', ownerName: 'Grace' } });
    const first = await visit();
    await choose(...Array.from({ length: 51 }, (_, n) => new File(['x'], `${n + 1}.txt`)));
    await says(news(), 'A clip can hold at most 50 files.');
    await expect.element(main().getByRole('listitem')).toHaveLength(50);
    await first.unmount();
    replies({ 'POST /link/open': { grant: 'second', ownerName: 'Grace' } });
    await visit();
    await expect.element(button('Send')).toBeVisible();
    expect(main().getByRole('listitem').elements()).toEqual([]);
  });

  test('sends a text, and one more', async () => {
    replies({ 'POST /link/clips': { id: 'c9' } });
    await visit();
    await field('Text').fill('For you');
    await button('Send').click();
    await says(main(), 'Sent. Grace has it.');
    await expect
      .poll(() => sent('POST /link/clips')[0])
      .toMatchObject({
        headers: { 'x-link-grant': 'grant' },
        body: { content: 'For you', files: 0 },
      });
    await button('Send something else').click();
    await expect.element(field('Text')).toHaveValue('');
  });

  test('sent again after a lost reply it is the same sending', async () => {
    replies({ 'POST /link/clips': noReply() });
    await visit();
    await field('Text').fill('For you');
    await button('Send').click();
    await says(page.getByRole('region', { name: 'Notifications' }), 'It could not be sent');
    replies({ 'POST /link/clips': { id: 'c9' } });
    await button('Send').click();
    await says(main(), 'Sent. Grace has it.');
    const ids = sent('POST /link/clips').map(({ body }) => body.captureId);
    expect(ids[1]).toBe(ids[0]);
  });

  test('keeps text and files when its grant is over, and sends them with the next one', async () => {
    let grants = 0;
    handle('POST /link/open', () => ({ grant: `grant ${++grants}`, ownerName: 'Grace' }));
    handle('POST /link/clips', ({ headers }) =>
      headers['x-link-grant'] === 'grant 1'
        ? refuse(new ProductError('GRANT_EXPIRED'))
        : { id: 'c9' },
    );
    handle('POST /link/clips/{id}/files', (upload) => file(upload.file.name));
    await visit();
    await field('Text').fill('For you');
    await choose(new File(['x'], 'map.txt'));
    await button('Send').click();
    await says(news(), 'It could not be sent');
    await expect.poll(() => grants).toBe(2);
    await expect.element(field('Text')).toHaveValue('For you');
    await says(main().getByRole('listitem'), 'map.txt');
    await button('Send').click();
    await says(main(), 'Sent. Grace has it.');
    const ids = sent('POST /link/clips').map(({ body }) => body.captureId);
    expect(ids[1]).toBe(ids[0]);
    expect(sent('POST /link/clips/{id}/files')[0]).toMatchObject({
      headers: { 'x-link-grant': 'grant 2', 'x-capture-part': `${ids[0]}:0` },
    });
  });

  test('while it sends, takes no more files, and keeps what is typed for the next sending', async () => {
    const slow = later<StoredFile>();
    replies({ 'POST /link/clips': { id: 'c9' } });
    handle('POST /link/clips/{id}/files', () => slow.reply);
    await visit();
    await field('Text').fill('For you');
    await choose(new File(['x'], 'map.txt'));
    await button('Send').click();
    await expect.poll(() => sent('POST /link/clips/{id}/files').length).toBe(1);
    await expect.element(button('Upload File')).toBeDisabled();
    const dropped = new DataTransfer();
    dropped.items.add(new File(['y'], 'late.txt'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }));
    await expect.element(main().getByRole('listitem')).toHaveLength(1);
    await field('Text').fill('And one more thing');
    slow.give(file('map.txt'));
    await says(main(), 'Sent. Grace has it.');
    await button('Send something else').click();
    await expect.element(field('Text')).toHaveValue('And one more thing');
    await expect.element(button('Upload File')).toBeEnabled();
  });

  test('says that all of it was sent only when all of it was', async () => {
    const slow = later<StoredFile>();
    replies({ 'POST /link/clips': { id: 'c9' } });
    handle('POST /link/clips/{id}/files', () => slow.reply);
    const first = await visit();
    await field('Text').fill('For you');
    await choose(new File(['x'], 'map.txt'));
    await button('Send').click();
    await expect.poll(() => sent('POST /link/clips/{id}/files').length).toBe(1);
    // As after a look at another page.
    await first.unmount();
    await show(`/s/token-${visits}`, { as: null });
    await field('Text').fill('And one more thing');
    await button('Send').click();
    await expect.poll(() => sent('POST /link/clips').length).toBe(2);
    await expect.element(button('Send')).not.toHaveAttribute('aria-busy');
    await expect.element(main()).not.toMatchTextContent('Sent. Grace has it.');
    await expect.element(field('Text')).toHaveValue('And one more thing');
    slow.give(file('map.txt'));
    await expect.element(main().getByRole('listitem')).not.toBeInTheDocument();
  });
});
